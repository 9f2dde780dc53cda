import { day, hour, minute } from "../../platform/values/durations.ts";

/**
 * Milliseconds after billing's answer during which a purchase counts as made even if the subscription service does not
 * show it yet. During this time it must not be repeated, and its record must not be erased.
 */
const settlingTime = hour;

/** @param closedAt when billing answered, epoch milliseconds */
export const isSettling = (closedAt: number | null | undefined, now: number) =>
  now - (closedAt ?? 0) < settlingTime;

/** Milliseconds for which an order's key may be repeated: billing keeps it for a day, and afterwards would charge again. */
export const orderKeyKept = day - minute;
