import { day } from "../../../platform/values/durations.ts";
import { mean } from "../../../platform/values/statistics.ts";
import type { AccountReading } from "../../history/account-reading.ts";

/** How many accounts were reached on a day. Days must not be added up: the same people come again. */
export interface Reach {
  averagePerDay: number;
  /** Days that are known, of the last 30. */
  days: number;
}

const month = 30 * day;

/** Undefined where Instagram has told nothing of the last 30 days. */
export function reachOf({
  readAt,
  reach,
}: Pick<AccountReading, "readAt" | "reach">): Reach | undefined {
  const days = reach.filter(({ endsAt }) => endsAt > readAt - month && endsAt <= readAt);
  const averagePerDay = mean(days.map((day) => day.reach));
  return averagePerDay === undefined ? undefined : { averagePerDay, days: days.length };
}
