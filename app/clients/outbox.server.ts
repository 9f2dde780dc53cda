import type { DocumentReference, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { inFirestore } from "~/clients/firestore.server";
import { log } from "~/clients/log.server";
import { entryName } from "~/clients/outbox-name.server";
import { UpstreamError } from "~/clients/upstream.server";
import {
  claimed,
  entryStates,
  isDue,
  isHeld,
  type KindRules,
  type OutboxEntry,
  renewed,
} from "~/domain/outbox";

/** How a kind's entries are kept: one collection, every document of one form. */
export interface KeptKind<Payload = unknown, Progress = unknown> extends KindRules {
  name: string;
  collection: string;
  payload: z.ZodType<Payload>;
  progress: z.ZodType<Progress>;
}

/** An entry that the caller has for itself, until its lease has passed on. */
export interface Claim<Payload = unknown, Progress = unknown> {
  /** The document's name. */
  id: string;
  entry: OutboxEntry<Payload, Progress>;
}

/** What can still be read of a document that is malformed. */
export interface Malformed {
  key: string | undefined;
  state: string | undefined;
  lease: number;
  /** The fields that are wrong, never their values. */
  reason: string;
  /** Whether it has been set aside already. */
  isSetAside: boolean;
}

/** What stands at an id: an entry, a malformed document, or nothing. */
export interface Standing<Payload, Progress> {
  entry?: OutboxEntry<Payload, Progress>;
  malformed?: Malformed;
}

const frame = z.object({
  key: z.string().min(1),
  state: z.enum(entryStates),
  requestedAt: z.number(),
  updatedAt: z.number(),
  dueAt: z.number().nullable(),
  lease: z.number(),
  leaseUntil: z.number(),
  attempts: z.number(),
  patientUntil: z.number(),
  needsPerson: z.object({ at: z.number(), reason: z.string() }).nullable(),
});

/** Reads a document of the kind. Never throws: a malformed one says so. */
export function readEntry<P, G>(
  { payload, progress }: KeptKind<P, G>,
  fields: Record<string, unknown> | undefined,
): Standing<P, G> {
  if (!fields) return {};
  const read = frame.extend({ payload, progress }).safeParse(fields);
  if (read.success) return { entry: read.data as OutboxEntry<P, G> };
  const wrong = read.error.issues.map(({ path }) => path.join(".") || "document");
  return {
    malformed: {
      key: z.string().min(1).optional().catch(undefined).parse(fields.key),
      state: z.string().optional().catch(undefined).parse(fields.state),
      lease: z.number().catch(0).parse(fields.lease),
      reason: `malformed: ${[...new Set(wrong)].join(", ")}`,
      isSetAside: (fields.setAside ?? null) !== null,
    },
  };
}

interface Decision<P, G, T> {
  /** Written instead of what stands there. */
  next?: OutboxEntry<P, G>;
  /** Written beside what stands there. */
  fields?: Record<string, unknown>;
  result: T;
}

/** Firestore failed before anything was written: it was not, and will not be. */
export class NothingWritten extends UpstreamError {}

/** Reads, decides and writes as one step, whatever other processes do. */
export async function decideEntry<P, G, T>(
  kind: KeptKind<P, G>,
  id: string,
  decide: (found: Standing<P, G>, now: number) => Decision<P, G, T>,
): Promise<T> {
  let isWriting = false;
  const step = inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = at(database, kind, id);
      const document = await transaction.get(reference);
      // Whoever asked has been told that it failed: nothing is begun after that.
      signal.throwIfAborted();
      const { next, fields, result } = decide(readEntry(kind, document.data()), Date.now());
      isWriting = true;
      if (next) transaction.set(reference, next);
      if (fields) transaction.set(reference, fields, { merge: true });
      return result;
    }),
  );
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof UpstreamError) || isWriting) throw error;
    throw new NothingWritten(error.system, error.kind);
  }
}

interface NewEntry<P, G> {
  key: string;
  payload: P;
  progress: G;
  /** Whether it is run by itself from now on, or only by who asks for it. */
  due: boolean;
}

interface Wish<P, G> {
  /** Whether the entry says that what is wished has been done. */
  isDone(entry: OutboxEntry<P, G>, now: number): boolean;
  /** Whether the wish is the entry's, which is still to be carried out. */
  canJoin(entry: OutboxEntry<P, G>, now: number): boolean;
  /** What the wish adds to the entry that it joins. */
  join(entry: OutboxEntry<P, G>, now: number): Partial<OutboxEntry<P, G>>;
  /** What is kept where there is nothing to join. */
  begin(found: Standing<P, G>): NewEntry<P, G>;
}

