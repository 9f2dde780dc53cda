/** How a main plan is shown (spec 3, 'Plan display'). */
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
  /** What the plan code contains; the last row takes every other code. */
  part: string;
  key: PlanKey;
}

const rows: readonly Row[] = [
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
];

/** The display of a plan code: the table's first row that it fits, with that plan's price. */
export function describePlan(planCode: string, prices: Record<PlanKey, number>): Plan {
  const row = rows.find(({ part }) => planCode.includes(part));
  if (!row) throw new Error("the last row fits every plan code");
  const { name, status, period, key } = row;
  return { name, price: prices[key], status, period };
}

/** For this long after its start a subscription is too new to be shown and canceled (spec 2). */
const fetchingTime = 600_000;

/** Milliseconds until a plan is shown, 0 where it is. Both moments are epoch milliseconds, by server time. */
export function fetchingLeft(startedAt: number, now: number): number {
  return Math.min(Math.max(0, startedAt + fetchingTime - now), fetchingTime);
}
