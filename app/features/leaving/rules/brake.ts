import { day, hour } from "../../../platform/values/durations.ts";

/**
 * The brake on public declarations (docs/product.md#leaving): where far more come than usual, a leaked list of addresses may be at
 * work, and a person looks before anybody is canceled.
 */

/** The usual rate is taken from so long before. */
export const usualSpan = 28 * day;
const timesUsual = 10;
/** So many in an hour are never too many. */
const alwaysFine = 50;

/**
 * How many public declarations an hour may have.
 * @param before those of the 28 days before
 */
export const mostInHour = (before: number): number =>
  Math.max(alwaysFine, Math.floor((timesUsual * before * hour) / usualSpan));

/** Of an hour that had too many, from the first declaration to the last that shows it. Epoch milliseconds. */
export interface Flood {
  from: number;
  to: number;
}

/**
 * Whether any hour that a declaration came in, wherever it begins, had too many: then the first of them are as suspect as the last.
 * @param times of the declarations around it, in order; `most` on each side are enough
 */
export function floodAround(at: number, times: readonly number[], most: number): Flood | undefined {
  for (const [nth, from] of times.entries()) {
    const to = times[nth + most];
    if (to !== undefined && from <= at && at <= to && to - from < hour) return { from, to };
  }
  return undefined;
}
