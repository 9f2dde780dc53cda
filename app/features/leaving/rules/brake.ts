import { day, hour } from "../../../platform/values/durations.ts";

/**
 * The brake on public declarations (docs/product.md#leaving): where far more come than usual, a leaked list of addresses may be at
 * work, and a person looks before anybody is canceled.
 */

/** The usual rate is taken from so long before the hour in question. */
export const usualSpan = 28 * day;
const timesUsual = 10;
/** So many in an hour are never too many. */
const alwaysFine = 50;

/** The hour in which a time lies. Epoch milliseconds. */
export const hourOf = (time: number): { from: number; to: number } => {
  const from = Math.floor(time / hour) * hour;
  return { from, to: from + hour };
};

/**
 * @param inHour declarations of an hour
 * @param before those of the 28 days before it
 */
export const isFlood = (inHour: number, before: number): boolean =>
  inHour > Math.max(alwaysFine, (timesUsual * before * hour) / usualSpan);
