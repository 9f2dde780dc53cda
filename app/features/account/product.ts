import { findMainSubscription, isRunning, type Subscription } from "./subscription.ts";

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

/** Plan codes are written with underscores or dashes, in either case. */
export function belongsTo(planCode: string, product: Product): boolean {
  const code = planCode.toLowerCase().replaceAll("-", "_");
  return keys[product].some((key) => code.includes(key));
}

/** The products owned through subscriptions that have not expired (docs/product.md#plans). */
export function ownedProducts(subscriptions: readonly Subscription[]): ReadonlySet<Product> {
  const running = subscriptions.filter(isRunning);
  return new Set(
    products.filter((product) => running.some(({ planCode }) => belongsTo(planCode, product))),
  );
}

/** The extras: paid once, in the order in which My Plan and the home page offer them (docs/product.md#offers). */
export const extras = ["profileReport", "pdfCourse", "reelsPlaybook"] as const satisfies Product[];
export type Extra = (typeof extras)[number];

/** Any other subscription is charged until it is canceled. */
export const isPaidOnce = ({ planCode }: Pick<Subscription, "planCode">): boolean =>
  extras.some((extra) => belongsTo(planCode, extra));

/** The running plans besides the main one, each charged until it is canceled, the latest first. */
export function otherPlans(subscriptions: readonly Subscription[]): Subscription[] {
  const main = findMainSubscription(subscriptions);
  return subscriptions
    .filter((one) => one.id !== main?.id && isRunning(one) && !isPaidOnce(one))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** What somebody cancels who does not say which: the main plan or, where that has ended, what still renews. */
export function subscriptionToCancel(
  subscriptions: readonly Subscription[],
): Subscription | undefined {
  const others = otherPlans(subscriptions);
  return (
    findMainSubscription(subscriptions) ??
    others.find(({ status }) => status === "active") ??
    others[0]
  );
}
