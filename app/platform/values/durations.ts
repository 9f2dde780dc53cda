/**
 * Durations in milliseconds, as are all times and durations of this app whose name does not say otherwise. Exports and
 * Redis count in seconds: what is in seconds says so by its name.
 */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
export const week = 7 * day;

export const hourInSeconds = hour / second;
export const dayInSeconds = day / second;
export const weekInSeconds = week / second;

/** Whether less than so many milliseconds have passed since a moment. A clock that was set back has passed them. */
export function isStillWithin(milliseconds: number, since: number): boolean {
  const passed = Date.now() - since;
  return passed >= 0 && passed < milliseconds;
}
