import type { DocumentReference, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { inFirestore } from "~/clients/firestore.server";
import { log } from "~/clients/log.server";
import {
  claimed,
  entryStates,
  isDue,
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
export interface Remains {
  key: string | undefined;
  state: string | undefined;
  lease: number;
  /** The fields that are wrong, never their values. */
  reason: string;
  /** Whether it has been set aside already. */
  isAside: boolean;
}

/** What stands at an id: an entry, the remains of one, or nothing. */
export interface Found<Payload, Progress> {
  entry?: OutboxEntry<Payload, Progress>;
  remains?: Remains;
}

const remark = z.object({ at: z.number(), reason: z.string() });
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
  needsPerson: remark.nullable(),
  givenUp: remark.nullable(),
});

/** Reads a document of the kind. Never throws: a malformed one says so. */
export function readEntry<P, G>(
  { payload, progress }: KeptKind<P, G>,
  fields: Record<string, unknown> | undefined,
): Found<P, G> {
  if (!fields) return {};
  const read = frame.extend({ payload, progress }).safeParse(fields);
  if (read.success) return { entry: read.data as OutboxEntry<P, G> };
  const wrong = read.error.issues.map(({ path }) => path.join(".") || "document");
  return {
    remains: {
      key: z.string().min(1).optional().catch(undefined).parse(fields.key),
      state: z.string().optional().catch(undefined).parse(fields.state),
      lease: z.number().catch(0).parse(fields.lease),
      reason: `malformed: ${[...new Set(wrong)].join(", ")}`,
      isAside: (fields.setAside ?? null) !== null,
    },
  };
}

/** What `decide` makes of what stands there: what is written instead, and what the caller is told. */
export interface Decision<P, G, T> {
  next?: OutboxEntry<P, G>;
  /** Single fields of a document that cannot be read as a whole. */
  fields?: Record<string, unknown>;
  result: T;
}

/** Reads, decides and writes as one step, whatever other processes do. */
export function decideEntry<P, G, T>(
  kind: KeptKind<P, G>,
  id: string,
  decide: (found: Found<P, G>, now: number) => Decision<P, G, T>,
): Promise<T> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = at(database, kind, id);
      const document = await transaction.get(reference);
      // Whoever asked has been told that it may have failed: nothing is begun after that.
      signal.throwIfAborted();
      const { next, fields, result } = decide(readEntry(kind, document.data()), Date.now());
      if (next) transaction.set(reference, next);
      if (fields) transaction.set(reference, fields, { merge: true });
      return result;
    }),
  );
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
 * Takes up an entry that is due; of any number of callers, in however many processes, one gets it. A malformed one
 * is set aside: it stays as it is, concerns no other, and waits for a person.
 */
export async function claimEntry<P, G>(
  kind: KeptKind<P, G>,
  id: string,
): Promise<Claim<P, G> | undefined> {
  const { claim, wrong } = await decideEntry<P, G, { claim?: Claim<P, G>; wrong?: string }>(
    kind,
    id,
    ({ entry, remains }, now) => {
      if (remains && !remains.isAside) {
        const setAside = { at: now, reason: remains.reason };
        const fields = { dueAt: null, updatedAt: now, setAside };
        return { fields, result: { wrong: remains.reason } };
      }
      if (!entry || !isDue(entry, now)) return { result: {} };
      const next = claimed(entry, kind, now);
      return { next, result: { claim: { id, entry: next } } };
    },
  );
  if (wrong) log.error({ kind: kind.name, reason: wrong }, "an outbox document was set aside");
  return claim;
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
