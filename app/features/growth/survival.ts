import { day } from "../../platform/values/durations.ts";
import type { Growth } from "./growth.ts";
import { type Cohort, cohortsOf } from "./rules/cohorts.ts";
import type { Span } from "./rules/series/span.ts";

/** Those who came in a month, and how many of them are still there. */
export interface Survival extends Pick<Cohort, "from" | "to" | "came" | "stayed"> {
  /** 0 to 100. */
  percent: number;
  /** Whether the first export that shows the whole month is much later: who left before it is not counted. */
  isSeenLate: boolean;
}

/** A month that is seen no later than this is seen in time. */
const latest = 31 * day;
/** So many months are shown of short ranges, too: within weeks nobody's staying can be judged. */
const fewestMonths = 12;

/** By rising month, without the months of which no follow is known. @param timeZone in which months begin */
export function survivalByMonth(
  { exports }: Growth,
  { from = 0, to }: Span,
  timeZone: string,
): Survival[] {
  if (!exports) return [];
  const end = new Date(to - 1);
  const atLeast = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - fewestMonths + 1, 2);
  return cohortsOf(exports, timeZone).flatMap((cohort) => {
    const { seenAt, ...month } = cohort;
    if (month.to <= Math.min(from, atLeast) || month.from >= to) return [];
    const percent = (month.stayed / month.came) * 100;
    return [{ ...month, percent, isSeenLate: seenAt > month.to + latest }];
  });
}
