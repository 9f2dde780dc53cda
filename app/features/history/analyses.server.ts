import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type {
  DocumentData,
  DocumentSnapshot,
  Firestore,
  Transaction,
} from "firebase-admin/firestore";
import { z } from "zod";
import type { Import, ImportState } from "~/features/history/import";
import {
  changes,
  documentOf,
  collection as importCollection,
  isRottenImport,
  time,
} from "~/features/history/import-documents.server";
import { growthPieces, peopleIndex, pieceRange } from "~/features/history/people-index";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** What was computed from a subscriber's imports, beside the profile. One document each, by uid. */
const collection = "analyses";

const document = z.object({
  /** New with each change of the imports that are held or in use. A computation from an older revision is repeated. */
  revision: z.string(),
  /** Names the lists that belong to it (analysisLists). Null while no import is in use. */
  generation: z.string().nullable(),
  computedAt: time,
  /** What changed with each import in use, by its id; null for the first. */
  changes: z.record(z.string(), changes),
  /** How many pieces the lists take. */
  pieces: z.number().int().min(0),
  /** Where the people of each category are in them. */
  index: peopleIndex,
  /** An analysis that is older than growth has none. */
  growth: growthPieces.exactOptional(),
  /** The zone in which its recommendations tell hours; empty where an older analysis does not say it. */
  timeZone: z.string().catch(""),
});

export interface Analysis extends z.output<typeof document> {}

/**
 * What is read of a document that is rotten as a whole. All else follows from imports and readings; what the hidden are
 * called now may not (`knownBefore`).
 */
const remains = z.object({
  revision: z.unknown().optional(),
  generation: z.string().nullable().catch(null),
  pieces: z.number().catch(0),
  growth: z.object({ names: pieceRange }).partial().optional().catch(undefined),
});

export interface StoredAnalysis {
  /** Undefined also where the document is rotten. A change replaces that. */
  analysis?: Analysis;
  /** Of any document, a rotten one included. */
  remains?: z.output<typeof remains>;
}

export async function storedAnalysis(uid: string): Promise<StoredAnalysis> {
  const found = await inFirestore("read", (database) =>
    database.collection(collection).doc(uid).get(),
  );
  if (!found.exists) return {};
  const { data: analysis } = document.safeParse(found.data());
  return analysis ? { analysis, remains: analysis } : { remains: remains.parse(found.data()) };
}

/** Whether there is a document that cannot be read. */
export const isRotten = ({ analysis, remains }: StoredAnalysis): boolean =>
  !analysis && remains !== undefined;

/** @throws UpstreamError `malformed` for a document that cannot be read: no outage of Firestore */
export async function analysisOf(uid: string): Promise<Analysis | undefined> {
  const stored = await storedAnalysis(uid);
  if (isRotten(stored)) throw new UpstreamError("firestore", "malformed");
  return stored.analysis;
}

export interface Change {
  uid: string;
  /** The revision that all of it was computed from, whatever a rotten document says; undefined where there was none. */
  computedFrom: unknown;
  /** Imports in their new state, each with the state that it must still be in. */
  imports: readonly { from: ImportState; to: Import }[];
  /** Imports that go, with the same transaction. */
  erased: readonly Import[];
  /** The id of an import that goes, too, because it cannot be read: it must still be so. */
  removed?: string | undefined;
  /** The key of the connection whose figures are in it: it must still be the subscriber's. */
  connection: string | undefined;
  /** Undefined where no import is held or in use any more, and no connection has given figures. */
  analysis: Analysis | undefined;
  /** The new profile; `none` where there is nothing that it could come from, `unchanged` where nothing of that has changed. */
  profile: DocumentData | "none" | "unchanged";
}

/**
 * `changed`: another request has changed the imports meanwhile, so all must be computed again.
 * `outside`: the outside system has a profile of this subscriber, which is never overwritten (docs/product.md#sources).
 */
export type Switch = "switched" | "changed" | "outside";

/** Puts a change in place: imports, analysis and profile together, or none of them. */
export function switchAnalysis(change: Change): Promise<Switch> {
  return writeFor(
    change.uid,
    (transaction, database, found) => {
      const verdict = judge(found, change);
      if (verdict === "switched") write(database, transaction, change);
      return verdict;
    },
    (database) => judgedBy(database, change),
  );
}

function judgedBy(database: Firestore, { uid, imports, removed, connection }: Change) {
  const ids = [...imports.map(({ to }) => to.id), ...(removed === undefined ? [] : [removed])];
  return [
    database.collection(collection).doc(uid),
    database.collection("profiles").doc(uid),
    ...ids.map((id) => database.collection(importCollection).doc(id)),
    ...(connection === undefined ? [] : [database.collection("connections").doc(uid)]),
  ];
}

function judge(
  [analysis, profile, ...documents]: DocumentSnapshot[],
  { uid, computedFrom, imports, removed, connection }: Change,
): Switch {
  const rotten = removed === undefined ? undefined : documents[imports.length];
  if (removed !== undefined && !(rotten && isRottenImport(uid, rotten))) return "changed";
  if (profile?.exists && profile.get("_source") !== "built-in") return "outside";
  if (!isDeepStrictEqual(analysis?.get("revision"), computedFrom)) return "changed";
  // Without an analysis there is no revision that would tell of a connection that was erased meanwhile.
  if (connection !== undefined && documents.at(-1)?.get("key") !== connection) return "changed";
  const isAsExpected = imports.every(({ from }, index) => documents[index]?.get("state") === from);
  return isAsExpected ? "switched" : "changed";
}

function write(database: Firestore, transaction: Transaction, change: Change): void {
  const { uid, imports, erased, removed, analysis, profile } = change;
  for (const { to } of imports)
    transaction.set(database.collection(importCollection).doc(to.id), documentOf(uid, to));
  const gone = [...erased.map(({ id }) => id), ...(removed === undefined ? [] : [removed])];
  for (const id of gone) transaction.delete(database.collection(importCollection).doc(id));
  const analysisDocument = database.collection(collection).doc(uid);
  if (analysis)
    transaction.set(analysisDocument, { ...analysis, computedAt: new Date(analysis.computedAt) });
  else transaction.delete(analysisDocument);
  const profileDocument = database.collection("profiles").doc(uid);
  if (profile === "none") transaction.delete(profileDocument);
  else if (profile !== "unchanged") transaction.set(profileDocument, profile);
}

/**
 * Removes an import that cannot be read where another one cannot be read either: until that is removed, too, nothing can be
 * computed. The analysis stays, without what changed with each import, so that the next computation begins from the first import.
 * @returns false where one of the two is gone or can be read again: then nothing has changed
 */
export const removeBesideRotten = (uid: string, id: string, other: string): Promise<boolean> =>
  writeFor(
    uid,
    (transaction, database, [analysis, ...both]) => {
      if (!both.every((one) => isRottenImport(uid, one))) return false;
      transaction.delete(database.collection(importCollection).doc(id));
      if (analysis?.exists)
        transaction.update(analysis.ref, { revision: randomUUID(), changes: {} });
      return true;
    },
    (database) => [
      database.collection(collection).doc(uid),
      ...[id, other].map((one) => database.collection(importCollection).doc(one)),
    ],
  );
