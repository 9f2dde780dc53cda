import type { GrowthOfExports } from "../growth.ts";
import { countsIn, firstFollow } from "./follow-times.ts";
import { nextStart, periodStart } from "./periods.ts";

/** Those who came in a month and were seen in an export, and how many of them are still there. */
export interface Cohort {
  /** When the month begins and ends, in epoch milliseconds. */
  from: number;
  to: number;
  came: number;
  stayed: number;
  /** When the first export that shows the whole month was taken, in epoch milliseconds: who left before it is not known. */
  seenAt: number;
}

/** By rising month; only months that an export shows whole, and of which any follow is known. */
export function cohortsOf(exports: GrowthOfExports, timeZone: string): Cohort[] {
  const { imports, stayed, left } = exports;
  const newest = imports.at(-1)?.takenAt ?? 0;
  const starts = [periodStart("month", firstFollow(stayed, left) ?? newest, timeZone)];
  for (let last = starts[0] ?? 0; last < newest; starts.push(last))
    last = nextStart("month", last, timeZone);
  const there = countsIn(stayed, starts);
  const gone = countsIn(left, starts);
  return there.flatMap((stays, index): Cohort[] => {
    const [from = 0, to = 0] = starts.slice(index);
    const came = stays + (gone[index] ?? 0);
    const shown = imports.find(
      ({ covers }) => covers && covers.from * 1_000 <= from && covers.to * 1_000 >= to - 1_000,
    );
    return came > 0 && shown ? [{ from, to, came, stayed: stays, seenAt: shown.takenAt }] : [];
  });
}
