import { inFirestore } from "~/clients/firestore.server";
import { log } from "~/clients/log.server";
import type { KeptKind } from "~/clients/outbox/document.server";
import { entryName } from "~/clients/outbox/name.server";
import { decideEntry } from "~/clients/outbox/transaction.server";
import { claim, isDue, type OutboxEntry, renewLease } from "~/domain/outbox";

/** An entry that the caller holds the lease of. */
export interface Claim<Payload = unknown, Progress = unknown> {
  /** The document's name. */
  id: string;
  entry: OutboxEntry<Payload, Progress>;
}

/** Ids of what is due, oldest first. */
export function dueIds(kind: KeptKind, limit: number): Promise<string[]> {
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
 * Claims an entry that is due; of any number of callers, in however many processes, one gets it. A malformed
 * document is set aside: it is left as it is, holds up no other, and waits for a person.
 */
export async function claimEntry<P, G>(
  kind: KeptKind<P, G>,
  id: string,
): Promise<Claim<P, G> | undefined> {
  let whySetAside: string | undefined;
  try {
    return await decideEntry<P, G, Claim<P, G> | undefined>(
      kind,
      id,
      ({ entry, malformed }, now) => {
        whySetAside = malformed?.isSetAside ? undefined : malformed?.reason;
        if (whySetAside !== undefined) {
          const setAside = { at: now, reason: whySetAside };
          return { fields: { dueAt: null, updatedAt: now, setAside }, result: undefined };
        }
        // What cannot be claimed must not stay first among what is due.
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
    // Logged even if the write's answer was lost, because it may have been written: twice is better than never.
    if (whySetAside !== undefined)
      log.error(
        { entry: entryName(kind.name, id), reason: whySetAside },
        "an outbox document was set aside",
      );
  }
}

/**
 * Changes an entry that the caller has claimed, and renews its lease unless `change` releases it.
 * @returns undefined if the lease has passed to another process: then nothing was written, and the caller must stop
 */
export function saveProgress<P, G>(
  kind: KeptKind<P, G>,
  { id, entry: { key, lease } }: Claim<P, G>,
  change: (entry: OutboxEntry<P, G>, now: number) => OutboxEntry<P, G>,
): Promise<Claim<P, G> | undefined> {
  return decideEntry(kind, id, ({ entry }, now) => {
    if (entry?.state !== "open" || entry.key !== key || entry.lease !== lease)
      return { result: undefined };
    const next = change(renewLease(entry, kind, now), now);
    return { next, result: { id, entry: next } };
  });
}
