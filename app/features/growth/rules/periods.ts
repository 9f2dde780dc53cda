import { day, week } from "../../../platform/values/durations.ts";
import { shownAt, whenShown } from "../../../platform/values/zoned-time.ts";

/** Periods that follows are counted by. Weeks begin on Monday. */
export const periods = ["week", "month", "year"] as const;
export type PeriodKind = (typeof periods)[number];

/** When the period that holds this time begins in a time zone. Epoch milliseconds. */
export function periodStart(period: PeriodKind, at: number, timeZone: string): number {
  return whenShown(startShown(period, shownAt(at, timeZone)), timeZone);
}

/** When the next one begins. @param start of a period */
export function nextStart(period: PeriodKind, start: number, timeZone: string): number {
  // Where summer time skips midnight, a day begins later.
  const shown = startShown(period, shownAt(start, timeZone));
  const date = new Date(shown);
  if (period === "week") return whenShown(shown + week, timeZone);
  const months = period === "year" ? 12 : 1;
  return whenShown(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months), timeZone);
}

/** The same in the time that a clock shows, written as if it were UTC. */
function startShown(period: PeriodKind, shown: number): number {
  const date = new Date(shown);
  if (period === "year") return Date.UTC(date.getUTCFullYear(), 0);
  if (period === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const days = Math.floor(shown / day);
  // The first day of 1970 was a Thursday.
  return (days - ((days + 3) % 7)) * day;
}
