import type { Growth } from "../growth/growth.ts";
import { day, type Span } from "./span.ts";

/** Those who came in a month, and how many of them are still there. */
export interface Survival {
  /** Its first moment, in epoch milliseconds. */
  month: number;
  came: number;
  stayed: number;
  /** 0 to 100. */
  percent: number;
  /** Whether the first export that shows the whole month is much later: who left before it is not counted. */
  isSeenLate: boolean;
}

/** A month that is seen no later than this is seen in time. */
const latest = 31 * day;
/** So many months are shown of short ranges, too: within weeks nobody's staying can be judged. */
const fewestMonths = 12;

/** By rising month, without the months of which no follow is known. */
export function survivalByMonth({ exports }: Growth, { from = 0, to }: Span): Survival[] {
  const end = new Date(to - 1);
  const atLeast = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - fewestMonths + 1);
  return (exports?.cohorts ?? []).flatMap(({ month, came, stayed, seenAt }) => {
    const start = Date.parse(`${month}-01T00:00:00Z`);
    const next = monthAfter(start);
    if (came === 0 || next <= Math.min(from, atLeast) || start >= to) return [];
    const isSeenLate = seenAt > next + latest;
    return [{ month: start, came, stayed, percent: (stayed / came) * 100, isSeenLate }];
  });
}

/** The first moment of a month → that of the next, in epoch milliseconds of UTC. */
export function monthAfter(month: number): number {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
