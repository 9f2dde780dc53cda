import { day } from "../../platform/values/durations.ts";
import type { Growth } from "./growth.ts";
import { firstFollow } from "./rules/follow-times.ts";

/** The ranges that pages of growth offer, as `?range=` says them. */
export const ranges = ["4-weeks", "quarter", "year", "all"] as const;
export type Range = (typeof ranges)[number];

export const isRange = (text: string): text is Range =>
  (ranges as readonly string[]).includes(text);

const lengths: Record<Exclude<Range, "all">, number> = {
  "4-weeks": 28 * day,
  quarter: 91 * day,
  year: 365 * day,
};

/** Epoch milliseconds. */
export interface Period {
  from: number;
  to: number;
}

/** The range up to now. 'All' begins with the first of which anything is known. */
export function periodOf(range: Range, growth: Growth, now: number): Period {
  if (range !== "all") return { from: now - lengths[range], to: now };
  const { exports, instagramCounts, reach, posts } = growth;
  const starts = [
    exports && firstFollow(exports.stayed, exports.left),
    exports?.imports[0]?.takenAt,
    ...[instagramCounts[0]?.at, posts.at(-1)?.postedAt].map((at) => at && at * 1_000),
    reach[0]?.endsAt,
  ].filter((start) => typeof start === "number");
  return { from: Math.min(now, ...starts), to: now };
}
