import type {
  DocumentData,
  DocumentReference,
  Firestore,
  Transaction,
} from "firebase-admin/firestore";
import type { OutboxEntry } from "~/platform/outbox/outbox";
import {
  type EntryKind,
  type FoundEntry,
  readEntry,
} from "~/platform/outbox/store/document.server";
import { erasureCheck } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

type Collection = Pick<EntryKind, "collection">;

/** A document that is written together with an entry. */
export interface DocumentBeside {
  kind: Collection;
  id: string;
  entry: object;
  /**
   * The same for all, such as a text by its digest: this process writes it once. Written with each entry, it would be the
   * one document that all of them wait for.
   */
  isShared?: true;
}

/** A change of another document together with an entry, by what stands there. */
export interface Amendment {
  kind: Collection;
  id: string;
  /** What changes of its fields; undefined: nothing. */
  changesOf: (fields: DocumentData) => DocumentData | undefined;
}

/** The shared documents that this process has written. There are few; whoever forgets them writes them anew. */
const written = new Set<string>();
const mostWritten = 1_000;
const nameOf = ({ kind, id }: DocumentBeside) => `${kind.collection}/${id}`;

interface Decision<P, G, T> {
  /** Replaces the document. */
  next?: OutboxEntry<P, G>;
  /** Merged into the document. */
  fields?: Record<string, unknown>;
  /** Erases the document. */
  erases?: true;
  /** Other documents, such as a new entry of another kind, written in the same transaction. */
  begins?: readonly DocumentBeside[];
  /** Other documents that are changed in the same transaction, each at most once. */
  amends?: readonly Amendment[];
  result: T;
}

/** Firestore failed before the write: nothing was written, and nothing will be. */
export class NothingWritten extends UpstreamError {}

/**
 * Reads, decides and writes in one transaction. `decide` may run several times, as Firestore retries on contention.
 * @param owner whose erasure keeps it from being written (`erasureCheck`): of entries that are begun for a subscriber
 */
export async function decideEntry<P, G, T>(
  kind: EntryKind<P, G>,
  id: string,
  decide: (found: FoundEntry<P, G>, now: number) => Decision<P, G, T>,
  owner?: string,
): Promise<T> {
  let isWriting = false;
  let beside: readonly DocumentBeside[] = [];
  const readChecked = owner === undefined ? undefined : erasureCheck(owner);
  const transaction = inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = documentOf(database, kind, id);
      const [document] = readChecked
        ? await readChecked(database, transaction, [reference])
        : [await transaction.get(reference)];
      // After the deadline the caller has got an error, so nothing may be written.
      signal.throwIfAborted();
      const decision = decide(readEntry(kind, document?.data()), Date.now());
      const { next, fields, erases, begins, amends = [], result } = decision;
      const amend = await readAmended(database, transaction, amends);
      signal.throwIfAborted();
      isWriting = true;
      amend();
      if (next) transaction.set(reference, next);
      if (fields) transaction.set(reference, fields, { merge: true });
      if (erases) transaction.delete(reference);
      beside = (begins ?? []).filter((one) => !one.isShared || !written.has(nameOf(one)));
      for (const { kind: other, id: name, entry } of beside)
        transaction.set(documentOf(database, other, name), entry);
      return result;
    }),
  );
  try {
    const result = await transaction;
    if (written.size > mostWritten) written.clear();
    for (const one of beside) if (one.isShared) written.add(nameOf(one));
    return result;
  } catch (error) {
    if (!(error instanceof UpstreamError) || isWriting) throw error;
    throw new NothingWritten(error.system, error.kind, error.status);
  }
}

/** Reads what is amended, before anything is written. @returns writes the changes */
async function readAmended(
  database: Firestore,
  transaction: Transaction,
  amends: readonly Amendment[],
): Promise<() => void> {
  if (amends.length === 0) return () => {};
  const wanted = amends.map(({ kind, id }) => documentOf(database, kind, id));
  const found = await transaction.getAll(...wanted);
  return () => {
    for (const [at, document] of found.entries()) {
      const changes = amends[at]?.changesOf(document.data() ?? {});
      if (changes) transaction.update(document.ref, changes);
    }
  };
}

/** The entry with this id; undefined if it does not exist or is malformed. */
export async function entryAt<P, G>(
  kind: EntryKind<P, G>,
  id: string,
): Promise<OutboxEntry<P, G> | undefined> {
  return (await foundAt(kind, id)).entry;
}

/** What stands under this id. */
export function foundAt<P, G>(kind: EntryKind<P, G>, id: string): Promise<FoundEntry<P, G>> {
  return inFirestore("read", async (database) => {
    const document = await documentOf(database, kind, id).get();
    return readEntry(kind, document.data());
  });
}

function documentOf(
  database: Firestore,
  { collection }: Collection,
  id: string,
): DocumentReference {
  return database.collection(collection).doc(id);
}