export interface Kept<P, G> {
  entry: OutboxEntry<P, G>;
  /** Where the caller is to carry it out; else another process does, or nothing is left to do. */
  claim?: Claim<P, G>;
}

/** Keeps a wish durably; once this resolves it cannot be lost. Of any number of callers one is to carry it out. */
export function keepEntry<P, G>(
  kind: KeptKind<P, G>,
  id: string,
  { isDone, canJoin, join, begin }: Wish<P, G>,
): Promise<Kept<P, G>> {
  return decideEntry<P, G, Kept<P, G>>(kind, id, (found, now) => {
    const { entry, malformed } = found;
    if (entry && (isDone(entry, now) || (canJoin(entry, now) && isHeld(entry, now))))
      return { result: { entry } };
    const next = claimed<OutboxEntry<P, G>>(
      entry && canJoin(entry, now)
        ? { ...entry, state: "open", ...join(entry, now) }
        : { ...newEntry(kind, begin(found), now), lease: (entry ?? malformed)?.lease ?? 0 },
      kind,
      now,
    );
    return { next, result: { entry: next, claim: { id, entry: next } } };
  });
}

const newEntry = <P, G>(kind: KeptKind<P, G>, { due, ...wish }: NewEntry<P, G>, now: number) => ({
  ...wish,
  state: "open" as const,
  requestedAt: now,
  updatedAt: now,
  dueAt: due ? now : null,
  leaseUntil: 0,
  attempts: 0,
  patientUntil: now + kind.askPersonAfter,
  needsPerson: null,
});

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
 * Takes up an entry that is due; of any number of callers, in however many processes, one gets it. A malformed one
 * is set aside: it stays as it is, concerns no other, and waits for a person.
 */
export async function claimEntry<P, G>(
  kind: KeptKind<P, G>,
  id: string,
): Promise<Claim<P, G> | undefined> {
  let wrong: string | undefined;
  try {
    return await decideEntry<P, G, Claim<P, G> | undefined>(
      kind,
      id,
      ({ entry, malformed }, now) => {
        wrong = malformed?.isSetAside ? undefined : malformed?.reason;
        if (wrong !== undefined) {
          const setAside = { at: now, reason: wrong };
          return { fields: { dueAt: null, updatedAt: now, setAside }, result: undefined };
        }
        // What cannot be taken up must not stand first among what is due for ever.
        if (malformed) return { fields: { dueAt: null }, result: undefined };
        if (!entry || entry.dueAt === null || entry.dueAt > now) return { result: undefined };
        if (!isDue(entry, now)) {
          const dueAt = entry.state === "open" ? entry.leaseUntil : null;
          return { fields: { dueAt }, result: undefined };
        }
        const next = claimed(entry, kind, now);
        return { next, result: { id, entry: next } };
      },
    );
  } finally {
    // Also where the write's answer is lost: it may have been written, and twice is better than never.
    if (wrong !== undefined)
      log.error(
        { entry: entryName(kind.name, id), reason: wrong },
        "an outbox document was set aside",
      );
  }
}

/**
 * Notes something of an entry that the caller has claimed, and renews its lease unless `change` gives it back.
 * @returns undefined where the lease has passed on: then nothing is noted, and the caller has to stop
 */
export function noteEntry<P, G>(
  kind: KeptKind<P, G>,
  { id, entry: { key, lease } }: Claim<P, G>,
  change: (entry: OutboxEntry<P, G>, now: number) => OutboxEntry<P, G>,
): Promise<Claim<P, G> | undefined> {
  return decideEntry(kind, id, ({ entry }, now) => {
    if (entry?.state !== "open" || entry.key !== key || entry.lease !== lease)
      return { result: undefined };
    const next = change(renewed(entry, kind, now), now);
    return { next, result: { id, entry: next } };
  });
}

/** The entry at an id; undefined where there is none that can be read. */
export function entryAt<P, G>(
  kind: KeptKind<P, G>,
  id: string,
): Promise<OutboxEntry<P, G> | undefined> {
  return inFirestore("read", async (database) => {
    const document = await at(database, kind, id).get();
    return readEntry(kind, document.data()).entry;
  });
}

function at(database: Firestore, { collection }: KeptKind, id: string): DocumentReference {
  return database.collection(collection).doc(id);
}
