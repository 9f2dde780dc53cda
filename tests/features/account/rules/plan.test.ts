import { expect, test } from "vitest";
import { costOf, describePlan } from "~/features/account/plan";

const prices = { premiumOneMonth: 13.99, giftOneMonth: 19.99, threeMonth: 49, weekly: 1 };

test.each([
  ["ig_premium_one_month", "Premium Plan", 13.99, "Premium", "Every 1 month"],
  ["ig_x_premium_one_month_sale_otp", "Premium Plan", 13.99, "Premium", "Every 1 month"],
  ["ig_gift_one_month", "Gift Plan", 19.99, "Gift", "Every 1 month"],
  ["ig_3month_premium", "3-Month Plan", 49, "Premium", "Every 12 weeks"],
  ["ig_weekly_trial", "Weekly Plan", 1, "Trial", "Every week"],
  ["ig_y_weekly_trial", "Weekly Plan", 1, "Trial", "Every week"],
  ["unknown_code", "Weekly Plan", 1, "Trial", "Every week"],
  ["", "Weekly Plan", 1, "Trial", "Every week"],
  // A code that matches several rows takes the first.
  ["3month_gift_one_month_premium_one_month", "Premium Plan", 13.99, "Premium", "Every 1 month"],
  ["3month_gift_one_month", "Gift Plan", 19.99, "Gift", "Every 1 month"],
])("the plan code '%s' is shown as %s", (code, name, price, status, period) => {
  expect(describePlan(code, prices)).toEqual({ name, price, status, period });
});

test.each([
  [undefined, "$1"],
  [{ amount: "1.00", currency: "USD" }, "$1"],
  [{ amount: "13.99", currency: "USD" }, "$13.99"],
  [{ amount: "13.99", currency: "EUR" }, "€13.99"],
])("of a plan whose price is said to be %j, the cost is %s", (price, cost) => {
  expect(costOf({ price }, describePlan("ig_weekly_trial", prices))).toBe(cost);
});
