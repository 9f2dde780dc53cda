import { day, hour, week } from "../../platform/values/durations.ts";
import { shareOf } from "../../platform/values/share-of.ts";
import type { ReadPost } from "./account-reading.ts";

interface Token {
  /** Epoch milliseconds. */
  obtainedAt: number;
  expiresAt: number;
}

/**
 * When a token is refreshed: between day 30 and day 50, spread over connections. One that lives shorter than 60 days is
 * refreshed a day before it ends at the latest, but not before it is 24 hours old, when Instagram would refuse.
 * @param share from `shareOf`
 */
export function refreshAt({ obtainedAt, expiresAt }: Token, share: number): number {
  const planned = obtainedAt + (30 + share * 20) * day;
  return Math.max(obtainedAt + day, Math.min(planned, expiresAt - day));
}

/** `lost`: it has expired, and only the person can give another one. */
export function refreshState(token: Token, share: number, now: number): "not-yet" | "due" | "lost" {
  if (now >= token.expiresAt) return "lost";
  return now >= refreshAt(token, share) ? "due" : "not-yet";
}

/**
 * When a connection is read next: each day at a time of its own, so that all connections spread over the day. At least
 * an hour after the last reading, as for a reading that the subscriber asks for (docs/product.md#connection), and at most 25.
 * @param readAt of the last reading, epoch milliseconds
 */
export function nextReadingAt(connection: string, readAt: number): number {
  const timeOfDay = Math.floor(shareOf(connection) * day);
  const earliest = readAt + hour;
  const first = Math.floor(earliest / day) * day + timeOfDay;
  return first >= earliest ? first : first + day;
}

/**
 * Whether somebody has stayed away for so long that their account is read no more until they sign in again. Without a
 * subscription nobody signs in, so this ends the readings of those who left, too.
 * @param lastSeenAt epoch milliseconds
 */
export const isAway = (lastSeenAt: number, now: number): boolean => now - lastSeenAt >= 60 * day;

/**
 * Whether a post's comments and insights are read again: each day for 30 days, then once a week. Half a day of slack,
 * since readings do not begin at the same second each day.
 */
export function isPostDue(
  { postedAt, readAt }: Pick<ReadPost, "postedAt" | "readAt">,
  now: number,
): boolean {
  if (readAt === null) return true;
  const every = now - postedAt > 30 * day ? week : day;
  return now - readAt >= every - day / 2;
}
