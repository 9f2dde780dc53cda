import type { GrowthImport, GrowthOfExports } from "./growth.ts";

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

/** Up to when every follower is known, in epoch milliseconds: no sum of follows counts all after it. */
export const countedUpTo = ({ gaps: [first] }: Gaps): number =>
  first ? first.from * 1_000 : Number.POSITIVE_INFINITY;

/** The last list of all followers before this import: losses are counted between such two. */
export const wholeBefore = <I extends GrowthImport>(
  imports: readonly I[],
  index: number,
): I | undefined => imports.slice(0, index).findLast(({ isPart }) => !isPart);
