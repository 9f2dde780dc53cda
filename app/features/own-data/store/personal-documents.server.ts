import type {
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
} from "firebase-admin/firestore";
import {
  type DocumentFields,
  type OwnedCollection,
  ownerOf,
} from "~/features/own-data/rules/retention";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { hasGrpcStatus } from "~/platform/upstream/grpc-status";

/** A document as it was read. `version` is its update time, for a conditional delete. */
export interface StoredDocument {
  id: string;
  fields: DocumentFields;
  version: Timestamp;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** The person whose documents are asked for. */
export interface DocumentOwner {
  uid: string;
  /** A cancellation by a mailed link may be stored under the subscription's id, without a uid. */
  subscriptionIds: readonly string[];
}

/** Small enough that a page is read and erased within the deadlines. */
const pageSize = 100;

/** This person's documents in a collection. Leaves out those that belong to another account. */
export function documentsOf(
  collection: OwnedCollection,
  { uid, subscriptionIds }: DocumentOwner,
): Promise<StoredDocument[]> {
  const { name, ownerField, namedBySubscription, readFields, isOurs = () => true } = collection;
  return inFirestore("read", async (database) => {
    const documents = database.collection(name);
    const ofSubscriptions = namedBySubscription ? subscriptionIds.map(encodeURIComponent) : [];
    const ids = ownerField === undefined ? [uid] : ofSubscriptions;
    const read = readFields ? documents.select(...readFields) : documents;
    const [byId, byOwner] = await Promise.all([
      ids.length > 0 ? database.getAll(...ids.map((id) => documents.doc(id))) : [],
      ownerField === undefined ? { docs: [] } : read.where(ownerField, "==", uid).get(),
    ]);
    const found = new Map<string, StoredDocument>();
    for (const snapshot of [...byId, ...byOwner.docs]) {
      if (!exists(snapshot)) continue;
      const document = toDocument(snapshot);
      const owner = ownerOf(collection, document);
      if ((owner === undefined || owner === uid) && isOurs(document.fields))
        found.set(document.id, document);
    }
    return [...found.values()];
  });
}

const exists = (snapshot: DocumentSnapshot): snapshot is QueryDocumentSnapshot => snapshot.exists;

const toDocument = (snapshot: QueryDocumentSnapshot): StoredDocument => ({
  id: snapshot.id,
  fields: snapshot.data(),
  version: snapshot.updateTime,
  createdAt: snapshot.createTime.toMillis(),
});

/**
 * Erases documents. Skips one that has changed since it was read, because it may be in use again.
 * @param nameless the fields that change in a document that stays, as one that names nobody any more
 * @returns how many were erased, or made nameless
 */
export async function eraseDocuments(
  collectionName: string,
  documents: readonly StoredDocument[],
  nameless: (fields: DocumentFields) => DocumentFields | undefined = () => undefined,
): Promise<number> {
  let count = 0;
  for (let from = 0; from < documents.length; from += pageSize) {
    const page = documents.slice(from, from + pageSize);
    const erased = await inFirestore("write", (database, signal) =>
      Promise.all(
        page.map((document) =>
          eraseOne(database, signal, collectionName, document, nameless(document.fields)),
        ),
      ),
    );
    count += erased.filter(Boolean).length;
  }
  return count;
}

/** Sets fields of a document, and nothing where there is none. */
export const setIfThere = (collectionName: string, id: string, fields: DocumentFields) =>
  inFirestore("write", (database, signal) => {
    const reference = database.collection(collectionName).doc(id);
    return commitIn(database, signal, (writes) => writes.update(reference, fields)).catch(
      (error: unknown) => {
        if (!hasGrpcStatus(error, "notFound")) throw error;
      },
    );
  });

/** @returns whether there was none */
export const createIfNone = (collectionName: string, id: string, fields: DocumentFields) =>
  inFirestore("write", async (database, signal) => {
    const reference = database.collection(collectionName).doc(id);
    try {
      await commitIn(database, signal, (writes) => writes.create(reference, fields));
      return true;
    } catch (error) {
      if (!hasGrpcStatus(error, "alreadyExists")) throw error;
      return false;
    }
  });

async function eraseOne(
  database: Firestore,
  signal: AbortSignal,
  collectionName: string,
  { id, version }: StoredDocument,
  namelessFields: DocumentFields | undefined,
): Promise<boolean> {
  try {
    const reference = database.collection(collectionName).doc(id);
    const unchanged = { lastUpdateTime: version };
    await commitIn(database, signal, (writes) =>
      namelessFields
        ? writes.update(reference, namelessFields, unchanged)
        : writes.delete(reference, unchanged),
    );
    return true;
  } catch (error) {
    // Already deleted, or changed since it was read.
    if (hasGrpcStatus(error, "notFound", "failedPrecondition", "aborted")) return false;
    throw error;
  }
}

/**
 * A collection's documents with a date earlier than `before`, oldest first, in pages.
 * @param date the field with it, and whether it is stored in epoch milliseconds instead of as a Timestamp
 */
export async function* documentsBefore(
  name: string,
  { field, inMilliseconds }: { field: string; inMilliseconds?: true | undefined },
  before: number,
): AsyncGenerator<StoredDocument[]> {
  let last: QueryDocumentSnapshot | undefined;
  for (;;) {
    const { docs } = await inFirestore("read", (database) => {
      const query: Query = database
        .collection(name)
        .where(field, "<", inMilliseconds ? before : new Date(before))
        .orderBy(field)
        .limit(pageSize);
      return (last ? query.startAfter(last) : query).get();
    });
    if (docs.length > 0) yield docs.map(toDocument);
    if (docs.length < pageSize) return;
    last = docs.at(-1);
  }
}

/** A document as it is stored, unparsed; undefined without one. */
export const fieldsOf = (collectionName: string, id: string): Promise<DocumentFields | undefined> =>
  inFirestore("read", async (database) =>
    (await database.collection(collectionName).doc(id).get()).data(),
  );
