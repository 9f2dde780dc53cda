import { log } from "~/platform/monitoring/log.server";
import { claim, isDue, type OutboxEntry, renewLease } from "~/platform/outbox/outbox";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";

/** An entry whose lease the caller holds. */
export interface Claim<Payload = unknown, Progress = unknown> {
  /** The document's id. */
  id: string;
  entry: OutboxEntry<Payload, Progress>;
}

/** Ids of due entries, the longest due first. */
export function dueIds(kind: EntryKind, limit: number): Promise<string[]> {
  return inFirestore("read", async (database) => {
    const due = await database
      .collection(kind.collection)
      .where("dueAt", "<=", Date.now())
      .orderBy("dueAt")
      .limit(limit)
      .get();
    return due.docs.map(({ id }) => id);
  });
}

/**
 * Claims a due entry. If several callers or processes try, one gets it. A malformed document is set aside as a dead
 * letter: it keeps its content, does not block other entries, and waits for a person.
 */
export async function claimEntry<P, G>(
  kind: EntryKind<P, G>,
  id: string,
): Promise<Claim<P, G> | undefined> {
  let setAsideReason: string | undefined;
  try {
    return await decideEntry<P, G, Claim<P, G> | undefined>(
      kind,
      id,
      ({ entry, malformed }, now) => {
        setAsideReason = malformed?.isSetAside ? undefined : malformed?.reason;
        if (setAsideReason !== undefined) {
          const setAside = { at: now, reason: setAsideReason };
          return { fields: { dueAt: null, updatedAt: now, setAside }, result: undefined };
        }
        // Clears the due time, or the document would stay first in every query for due entries.
        if (malformed) return { fields: { dueAt: null }, result: undefined };
        if (!entry || entry.dueAt === null || entry.dueAt > now) return { result: undefined };
        if (!isDue(entry, now)) {
          const dueAt = entry.state === "open" ? entry.leaseUntil : null;
          return { fields: { dueAt }, result: undefined };
        }
        const next = claim(entry, kind, now);
        return { next, result: { id, entry: next } };
      },
    );
  } finally {
    // Logged even if the write failed, because only its answer may be lost. Two log lines are better than none.
    if (setAsideReason !== undefined)
      log.error(
        { entry: entryName(kind.name, id), reason: setAsideReason },
        "an outbox document was set aside",
      );
  }
}

/**
 * Changes a claimed entry, and renews its lease unless `change` releases it.
 * @returns undefined if the lease has passed to another process: nothing was written, and the caller must stop
 */
export function saveProgress<P, G>(
  kind: EntryKind<P, G>,
  { id, entry: { key, lease } }: Claim<P, G>,
  change: (entry: OutboxEntry<P, G>, now: number) => OutboxEntry<P, G>,
): Promise<Claim<P, G> | undefined> {
  return decideEntry(kind, id, ({ entry }, now) => {
    if (entry?.state !== "open" || entry.key !== key || entry.lease !== lease)
      return { result: undefined };
    const next = change(renewLease(entry, kind, now), now);
    const result = { id, entry: next };
    return kind.isErasedWhenSettled && next.state !== "open"
      ? { erases: true, result }
      : { next, result };
  });
}
