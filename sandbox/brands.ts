export const brandKeys = ["default", "x", "y"] as const;
export type BrandKey = (typeof brandKeys)[number];

const plans = {
  default: {
    pdfCourse: "ig_boost_engagement_otp",
    profileReport: "ig_pdf_report_otp",
    reelsPlaybook: "ig_ultimate_pack_otp",
    premiumOneMonth: "ig_premium_one_month",
    giftOneMonth: "ig_gift_one_month",
  },
  x: {
    pdfCourse: "ig_x_boost_engagement_sale_otp",
    profileReport: "ig_x_pdf_report_sale_otp",
    reelsPlaybook: "ig_x_ultimate_pack_sale_otp",
    premiumOneMonth: "ig_x_premium_one_month",
    giftOneMonth: "ig_x_gift_one_month",
  },
  y: {
    pdfCourse: "ig_y_boost_engagement_sale2_otp",
    profileReport: "ig_y_pdf_report_sale2_otp",
    reelsPlaybook: "ig_y_ultimate_pack_sale2_otp",
    premiumOneMonth: "ig_y_premium_one_month",
    giftOneMonth: "ig_y_gift_one_month",
  },
} satisfies Record<BrandKey, Record<string, string>>;

/** The plan ids that a brand's billing host sells; an id is the code of the plan it buys. */
export function plansOf(brand: BrandKey) {
  return plans[brand];
}

export function brandOfPlan(planCode: string): BrandKey {
  if (planCode.includes("_x_")) return "x";
  if (planCode.includes("_y_")) return "y";
  return "default";
}

/** The value of `BRANDS` (docs/product.md#plans) for billing hosts at these addresses. */
export function brandsVariable(billingUrls: Record<BrandKey, string>): string {
  const brands = brandKeys.map((key) => [key, { billingUrl: billingUrls[key], plans: plans[key] }]);
  const hosts = { "x.localhost": "x", "y.localhost": "y" };
  return JSON.stringify({ ...Object.fromEntries(brands), hosts });
}
