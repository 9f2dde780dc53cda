import type {
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
  Timestamp,
} from "firebase-admin/firestore";
import { inFirestore } from "~/clients/firestore.server";
import { hasGrpcStatus } from "~/domain/grpc-status";
import { type Fields, ownerOf, type PersonalCollection } from "~/domain/retention";

/** One of the app's own documents, with the version that was read. */
export interface KeptDocument {
  id: string;
  fields: Fields;
  version: Timestamp;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** The person whose documents are asked for. */
export interface Person {
  uid: string;
  /** A wish that came by a mailed link may name only the subscription, no account. */
  subscriptionIds: readonly string[];
}

/** Every document of a collection that is about this person, and about nobody else. */
export function documentsOf(
  collection: PersonalCollection,
  { uid, subscriptionIds }: Person,
): Promise<KeptDocument[]> {
  return inFirestore("read", async (database) => {
    const documents = database.collection(collection.name);
    const documentIds =
      collection.owner.by === "name"
        ? [uid]
        : collection.namedBySubscription
          ? subscriptionIds.map(encodeURIComponent)
          : [];
    const [named, owned] = await Promise.all([
      documentIds.length > 0 ? database.getAll(...documentIds.map((id) => documents.doc(id))) : [],
      collection.owner.by === "field"
        ? documents.where(collection.owner.field, "==", uid).get()
        : { docs: [] },
    ]);
    const found = new Map<string, KeptDocument>();
    for (const snapshot of [...named, ...owned.docs]) {
      if (!isThere(snapshot)) continue;
      const document = asRead(snapshot);
      const owner = ownerOf(collection, document);
      if (owner === undefined || owner === uid) found.set(document.id, document);
    }
    return [...found.values()];
  });
}

const isThere = (snapshot: DocumentSnapshot): snapshot is QueryDocumentSnapshot => snapshot.exists;

const asRead = (snapshot: QueryDocumentSnapshot): KeptDocument => ({
  id: snapshot.id,
  fields: snapshot.data(),
  version: snapshot.updateTime,
  createdAt: snapshot.createTime.toMillis(),
});

/**
 * Erases documents, each only as it was read: one that has changed since is about something newer.
 * @returns how many were erased
 */
export async function eraseDocuments(
  collectionName: string,
  documents: readonly KeptDocument[],
): Promise<number> {
  if (documents.length === 0) return 0;
  const erased = await inFirestore("write", (database) =>
    Promise.all(documents.map((document) => eraseOne(database, collectionName, document))),
  );
  return erased.filter(Boolean).length;
}

async function eraseOne(
  database: Firestore,
  collectionName: string,
  { id, version }: KeptDocument,
): Promise<boolean> {
  try {
    await database.collection(collectionName).doc(id).delete({ lastUpdateTime: version });
    return true;
  } catch (error) {
    // It is gone, or has changed since it was read.
    if (hasGrpcStatus(error, "notFound", "failedPrecondition", "aborted")) return false;
    throw error;
  }
}

/** Documents of a page, few enough to be read and erased within the deadlines. */
const pageSize = 100;

/** A collection's documents whose date is before `before`, oldest first, page by page. */
export async function* documentsBefore(
  { name, field }: { name: string; field: string },
  before: number | Date,
): AsyncGenerator<KeptDocument[]> {
  let last: QueryDocumentSnapshot | undefined;
  for (;;) {
    const { docs } = await inFirestore("read", (database) => {
      const query: Query = database
        .collection(name)
        .where(field, "<", before)
        .orderBy(field)
        .limit(pageSize);
      return (last ? query.startAfter(last) : query).get();
    });
    if (docs.length > 0) yield docs.map(asRead);
    if (docs.length < pageSize) return;
    last = docs.at(-1);
  }
}

/** `profiles/{uid}` as the analysis wrote it; the app only reads it (contract 6). */
export function profileDocument(uid: string): Promise<Fields | undefined> {
  return inFirestore("read", async (database) =>
    (await database.collection("profiles").doc(uid).get()).data(),
  );
}
