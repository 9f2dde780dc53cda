import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { day, hour, minute } from "~/platform/values/durations";

/** The subscriber, and the key of their connection. */
const countingPayload = z.object({ uid: z.string().min(1), connection: z.string().min(1) });
export type CountingPayload = z.output<typeof countingPayload>;

const countingProgress = z.object({});
export type CountingProgress = z.output<typeof countingProgress>;

/** How `countings/{uid}` is kept; the outbox kind `counting` is this with its handler. */
export const countingEntries: EntryKind<CountingPayload, CountingProgress> = {
  name: "counting",
  collection: "countings",
  payload: countingPayload,
  progress: countingProgress,
  // It is renewed with each day that is counted, and while the profile is computed anew.
  lease: 120_000,
  backOff: { first: minute, most: 3 * hour },
  askPersonAfter: 2 * day,
  stopsThen: false,
};

/** Notes that Instagram must be asked what it counts itself. A counting of the same connection under way goes on. */
export function keepCounting(payload: CountingPayload): Promise<void> {
  const key = randomUUID();
  return decideEntry<CountingPayload, CountingProgress, void>(
    countingEntries,
    payload.uid,
    ({ entry, malformed }, now) => {
      const isUnderWay =
        entry?.state === "open" &&
        entry.dueAt !== null &&
        entry.payload.connection === payload.connection;
      if (isUnderWay) return { result: undefined };
      const wish = { key, payload, progress: {}, runsInBackground: true };
      // Above every lease that was ever given: who counts for an earlier connection has lost it.
      const lease = ((entry ?? malformed)?.lease ?? 0) + 1;
      return { next: { ...newEntry(countingEntries, wish, now), lease }, result: undefined };
    },
    payload.uid,
  );
}
