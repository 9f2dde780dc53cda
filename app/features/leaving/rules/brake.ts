import { day, hour } from "../../../platform/values/durations.ts";

/**
 * The brake on public declarations (docs/product.md#leaving): where far more come than usual, a leaked list of addresses may be at
 * work, and a person looks before anybody is canceled.
 */

/** The span over which the usual rate is measured. */
export const usualSpan = 28 * day;
const timesUsual = 10;
/** So many in an hour are never too many. */
const alwaysFine = 50;

/**
 * How many public declarations an hour may have.
 * @param before how many came in the 28 days before
 */
export const mostInHour = (before: number): number =>
  Math.max(alwaysFine, Math.floor((timesUsual * before * hour) / usualSpan));

/** The first and the last of too many declarations within an hour. Epoch milliseconds. */
export interface Flood {
  from: number;
  to: number;
}

/**
 * The flood that a declaration is part of: any hour around it, wherever that begins, in which too many came. So the
 * first of a flood are as suspect as the last.
 * @param times of the declarations around it, in order; `most` on each side are enough
 */
export function floodAround(at: number, times: readonly number[], most: number): Flood | undefined {
  for (const [nth, from] of times.entries()) {
    const to = times[nth + most];
    if (to !== undefined && from <= at && at <= to && to - from < hour) return { from, to };
  }
  return undefined;
}
