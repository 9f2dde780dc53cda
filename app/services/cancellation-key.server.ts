import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Milliseconds within which another press means the cancellation that has just been confirmed. */
export const samePress = 60_000;

/** By subscription, the last wish that this process has seen. */
const seen = new LRUCache<string, { key: string; confirmedAt: number | null }>({
  maxSize: 8 * 1_048_576,
  sizeCalculation: (_, subscriptionId) => 512 + 2 * subscriptionId.length,
});

export function rememberKey(subscriptionId: string, key: string, confirmedAt: number | null): void {
  seen.set(subscriptionId, { key, confirmedAt });
}

/**
 * Billing's Idempotency-Key of a wish that was pressed at `pressedAt` and is not known to be kept. It is not drawn at random,
 * so that a second press, and the way past a Firestore that is late or down, name the same wish.
 */
export function keyOf(subscriptionId: string, pressedAt: number): string {
  const last = seen.get(subscriptionId);
  const isSame = last && pressedAt - (last.confirmedAt ?? pressedAt) < samePress;
  return isSame ? last.key : keyAfter(subscriptionId, last?.key, pressedAt);
}

/** More cancellations of one membership in a day than anybody makes. */
const mostADay = 20;

/**
 * The key that follows `used` on the day of the press: the digest of `["cancellation", "sub-1", "2026-11-21", 1]` is that of
 * the second cancellation of sub-1 on 21 November. Where `used` is none of that day's, it is the first one's.
 */
export function keyAfter(
  subscriptionId: string,
  used: string | undefined,
  pressedAt: number,
): string {
  const day = new Date(pressedAt).toISOString().slice(0, 10);
  const keys = Array.from({ length: mostADay }, (_, nth) =>
    createHash("sha256")
      .update(JSON.stringify(["cancellation", subscriptionId, day, nth]))
      .digest("hex"),
  );
  const next = used === undefined ? 0 : keys.indexOf(used) + 1;
  return keys[next] ?? keys[mostADay - 1] ?? "";
}
