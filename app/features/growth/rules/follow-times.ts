/**
 * How many followed at which time, to the quarter of an hour: every time zone's days begin at one. In rising order, without
 * the quarters in which nobody did.
 */
export interface FollowTimes {
  /** Quarters of an hour since 1970. */
  quarters: readonly number[];
  counts: readonly number[];
}

const quarterSeconds = 900;
export const quarterOf = (milliseconds: number): number =>
  Math.floor(milliseconds / (quarterSeconds * 1_000));

/** @param seconds in any order */
export function followTimes(seconds: Uint32Array): FollowTimes {
  const rising = seconds.map((second) => Math.floor(second / quarterSeconds)).sort();
  const quarters: number[] = [];
  const counts: number[] = [];
  for (const quarter of rising) {
    const last = quarters.length - 1;
    if (quarters[last] === quarter) counts[last] = (counts[last] ?? 0) + 1;
    else {
      quarters.push(quarter);
      counts.push(1);
    }
  }
  return { quarters, counts };
}

/** Counts of UTC days, each at its noon: that is the same day in most time zones. @param firstDay in days since 1970 */
export function followTimesByDay(firstDay: number, days: readonly number[]): FollowTimes {
  const found = days.flatMap((count, index) => (count > 0 ? [[firstDay + index, count]] : []));
  return {
    quarters: found.map(([day = 0]) => day * 96 + 48),
    counts: found.map(([, count = 0]) => count),
  };
}

/** How many followed in each of the stretches, which follow one another: `starts` are epoch milliseconds, the last one ends them. */
export function countsIn({ quarters, counts }: FollowTimes, starts: readonly number[]): number[] {
  const ends = starts.slice(1).map(quarterOf);
  const found = ends.map(() => 0);
  const first = quarterOf(starts[0] ?? 0);
  let stretch = 0;
  for (const [index, quarter] of quarters.entries()) {
    if (quarter < first) continue;
    while (stretch < ends.length && quarter >= (ends[stretch] ?? 0)) stretch += 1;
    if (stretch === ends.length) break;
    found[stretch] = (found[stretch] ?? 0) + (counts[index] ?? 0);
  }
  return found;
}

/** The end of the last one's quarter of an hour, in epoch milliseconds; undefined without any. */
export function endOfFollows({ quarters }: FollowTimes): number | undefined {
  const last = quarters.at(-1);
  return last === undefined ? undefined : (last + 1) * quarterSeconds * 1_000;
}

/** The time of the first, in epoch milliseconds, to the quarter of an hour; undefined without any. */
export function firstFollow(...times: readonly FollowTimes[]): number | undefined {
  const first = Math.min(
    ...times.map(({ quarters: [quarter] }) => quarter ?? Number.POSITIVE_INFINITY),
  );
  return Number.isFinite(first) ? first * quarterSeconds * 1_000 : undefined;
}
