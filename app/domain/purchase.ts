/**
 * Milliseconds after billing's answer in which a purchase counts as made although no subscription shows it yet:
 * until then it must not be made twice, and its record must not be erased.
 */
const settlingTime = 3_600_000;

/** @param closedAt when billing gave its answer, epoch milliseconds */
export const isSettling = (closedAt: number | null | undefined, now: number) =>
  now - (closedAt ?? 0) < settlingTime;
