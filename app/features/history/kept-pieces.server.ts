import type { DocumentReference, Firestore } from "firebase-admin/firestore";
import pMap from "p-map";
import type { PieceRange } from "~/features/history/people-index";
import { writerFor } from "~/platform/store/erasure-marks.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";

/**
 * Bytes that are kept in several documents, as one document has a megabyte at most.
 * `importPieces`: the lists of an import, by its id. `analysisLists`: the people of the categories, by the subscriber
 * and the generation of the analysis.
 */
type PieceCollection = "importPieces" | "analysisLists";

/** Pieces that are written or erased at the same time: more would take all places of the circuit breaker. */
const atOnce = 4;
const fewAtOnce = { concurrency: atOnce };
/** Half the places of the circuit breaker: somebody waits for what is read. */
const manyAtOnce = { concurrency: 10 };

const nameOf = (owner: string, index: number) => `${owner}-${index}`;

/** Pieces that are written as they come, a few at the same time. */
export interface PieceWriter {
  /** Resolves as soon as there is room for the next. @throws what the writing of this or an earlier one threw */
  write(bytes: Uint8Array): Promise<void>;
  /** Waits until nothing is being written any more. @returns how many @throws what the writing of any of them threw */
  end(): Promise<number>;
  /** Erases all, as soon as nothing is being written any more. */
  erase(): Promise<void>;
}

/** @param owner an import's id, or `{uid}-{generation}` */
export function pieceWriter(
  name: PieceCollection,
  { uid, owner }: { uid: string; owner: string },
): PieceWriter {
  const createdAt = new Date();
  const inTransaction = writerFor(uid);
  /** One that failed stays here, for whoever waits next. */
  const underWay = new Set<Promise<void>>();
  let count = 0;
  return {
    async write(bytes) {
      const document = nameOf(owner, count);
      count += 1;
      const written = inTransaction((transaction, database) => {
        const reference = database.collection(name).doc(document);
        transaction.set(reference, { uid, owner, createdAt, bytes });
      }).then(() => void underWay.delete(written));
      written.catch(() => {});
      underWay.add(written);
      if (underWay.size >= atOnce) await Promise.race(underWay);
    },
    async end() {
      await Promise.allSettled(underWay);
      await Promise.all(underWay);
      return count;
    },
    async erase() {
      await Promise.allSettled(underWay);
      await eraseOwned(name, owner);
    },
  };
}

/** One piece. @throws UpstreamError `malformed` where it is missing: no outage of Firestore */
export async function readPiece(
  name: PieceCollection,
  owner: string,
  index: number,
): Promise<Uint8Array> {
  const found = await inFirestore("read", (database) =>
    database.collection(name).doc(nameOf(owner, index)).get(),
  );
  const bytes: unknown = found.get("bytes");
  if (!(bytes instanceof Uint8Array)) throw new UpstreamError("firestore", "malformed");
  return bytes;
}

/** Pieces that stand one behind the other. @throws as `readPiece` */
export const readRange = (
  name: PieceCollection,
  owner: string,
  { at, count }: PieceRange,
): Promise<Uint8Array[]> =>
  pMap(
    Array.from({ length: count }, (_, n) => at + n),
    (index) => readPiece(name, owner, index),
    manyAtOnce,
  );

/** Erases the pieces of an owner. */
export async function erasePieces(
  name: PieceCollection,
  owner: string,
  count: number,
): Promise<void> {
  await pMap(
    Array.from({ length: count }, (_, index) => nameOf(owner, index)),
    (piece) => erasePiece((database) => database.collection(name).doc(piece)),
    fewAtOnce,
  );
}

/** Erases one piece. @param of which one */
export const erasePiece = (of: (database: Firestore) => DocumentReference): Promise<void> =>
  inFirestore("write", (database, signal) =>
    commitIn(database, signal, (writes) => writes.delete(of(database))),
  );

/** Erases the pieces of an owner, however many were written. */
export async function eraseOwned(name: PieceCollection, owner: string): Promise<void> {
  const { docs } = await inFirestore("read", (database) =>
    database.collection(name).where("owner", "==", owner).select().get(),
  );
  await pMap(docs, ({ ref }) => erasePiece(() => ref), fewAtOnce);
}

/** How many pieces there are of a subscriber. */
export function countPieces(name: PieceCollection, uid: string): Promise<number> {
  return inFirestore("read", async (database) => {
    const counted = await database.collection(name).where("uid", "==", uid).count().get();
    return counted.data().count;
  });
}

/** Milliseconds after which pieces that belong to nothing are nobody's work in progress any more. */
export const longestWork = hour;

/**
 * Erases pieces of a subscriber from before that time that belong to none of these owners: a process was killed before it
 * could.
 */
export async function eraseOrphans(
  name: PieceCollection,
  uid: string,
  owners: ReadonlySet<string>,
  before: number,
): Promise<void> {
  const orphans = await inFirestore("read", async (database) => {
    const own = database.collection(name).where("uid", "==", uid);
    const { docs } = await own.select("owner").get();
    return docs
      .filter(({ createTime }) => createTime.toMillis() < before)
      .filter((piece) => !owners.has(piece.get("owner")));
  });
  await pMap(orphans, ({ ref }) => erasePiece(() => ref), fewAtOnce);
}
