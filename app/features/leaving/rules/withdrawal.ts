import { isPaidOnce } from "../../account/other-plans.ts";
import type { Obligations } from "./law.ts";
import { type Termed, termAt, withdrawalEndsAt } from "./term.ts";

/** Days to withdraw where no rule says how many. */
const usualDays = 14;

/** When a withdrawal may be declared. Epoch milliseconds. */
export interface WithdrawalPeriod {
  endsAt: number;
  /** When the renewed term began that can be withdrawn from; left out in the period that begins with the subscription. */
  renewedAt?: number;
}

/**
 * The period to withdraw that runs at a time, or the last one before it: from the start, and where the law that held on the day of
 * a renewal says so, from each renewal.
 * @param lawOn what holds in the place on a day
 * @param now the present, where `at` is past: the subscription may have renewed since
 */
export function withdrawalPeriod(
  subscription: Termed,
  at: number,
  lawOn: (at: number) => Pick<Obligations, "withdrawal" | "zones">,
  now = at,
): WithdrawalPeriod {
  const { withdrawal, zones } = lawOn(at);
  const first = withdrawalEndsAt(subscription.startedAt, withdrawal?.days ?? usualDays, zones);
  const { startsAt } = termAt(subscription, at, now);
  const law = lawOn(startsAt).withdrawal;
  const isRenewed = startsAt > subscription.startedAt && !isPaidOnce(subscription);
  if (at < first || !isRenewed || !law?.atRenewal) return { endsAt: first };
  return { endsAt: withdrawalEndsAt(startsAt, law.days, zones), renewedAt: startsAt };
}
