import { expect, test } from "vitest";
import { dollars, inMoney } from "~/platform/values/money";

test.each([
  [13.99, "$13.99"],
  [49, "$49"],
  [0, "$0"],
  [19.9, "$19.90"],
])("%s is written %s", (amount, text) => {
  expect(dollars(amount)).toBe(text);
});

test("another money is written with its sign", () => {
  expect(inMoney({ amount: "13.99", currency: "EUR" })).toBe("€13.99");
});
