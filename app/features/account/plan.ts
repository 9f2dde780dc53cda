import { dollars, inMoney } from "../../platform/values/money.ts";
import { sentences } from "../../platform/values/say.ts";
import type { Subscription } from "./subscription.ts";

/** A main plan's display (docs/product.md#plans). */
export interface Plan {
  name: string;
  /** Dollars for each period. */
  price: number;
  status: "Premium" | "Gift" | "Trial";
  period: string;
}

export const planKeys = ["premiumOneMonth", "giftOneMonth", "threeMonth", "weekly"] as const;
export type PlanKey = (typeof planKeys)[number];

interface Row extends Omit<Plan, "price"> {
  /** Matches plan codes that contain this text. The last row's is empty and matches every code. */
  part: string;
  key: PlanKey;
}

const rows: readonly Row[] = sentences([
  {
    part: "premium_one_month",
    key: "premiumOneMonth",
    name: "Premium Plan",
    status: "Premium",
    period: "Every 1 month",
  },
  {
    part: "gift_one_month",
    key: "giftOneMonth",
    name: "Gift Plan",
    status: "Gift",
    period: "Every 1 month",
  },
  {
    part: "3month",
    key: "threeMonth",
    name: "3-Month Plan",
    status: "Premium",
    period: "Every 12 weeks",
  },
  { part: "", key: "weekly", name: "Weekly Plan", status: "Trial", period: "Every week" },
]);

/** What a plan costs, in words: as the subscription service says or, where it does not, the plan's price. */
export const costOf = ({ price: said }: Pick<Subscription, "price">, { price }: Plan): string =>
  said && said.currency !== "USD" ? inMoney(said) : dollars(said ? Number(said.amount) : price);

/** The first row of the table that matches the plan code, with the plan's price. */
export function describePlan(planCode: string, prices: Record<PlanKey, number>): Plan {
  const row = rows.find(({ part }) => planCode.includes(part));
  if (!row) throw new Error("the last row fits every plan code");
  const { name, status, period, key } = row;
  return { name, price: prices[key], status, period };
}

/** Milliseconds after its start during which a subscription is neither shown nor can be canceled (docs/product.md#my-plan). */
const fetchingTime = 600_000;

/** Milliseconds until a plan is shown, 0 if it already is. Arguments: epoch milliseconds of the server's clock. */
export function fetchingLeft(startedAt: number, now: number): number {
  return Math.min(Math.max(0, startedAt + fetchingTime - now), fetchingTime);
}
