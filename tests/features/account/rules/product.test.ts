import { expect, test } from "vitest";
import { isPaidOnce, otherPlans, subscriptionToCancel } from "~/features/account/other-plans";
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

test.each([
  ["ig_pdf_report_otp", true],
  ["ig_boost_engagement_otp", true],
  ["ig_ultimate_pack_sale2_otp", true],
  ["ig_premium_one_month", false],
  ["ig_gift_one_month", false],
  ["ig_3month_premium", false],
])("%s is paid once: %s", (planCode, isOnce) => {
  expect(isPaidOnce(subscription(planCode))).toBe(isOnce);
});

test.each(["ig_weekly_course_3d_trial", "ig_weekly_ultimate_pack", "ig_pdf_report_otp"])(
  "a main plan %s is charged until it is canceled, like any other",
  (planCode) => {
    const main = (id: string, startedAt: number) =>
      subscription(planCode, { id, mainPlan: true, startedAt });
    expect(isPaidOnce(main("1", 0))).toBe(false);
    expect(otherPlans([main("later", 2), main("older", 1)])).toMatchObject([{ id: "older" }]);
  },
);

const weekly = (id: string, more: Partial<Subscription> = {}) =>
  subscription("ig_weekly", { id, mainPlan: true, ...more });
const premium = (id: string, more: Partial<Subscription> = {}) =>
  subscription("ig_premium_one_month", { id, ...more });
const report = subscription("ig_pdf_report_otp", { id: "report" });

test("other plans run besides the main one and are charged until they are canceled, the latest first", () => {
  const found = otherPlans([
    weekly("main", { startedAt: 2 }),
    weekly("another main", { startedAt: 1 }),
    premium("older", { startedAt: 3 }),
    premium("later", { startedAt: 4, status: "canceled" }),
    premium("expired", { startedAt: 5, status: "expired" }),
    report,
  ]);
  expect(found.map(({ id }) => id)).toEqual(["later", "older", "another main"]);
});

test.each([
  ["the main plan", [weekly("main"), premium("other")], "main"],
  [
    "the main plan, also once it is canceled",
    [weekly("main", { status: "canceled" }), premium("other")],
    "main",
  ],
  [
    "what renews where it has ended",
    [
      weekly("main", { status: "expired" }),
      premium("canceled", { status: "canceled", startedAt: 2 }),
      premium("active", { startedAt: 1 }),
    ],
    "active",
  ],
  ["what still runs", [premium("canceled", { status: "canceled" }), report], "canceled"],
  ["nothing that is paid once", [report], undefined],
] as const)("somebody who does not say which means %s", (_, all, id) => {
  expect(subscriptionToCancel(all)?.id).toBe(id);
});
