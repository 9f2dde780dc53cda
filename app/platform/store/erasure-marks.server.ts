import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomUUID } from "node:crypto";
import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
  Transaction,
} from "firebase-admin/firestore";
import { inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { week } from "~/platform/values/durations";

/**
 * Marks of erasures, `erasureMarks/{digest of the uid}`. While one says `erasing`, nothing is written for that subscriber;
 * when all is erased it gets a new epoch, and what began in an earlier one writes nothing any more. Who comes back begins
 * in the new one.
 */
const collection = "erasureMarks";

/** Milliseconds that a mark is kept after an erasure: longer than any work lasts. Firestore's TTL policy then deletes it. */
const kept = week;

interface Mark {
  epoch: string;
  isErasing: boolean;
  /** When it was written, by Firestore's clock. */
  at: Timestamp;
}

/** The subscriber's data has been erased since this work began, so it writes nothing more. No outage of Firestore. */
class ErasedMeanwhile extends UpstreamError {
  override name = "ErasedMeanwhile";

  constructor() {
    super("firestore", "busy");
  }
}

const idOf = (uid: string) => createHash("sha256").update(`erased:${uid}`).digest("hex");

const markReference = (database: Firestore, uid: string): DocumentReference =>
  database.collection(collection).doc(idOf(uid));

const newMark = (erasing: boolean) => ({
  epoch: randomUUID(),
  erasing,
  expireAt: new Date(Date.now() + kept),
});

function markIn(document: DocumentSnapshot): Mark | undefined {
  const at = document.updateTime;
  if (!document.exists || !at) return undefined;
  return { epoch: String(document.get("epoch")), isErasing: document.get("erasing") === true, at };
}

/** A subscriber's mark; undefined where none is kept. */
export const erasureMarkOf = (uid: string): Promise<Mark | undefined> =>
  inFirestore("read", async (database) => markIn(await markReference(database, uid).get()));

/** By uid, the marks as they stood when this piece of work noted them. */
const work = new AsyncLocalStorage<Map<string, Promise<Mark | undefined>>>();

/** Runs one piece of work, such as a request with all that it does in the background. */
export const asOneWork = <T>(run: () => T): T => work.run(new Map(), run);

/**
 * Notes that this piece of work begins to work for a subscriber: after an erasure it writes nothing for them any more.
 * The first time counts. Await it before reading what later writes are computed from.
 */
export async function noteErasures(uid: string): Promise<void> {
  const noted = work.getStore();
  if (!noted) return;
  const mark = noted.get(uid) ?? erasureMarkOf(uid);
  noted.set(uid, mark);
  // A failure is thrown where the work writes (`erasureCheck`).
  await mark.catch(() => {});
}

type CheckedRead = (
  database: Firestore,
  transaction: Transaction,
  documents: readonly DocumentReference[],
) => Promise<DocumentSnapshot[]>;

/**
 * The check that belongs into every transaction that writes for a subscriber. Taken when the work begins, used when it
 * writes. Reads other documents with the mark: of two reads of one transaction the library sends the second when the
 * first is answered. @throws ErasedMeanwhile
 */
export function erasureCheck(uid: string): CheckedRead {
  const noted = work.getStore()?.get(uid);
  return async (database, transaction, documents) => {
    const reference = markReference(database, uid);
    const [found, ...others] = await transaction.getAll(reference, ...documents);
    const mark = found && markIn(found);
    if (mark?.isErasing) throw new ErasedMeanwhile();
    if (mark && noted && (await noted)?.epoch !== mark.epoch) throw new ErasedMeanwhile();
    return others;
  };
}

/**
 * @param found the documents that were asked for
 * @param signal aborted after the deadline. Check it again after further reads, before writing
 */
type Write<T> = (
  transaction: Transaction,
  database: Firestore,
  found: DocumentSnapshot[],
  signal: AbortSignal,
) => Promise<T> | T;

/** Which documents a write is decided by. */
type Wanted = (database: Firestore) => DocumentReference[];

/**
 * Writes for a subscriber in one transaction, unless they have had all erased since this work began.
 * @param write may run several times
 */
export function writerFor(uid: string) {
  const read = erasureCheck(uid);
  return <T>(write: Write<T>, wanted: Wanted = () => []): Promise<T> =>
    inFirestore("write", (database, signal) =>
      database.runTransaction(async (transaction) => {
        const found = await read(database, transaction, wanted(database));
        signal.throwIfAborted();
        return write(transaction, database, found, signal);
      }),
    );
}

export const writeFor = <T>(uid: string, write: Write<T>, wanted?: Wanted): Promise<T> =>
  writerFor(uid)(write, wanted);

/** The document with which an erasure begins, for the transaction that keeps its request. */
export const beginningMark = (uid: string) => ({
  kind: { collection },
  id: idOf(uid),
  entry: newMark(true),
});

/**
 * Says that all is erased that stood there when this mark was set: from now on the subscriber's writes are of a new
 * epoch. Another erasure that has begun meanwhile keeps its own mark.
 */
export async function endErasure(uid: string, begun: Pick<Mark, "epoch">): Promise<void> {
  await inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = markReference(database, uid);
      const mark = markIn(await transaction.get(reference));
      signal.throwIfAborted();
      if (mark?.epoch === begun.epoch) transaction.set(reference, newMark(false));
    }),
  );
}
