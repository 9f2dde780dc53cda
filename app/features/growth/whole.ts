import type { GrowthOfExports } from "./growth.ts";

type Gaps = Pick<GrowthOfExports, "gaps">;

/**
 * How much of a time the exports show: whether somebody who followed in it may be missing.
 * @param from epoch milliseconds
 * @param to epoch milliseconds, not included
 */
export function shownOf({ gaps }: Gaps, from: number, to: number): "all" | "part" | "nothing" {
  const [first, last] = [from / 1_000, to / 1_000 - 1];
  if (gaps.some((gap) => gap.from <= first && gap.to >= last)) return "nothing";
  return gaps.some((gap) => gap.from <= last && gap.to >= first) ? "part" : "all";
}
