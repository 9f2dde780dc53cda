import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { minute } from "~/platform/values/durations";

/** Another press within so many milliseconds after a confirmation counts as a repetition of that cancellation. */
export const samePress = minute;

/** The last wish that this process has seen, by subscription id. */
const seen = new LRUCache<string, { key: string; confirmedAt: number | null }>({
  maxSize: 8 * 1_048_576,
  sizeCalculation: (_, subscriptionId) => 512 + 2 * subscriptionId.length,
});

export function rememberKey(subscriptionId: string, key: string, confirmedAt: number | null): void {
  seen.set(subscriptionId, { key, confirmedAt });
}

/**
 * The idempotency key for billing of a wish whose stored entry, if any, has not been read. Derived instead of random, so
 * that a second press gets the same key, also if Firestore is slow or down.
 */
export function cancellationKeyOf(subscriptionId: string, pressedAt: number): string {
  const last = seen.get(subscriptionId);
  const isSame = last && pressedAt - (last.confirmedAt ?? pressedAt) < samePress;
  return isSame ? last.key : keyAfter(subscriptionId, last?.key, pressedAt);
}

/** More cancellations of one membership than anybody makes in a day. */
const maxPerDay = 20;

/**
 * The key after `used` on the day of the press, or that day's first key if `used` is not one of them. The digest of
 * `["cancellation", "sub-1", "2026-11-21", 1]` is the key of the second cancellation of sub-1 on 21 November.
 */
export function keyAfter(
  subscriptionId: string,
  used: string | undefined,
  pressedAt: number,
): string {
  const day = new Date(pressedAt).toISOString().slice(0, 10);
  const keys = Array.from({ length: maxPerDay }, (_, nth) =>
    createHash("sha256")
      .update(JSON.stringify(["cancellation", subscriptionId, day, nth]))
      .digest("hex"),
  );
  const next = used === undefined ? 0 : keys.indexOf(used) + 1;
  return keys[next] ?? keys[maxPerDay - 1] ?? "";
}
