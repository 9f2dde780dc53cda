import { randomUUID } from "node:crypto";
import type { DocumentData, DocumentSnapshot } from "firebase-admin/firestore";
import { z } from "zod";
import { holds, type Window } from "~/features/history/history";
import { type Import, importProblems, importStates, isAlive } from "~/features/history/import";
import { rangeEvidences } from "~/features/history/range-evidence";
import { log } from "~/platform/monitoring/log.server";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { moment } from "~/platform/values/moment";

/** The collection of the imports, one document each. Their lists are in pieces beside them (kept-pieces.server.ts). */
export const collection = "imports";

const count = z.number().int().min(0);
export const time = z
  .custom((value) => moment(value) !== undefined)
  .transform((value) => moment(value) ?? 0);

/** An end of a window without a limit is null: Firestore's queries and other readers know no infinity. */
const window = z
  .object({ from: z.number(), to: z.number().nullable() })
  .transform(({ from, to }): Window => ({ from, to: to ?? Number.POSITIVE_INFINITY }));

export const changes = z
  .object({
    new: count,
    lost: count,
    renamed: count,
    returned: count,
    refollowed: count,
    // Older analyses did not look for them.
    unclear: count.default(0),
  })
  .nullable();
const reading = z.object({ window, known: count, changes });

const document = z.object({
  uid: z.string(),
  state: z.enum(importStates),
  startedAt: time,
  aliveAt: time,
  takenAt: z.number(),
  account: z.string().nullable(),
  // Not in documents from before November 23, 2026.
  ownNames: z.array(z.string()).default([]),
  counts: z.object({ followers: count, following: count.nullable(), skipped: count }),
  // Not in documents from before December 1, 2026.
  skippedByLabel: count.optional(),
  found: z.array(z.string()).transform((parts) => parts as Import["found"][number][]),
  digest: z.string(),
  unreadable: z.record(z.string(), count),
  unknownLabels: z.array(z.object({ file: z.string(), label: z.string(), count })),
  followersShown: z.number().nullable(),
  problems: z.array(z.enum(importProblems)),
  isSeveral: z.boolean().optional(),
  window,
  // Not in documents from before November 24, 2026.
  evidence: z
    .object({
      kind: z.enum(rangeEvidences),
      at: z.number().nullable(),
      than: z.number().nullable(),
    })
    .nullable()
    .default(null),
  decision: z.enum(["use", "whole"]).nullable(),
  answered: z.array(z.enum(holds)).optional(),
  pieces: count,
  readings: z
    .object({
      // Older documents lack it.
      beside: z.array(z.string()).optional(),
      before: count.nullable(),
      range: reading.nullable(),
      whole: reading,
    })
    .nullable(),
});

/** The document of an import that does not match its schema. Only its owner removes it. */
export interface RottenImport {
  id: string;
  /** Epoch milliseconds of the upload, where that can still be read. */
  startedAt: number | undefined;
  fields: DocumentData;
}

/** Imports of a subscriber cannot be read: they must be removed before anything follows from the others. No outage of Firestore. */
export class ImportsUnreadable extends UpstreamError {
  override name = "ImportsUnreadable";

  constructor() {
    super("firestore", "malformed");
  }
}

function asImport(id: string, data: DocumentData | undefined): Import | undefined {
  const read = document.safeParse(data);
  if (!read.success) return undefined;
  const { uid: _uid, ...facts } = read.data;
  return { id, ...facts };
}

function asRotten(id: string, fields: DocumentData): RottenImport {
  const startedAt = moment(fields.startedAt);
  const isPast = startedAt !== undefined && startedAt > 0 && startedAt <= Date.now();
  return { id, startedAt: isPast ? startedAt : undefined, fields };
}

/** Whether a document is this subscriber's, and cannot be read. */
export const isRottenImport = (uid: string, found: DocumentSnapshot): boolean =>
  found.get("uid") === uid && asImport(found.id, found.data()) === undefined;

