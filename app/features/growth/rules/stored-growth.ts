import type { Window } from "../../history/history.ts";
import { preparationSeconds, secondsOf } from "../../history/window.ts";
import type { Growth, GrowthImport, GrowthOfExports } from "../growth.ts";
import { type FollowTimes, followTimesByDay } from "./follow-times.ts";

/** As JSON: quarters as differences, which are small. */
export const storedGrowth = (growth: Growth): object => ({
  ...growth,
  exports: growth.exports && {
    ...growth.exports,
    stayed: withQuarters(growth.exports.stayed, (quarter, before) => quarter - before),
    left: withQuarters(growth.exports.left, (quarter, before) => quarter - before),
  },
});

/** @param stored what `storedGrowth` has made, after JSON */
export function restoredGrowth(stored: Growth): Growth {
  const whole = (times: FollowTimes) => {
    let sum = 0;
    return withQuarters(times, (difference) => {
      sum += difference;
      return sum;
    });
  };
  const { exports } = stored;
  return {
    ...stored,
    exports: exports && { ...exports, stayed: whole(exports.stayed), left: whole(exports.left) },
  };
}

const withQuarters = (
  { quarters, counts }: FollowTimes,
  change: (quarter: number, before: number) => number,
): FollowTimes => ({
  quarters: quarters.map((quarter, index) => change(quarter, quarters[index - 1] ?? 0)),
  counts,
});

/** What was kept before weeks were cut in time zones: UTC days, and sums of losses between lists of all time. */
interface GrowthOfVersion1 extends Omit<Growth, "exports"> {
  exports:
    | (Pick<GrowthOfExports, "gaps"> & {
        imports: readonly (Pick<GrowthImport, "takenAt" | "followers" | "shown" | "isPart"> & {
          left: number | null;
        })[];
        firstDay: number;
        stayed: readonly number[];
        left: readonly number[];
        undated: number;
      })
    | null;
}

/** In the form of today. It is computed anew with the next import or reading. */
export function growthOfVersion1({ exports, ...growth }: GrowthOfVersion1): Growth {
  if (!exports) return { ...growth, exports: null };
  const { imports, firstDay, stayed, left, gaps, undated } = exports;
  const [first] = imports;
  return {
    ...growth,
    exports: {
      gaps,
      imports: imports.map(({ left: lost, ...one }, index): GrowthImport => {
        const before = imports.slice(0, index).findLast(({ isPart }) => !isPart);
        const losses = before && lost !== null ? [{ from: before.takenAt, left: lost }] : [];
        return {
          ...one,
          changes: null,
          losses,
          covers: one.isPart ? null : allBefore(one.takenAt),
        };
      }),
      stayed: followTimesByDay(firstDay, stayed),
      left: followTimesByDay(firstDay, left),
      // This version did not keep who was there at the first of several.
      firstLook:
        first && imports.length === 1 && !first.isPart
          ? { takenAt: first.takenAt, firstDay, counts: stayed, undated }
          : null,
    },
  };
}

const allBefore = (takenAt: number): Window => ({
  from: 0,
  to: secondsOf(takenAt) - preparationSeconds,
});
