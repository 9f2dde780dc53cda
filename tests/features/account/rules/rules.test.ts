import { describe, expect, test } from "vitest";
import { brandOfHost, brandOfPlan } from "~/features/account/brand";
import { belongsTo, ownedProducts, type Product } from "~/features/account/product";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { recommendationLabel } from "~/features/analysis/analysis-labels";
import { formatDate } from "~/platform/values/dates";
import { isUserError, messageFor } from "~/platform/values/identity-messages";
import { countdownParts, nextUpdate } from "~/platform/values/next-update";
import { counted, withCommas } from "~/platform/values/numbers";
import { isEmail } from "~/platform/values/validation";

const subscription = (more: Partial<Subscription>): Subscription => ({
  id: "sub-1",
  planCode: "ig_weekly",
  status: "active",
  mainPlan: true,
  startedAt: 1_000,
  emails: [],
  ...more,
});

describe("the main subscription", () => {
  test.each<[string, Partial<Subscription>[], string | undefined]>([
    ["none", [], undefined],
    ["active", [{}], "sub-1"],
    ["canceled but running", [{ status: "canceled" }], "sub-1"],
    ["expired", [{ status: "expired" }], undefined],
    ["no main plan", [{ mainPlan: false }], undefined],
    [
      "active before canceled",
      [{ id: "c", status: "canceled", startedAt: 9_000 }, { id: "a" }],
      "a",
    ],
    ["the latest", [{ id: "old" }, { id: "new", startedAt: 2_000 }], "new"],
  ])("%s", (_, subscriptions, id) => {
    expect(findMainSubscription(subscriptions.map(subscription))?.id).toBe(id);
  });
});

describe("the products of a plan code", () => {
  test.each<[string, Product[]]>([
    ["ig_boost_engagement_otp", ["pdfCourse"]],
    ["course/boost-engagement", ["pdfCourse"]],
    ["tt_course_sale2_otp", ["pdfCourse"]],
    ["fb_pdf_report_sale_otp", ["profileReport"]],
    ["profile_report", ["profileReport"]],
    ["ig_ultimate_pack_otp", ["reelsPlaybook"]],
    ["reels_playbook_sale_otp", ["reelsPlaybook"]],
    ["ig_premium_one_month", ["premiumOneMonth"]],
    ["x_gift_one_month_sale2_otp", ["giftOneMonth"]],
    ["ig_weekly_trial", []],
  ])("%s", (planCode, owned) => {
    expect([...ownedProducts([subscription({ planCode })])]).toEqual(owned);
    expect([...ownedProducts([subscription({ planCode, status: "expired" })])]).toEqual([]);
  });

  test("a longer code of another product does not match", () => {
    expect(belongsTo("ig_3month_premium", "premiumOneMonth")).toBe(false);
  });
});

test.each([
  ["ig_x_weekly", "x"],
  ["ig_y_weekly", "y"],
  ["ig_weekly", "default"],
  ["xy_weekly", "default"],
] as const)("plan %s belongs to brand %s", (planCode, brand) => {
  expect(brandOfPlan(planCode)).toBe(brand);
});

test.each([
  ["x.example", "x"],
  ["www.x.example", "default"],
  ["__proto__", "default"],
  ["constructor", "default"],
] as const)("host %s belongs to brand %s", (host, brand) => {
  expect(brandOfHost(host, { "x.example": "x" })).toBe(brand);
});

describe("the countdown", () => {
  const day = 86_400_000;
  test.each([
    ["never analyzed", undefined, undefined],
    ["just now", 5 * day, 6 * day],
    ["a day ago", 4 * day, undefined],
    ["a second less than a day ago", 4 * day + 1_000, 5 * day + 1_000],
  ])("%s", (_, updatedAt, expected) => {
    expect(nextUpdate(updatedAt, 5 * day)).toBe(expected);
  });
  test.each([
    [0, "0 seconds"],
    [-5, "0 seconds"],
    [999, "1 second"],
    [61_000, "1 minute, 1 second"],
    [3_600_000, "1 hour, 0 minutes, 0 seconds"],
    [32 * day + 7_265_000, "1 month, 2 days, 2 hours, 1 minute, 5 seconds"],
  ])("%i ms left", (left, text) => {
    expect(countdownParts(left).join(", ")).toBe(text);
  });
});

describe("labels", () => {
  test("totals have commas", () => expect(withCommas(1_234_567)).toBe("1,234,567"));
  test.each([
    [1, "like", "1 like"],
    [0, "like", "0 likes"],
    [1_200, "comment", "1,200 comments"],
  ])("%i %s", (count, noun, text) => expect(counted(count, noun)).toBe(text));
  test.each([
    [0, "1st recommendation"],
    [1, "2nd recommendation"],
    [2, "3rd recommendation"],
    [9, "10th recommendation"],
    [10, "10th recommendation"],
    [25, "10th recommendation"],
  ])("number %i", (index, label) => expect(recommendationLabel(index)).toBe(label));
  test("dates do not depend on the time zone", () =>
    expect(formatDate(Date.UTC(2026, 10, 21, 23, 59))).toBe("Nov 21, 2026"));
});

test.each([
  ["a@b.co", true],
  ["first.last+tag@sub.example.com", true],
  ["", false],
  ["a@b", false],
  ["a@b.c", false],
  ["a b@c.de", false],
  ["a@b@c.de", false],
  [`${"a".repeat(250)}@b.co`, false],
])("e-mail %s: %s", (address, valid) => expect(isEmail(address)).toBe(valid));

test.each([
  ["auth/wrong-password", "The password is invalid or the user does not have a password.", true],
  ["auth/user-disabled", "The user account has been disabled by an administrator.", false],
  [
    "auth/popup-blocked",
    "Unable to establish a connection with the popup. It may have been blocked by the browser.",
    true,
  ],
  ["auth/unheard-of", "Something went wrong", false],
  ["constructor", "Something went wrong", false],
])("the message of the code %s", (code, message, persons) => {
  expect(messageFor(code)).toBe(message);
  expect(isUserError(code)).toBe(persons);
});

test("no code, no details", () => expect(messageFor(undefined)).toBe("Something went wrong"));