/** The document of an import. Dates that queries compare are Timestamps. */
export function documentOf(
  uid: string,
  { id: _id, formerDigests: _formerDigests, startedAt, aliveAt, ...facts }: Import,
) {
  // JSON writes null for infinity.
  const plain: DocumentData = JSON.parse(JSON.stringify(facts));
  return { uid, ...plain, startedAt: new Date(startedAt), aliveAt: new Date(aliveAt) };
}

const notRead = "imports cannot be read";

export interface StoredImports {
  imports: Import[];
  /** What is computed without them is wrong: others would be said to have come or left. */
  rotten: RottenImport[];
}

/** All imports of a subscriber, in any order, and those that cannot be read. */
export async function storedImports(uid: string): Promise<StoredImports> {
  const docs = await inFirestore("read", async (database) => {
    const found = await database.collection(collection).where("uid", "==", uid).get();
    return found.docs.map((one) => ({ id: one.id, fields: one.data() }));
  });
  const stored: StoredImports = { imports: [], rotten: [] };
  for (const { id, fields } of docs) {
    const one = asImport(id, fields);
    if (one) stored.imports.push(one);
    else stored.rotten.push(asRotten(id, fields));
  }
  const { length: count } = stored.rotten;
  if (count > 0) log.warn({ count }, notRead);
  return stored;
}

/** All imports of a subscriber, in any order. @throws ImportsUnreadable where one of them cannot be read */
export async function importsOf(uid: string): Promise<Import[]> {
  const { imports, rotten } = await storedImports(uid);
  if (rotten.length > 0) throw new ImportsUnreadable();
  return imports;
}

/** What `randomUUID` makes. */
const importId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * An import of this subscriber; undefined for an id that is not theirs. An id out of an address may be what Firestore
 * refuses (`a/b`), and its refusals count as outages: it is not asked for what cannot be there.
 * @throws ImportsUnreadable
 */
export async function importOf(uid: string, id: string): Promise<Import | undefined> {
  if (!importId.test(id)) return undefined;
  const found = await inFirestore("read", (database) =>
    database.collection(collection).doc(id).get(),
  );
  if (found.get("uid") !== uid) return undefined;
  const one = asImport(id, found.data());
  if (one) return one;
  log.warn({ count: 1 }, notRead);
  throw new ImportsUnreadable();
}

/** Names this process. It reads one import of a subscriber at a time: another that it began and did not end is over. */
const reader = randomUUID();

/**
 * Writes an import that is being read, unless another process reads one of this subscriber.
 * @returns whether it may be read
 */
export const beginReading = (uid: string, one: Import): Promise<boolean> =>
  writeFor(uid, async (transaction, database, _, signal) => {
    const imports = database.collection(collection);
    const reading = imports.where("uid", "==", uid).where("state", "==", "reading");
    const now = Date.now();
    const { docs } = await transaction.get(reading);
    signal.throwIfAborted();
    const isReadElsewhere = docs.some(
      (other) => other.get("reader") !== reader && isAlive(moment(other.get("aliveAt")) ?? 0, now),
    );
    if (isReadElsewhere) return false;
    transaction.set(imports.doc(one.id), { ...documentOf(uid, one), reader });
    return true;
  });

/** Says that the process which reads an import is alive. */
export async function noteAlive(id: string): Promise<void> {
  await inFirestore("write", (database, signal) =>
    commitIn(database, signal, (writes) =>
      writes.update(database.collection(collection).doc(id), { aliveAt: new Date() }),
    ),
  );
}

/**
 * Ends the reading of an import, unless it has ended: in another state, or with nothing left of it.
 * @returns whether it was still being read
 */
export function endReading(uid: string, id: string, to: Import | "gone"): Promise<boolean> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(id);
      const found = await transaction.get(reference);
      signal.throwIfAborted();
      if (found.get("state") !== "reading") return false;
      if (to === "gone") transaction.delete(reference);
      else transaction.set(reference, documentOf(uid, to));
      return true;
    }),
  );
}

/** Erases imports of which no lists are kept. */
export async function eraseImports(imports: readonly Import[]): Promise<void> {
  if (imports.length === 0) return;
  await inFirestore("write", (database, signal) =>
    commitIn(database, signal, (writes) => {
      for (const { id } of imports) writes.delete(database.collection(collection).doc(id));
    }),
  );
}
