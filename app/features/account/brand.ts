import type { Product } from "./product.ts";

export const brandNames = ["default", "x", "y"] as const;
export type BrandName = (typeof brandNames)[number];

export interface Brand {
  billingUrl: string;
  plans: Record<Product, string>;
}

export interface Brands extends Record<BrandName, Brand> {
  /** Exact host name → brand. */
  hosts: Record<string, BrandName>;
}

/** The brand of a main subscription's plan code (docs/product.md#plans). */
export function brandOfPlan(planCode: string): BrandName {
  if (planCode.includes("_x_")) return "x";
  if (planCode.includes("_y_")) return "y";
  return "default";
}

/** The brand of a visitor whose subscription is not known yet. The host must match exactly. */
export function brandOfHost(host: string, hosts: Brands["hosts"]): BrandName {
  return (Object.hasOwn(hosts, host) ? hosts[host] : undefined) ?? "default";
}
