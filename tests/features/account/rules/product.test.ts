import { expect, test } from "vitest";
import { belongsTo, ownedProducts, products } from "~/features/account/product";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";

function subscription(planCode: string, more: Partial<Subscription> = {}): Subscription {
  return {
    id: "1",
    planCode,
    status: "active",
    mainPlan: false,
    startedAt: 0,
    emails: [],
    ...more,
  };
}

const codes = {
  pdfCourse: ["boost_engagement", "course/boost-engagement", "ig_course"],
  profileReport: ["pdf_report", "profile_report"],
  reelsPlaybook: ["ultimate_pack", "reels_playbook"],
  premiumOneMonth: ["premium_one_month"],
  giftOneMonth: ["gift_one_month"],
} as const;

const variants = products.flatMap((product) =>
  codes[product].flatMap((code) =>
    ["", "_otp", "_sale_otp", "_sale2_otp"].flatMap((suffix) =>
      ["", "ig_", "fb_x_"].map((prefix) => [`${prefix}${code}${suffix}`, product] as const),
    ),
  ),
);

test.each(variants)("the plan code %s belongs only to %s", (code, product) => {
  expect(products.filter((one) => belongsTo(code, one))).toEqual([product]);
});

test.each([
  ["active", ["pdfCourse"]],
  ["canceled", ["pdfCourse"]],
  ["expired", []],
] as const)("a subscription that is %s grants %j", (status, owned) => {
  expect([...ownedProducts([subscription("ig_boost_engagement_otp", { status })])]).toEqual(owned);
});

test("a weekly plan grants no extra", () => {
  expect(ownedProducts([subscription("ig_weekly_trial", { mainPlan: true })]).size).toBe(0);
});

test("the main subscription has not expired: active before canceled, then the latest", () => {
  const main = (id: string, more: Partial<Subscription>) =>
    subscription("ig_weekly", { id, mainPlan: true, ...more });
  const found = findMainSubscription([
    main("expired", { status: "expired", startedAt: 8 }),
    main("canceled", { status: "canceled", startedAt: 7 }),
    main("extra", { mainPlan: false, startedAt: 6 }),
    main("older", { startedAt: 1 }),
    main("latest", { startedAt: 2 }),
  ]);
  expect(found?.id).toBe("latest");
});
