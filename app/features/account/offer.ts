import { addresses } from "../../platform/values/addresses.ts";
import { dollars } from "../../platform/values/money.ts";
import { type Product, products } from "./product.ts";

/** Something a subscriber can buy, with its prices in dollars (docs/product.md#offers). */
export interface Offer {
  name: string;
  summary: string;
  benefits: readonly string[];
  /** The price before the discount; undefined if there is none. */
  previous?: number | undefined;
  /** The price now, per month for a plan. */
  current: number;
  /** What is charged at purchase, if it differs from `current`: 0 for a free first month. */
  dueNow?: number;
  /** The price and how it renews, in full sentences; `offerTerms` fills in the price. */
  terms: string;
}

/** Always computed from the prices, never configured (docs/product.md#offers). */
export function discountPercent({
  previous,
  current,
}: Pick<Offer, "previous" | "current">): number | undefined {
  if (previous === undefined || previous <= current) return undefined;
  return Math.round((1 - current / previous) * 100);
}

/** What a buyer agrees to. */
export const offerTerms = ({ terms, current }: Pick<Offer, "terms" | "current">): string =>
  terms.replaceAll("{price}", dollars(current));

/** The products' names in URLs. */
export const offerSlugs = {
  pdfCourse: "pdf-course",
  profileReport: "profile-report",
  reelsPlaybook: "reels-playbook",
  premiumOneMonth: "premium",
  giftOneMonth: "gift",
} as const satisfies Record<Product, string>;

export const offerAddress = (product: Product): string => addresses.offer(offerSlugs[product]);

export const productOfSlug = (slug: string | undefined): Product | undefined =>
  products.find((product) => offerSlugs[product] === slug);

/** The extras: paid once, in the order in which My Plan and the home page offer them (docs/product.md#offers). */
export const extras = ["profileReport", "pdfCourse", "reelsPlaybook"] as const satisfies Product[];
export type Extra = (typeof extras)[number];
