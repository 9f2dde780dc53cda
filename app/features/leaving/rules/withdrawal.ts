import { isPaidOnce } from "../../account/other-plans.ts";
import type { Obligations } from "./law.ts";
import { type Ending, renewalsUntil, type Termed, withdrawalEndsAt } from "./term.ts";

/** Days to withdraw where no rule says how many. */
const usualDays = 14;

/** When a withdrawal may be declared. Epoch milliseconds. */
export interface WithdrawalPeriod {
  endsAt: number;
  /**
   * When the first of the renewed terms began that can be withdrawn from; left out in the period that begins with the
   * subscription.
   */
  renewedAt?: number;
}

/**
 * The period to withdraw that runs at a time, or the last one before it: from the start, and where the law that held on the day of
 * a renewal says so, from each renewal. Of short terms several periods may run: then it goes back to the earliest. After the
 * end nothing renews.
 * @param lawOn what holds in the place on a day
 * @param now the present, where `at` is past: the subscription may have renewed since
 */
export function withdrawalPeriod(
  subscription: Termed & Ending,
  at: number,
  lawOn: (at: number) => Pick<Obligations, "withdrawal" | "zones">,
  now = at,
): WithdrawalPeriod {
  const { withdrawal, zones } = lawOn(at);
  const first = withdrawalEndsAt(subscription.startedAt, withdrawal?.days ?? usualDays, zones);
  if (at < first || isPaidOnce(subscription)) return { endsAt: first };
  let found: Required<WithdrawalPeriod> | undefined;
  for (const renewedAt of renewalsUntil(subscription, lastRun(subscription, at), now)) {
    const law = lawOn(renewedAt).withdrawal;
    if (!law?.atRenewal) break;
    const endsAt = withdrawalEndsAt(renewedAt, law.days, zones);
    if (found && endsAt <= at) break;
    found = { endsAt: found?.endsAt ?? endsAt, renewedAt };
  }
  return found ?? { endsAt: first };
}

/** The last time up to `at` at which it is known to have run. */
function lastRun({ status, startedAt, endsAt, ranAt }: Termed & Ending, at: number): number {
  if (status === undefined || status === "active") return at;
  if (endsAt !== undefined) return Math.min(at, endsAt - 1);
  return status === "expired" ? Math.min(at, ranAt ?? startedAt) : at;
}

/** Of two periods the one that gives more: of those that run the one that goes back further, else the one that ends later. */
export function betterPeriod(
  one: WithdrawalPeriod,
  other: WithdrawalPeriod,
  at: number,
): WithdrawalPeriod {
  const [sooner, later] = other.endsAt > one.endsAt ? [one, other] : [other, one];
  const goesBackFurther = (sooner.renewedAt ?? 0) < (later.renewedAt ?? 0);
  return at < sooner.endsAt && goesBackFurther ? sooner : later;
}
