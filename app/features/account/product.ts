import { isRunning, type Subscription } from "./subscription.ts";

export const products = [
  "pdfCourse",
  "profileReport",
  "reelsPlaybook",
  "premiumOneMonth",
  "giftOneMonth",
] as const;

/** What a subscriber can buy besides the main plan (docs/product.md#offers). */
export type Product = (typeof products)[number];

/** A plan code belongs to a product when it contains one of the product's keys (docs/product.md#plans). */
const keys: Record<Product, readonly string[]> = {
  pdfCourse: ["boost_engagement", "course"],
  profileReport: ["pdf_report", "profile_report"],
  reelsPlaybook: ["ultimate_pack", "reels_playbook"],
  premiumOneMonth: ["premium_one_month"],
  giftOneMonth: ["gift_one_month"],
};

export const belongsTo = (planCode: string, product: Product): boolean =>
  keys[product].some((key) => planCode.includes(key));

/** The products owned through subscriptions that have not expired (docs/product.md#plans). */
export function ownedProducts(subscriptions: readonly Subscription[]): ReadonlySet<Product> {
  const running = subscriptions.filter(isRunning);
  return new Set(
    products.filter((product) => running.some(({ planCode }) => belongsTo(planCode, product))),
  );
}
