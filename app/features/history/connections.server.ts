import { randomUUID } from "node:crypto";
import { type DocumentSnapshot, FieldPath } from "firebase-admin/firestore";
import {
  type Connection,
  isAboutConnection,
  readableFrom,
  withdrawn,
} from "~/features/history/connecting";
import {
  type ConnectionPayload,
  type ConnectionProgress,
  connectionPayload,
  connectionProgress,
} from "~/features/history/connection";
import { countingEntries } from "~/features/history/counting.server";
import {
  disconnectionEntries,
  disconnectionOf,
  type EndedConnection,
} from "~/features/history/disconnections.server";
import { erasePiece } from "~/features/history/kept-pieces.server";
import {
  type EntryKind,
  type FoundEntry,
  readEntry,
} from "~/platform/outbox/store/document.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt, foundAt } from "~/platform/outbox/store/transaction.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day, hour, minute } from "~/platform/values/durations";

/** How `connections/{uid}` is kept; the outbox kind `reading` is this with its handler. */
export const connectionEntries: EntryKind<ConnectionPayload, ConnectionProgress> = {
  name: "reading",
  collection: "connections",
  payload: connectionPayload,
  progress: connectionProgress,
  // Progress is saved every 20 s and after 20 posts. In between there may be one post whose metrics are asked one by
  // one, 10 s each at most, or a profile that is computed anew.
  lease: 180_000,
  // Instagram's failures last minutes to hours, and no page waits for a reading.
  backOff: { first: minute, most: 3 * hour },
  askPersonAfter: 2 * day,
  stopsThen: false,
};

/** A subscriber's connection; undefined if there is none or its document is malformed: connecting anew replaces that. */
export const connectionOf = (uid: string): Promise<Connection | undefined> =>
  entryAt(connectionEntries, uid);

/** The same, where it matters that there is one which nobody can read. */
export const foundConnection = (
  uid: string,
): Promise<FoundEntry<ConnectionPayload, ConnectionProgress>> => foundAt(connectionEntries, uid);

type Decide<T> = Parameters<typeof decideEntry<ConnectionPayload, ConnectionProgress, T>>[2];

const decide = <T>(uid: string, decision: Decide<T>): Promise<T> =>
  decideEntry(connectionEntries, uid, decision);

/** Like `decide`, where a document may be begun for the subscriber. */
const decideUnlessErased = <T>(uid: string, decision: Decide<T>): Promise<T> =>
  decideEntry(connectionEntries, uid, decision, uid);

type Keeping = "other-account" | { disconnection: string | undefined };

/**
 * Keeps a connection that was just made, due for its first reading, and leased by nobody. The same account keeps its key,
 * what is known of it, and a limit that Instagram has set. Where another account is connected, nothing changes. What a
 * connection gave whose document cannot be read is erased by an entry that is written with the new one.
 * @returns `disconnection`: the id of that entry
 */
export function keepConnection(payload: ConnectionPayload): Promise<Keeping> {
  const newKey = randomUUID();
  const disconnection = randomUUID();
  const { uid } = payload;
  return decideUnlessErased<Keeping>(uid, ({ entry, malformed }, now) => {
    if (entry && entry.payload.userId !== payload.userId) return { result: "other-account" };
    const before = entry?.progress;
    const progress: ConnectionProgress = {
      begunAt: null,
      readAt: before?.readAt ?? null,
      posts: null,
      after: null,
      missing: before?.missing ?? [],
      waitsUntil: before?.waitsUntil ?? null,
      pausedAt: null,
      withdrawnAt: null,
      letterSent: false,
    };
    const wish = { key: entry?.key ?? newKey, payload, progress, runsInBackground: true };
    const next: Connection = {
      ...newEntry(connectionEntries, wish, now),
      // A limit that Instagram has set to the account holds for the new token, too.
      dueAt: Math.max(now, progress.waitsUntil ?? 0),
      // Above every lease that was ever given: who holds one has lost it.
      lease: ((entry ?? malformed)?.lease ?? 0) + 1,
    };
    if (!malformed) return { next, result: { disconnection: undefined } };
    const ended = { uid, key: malformed.key ?? null, connectedAt: null };
    const begins = {
      kind: disconnectionEntries,
      id: disconnection,
      entry: disconnectionOf(ended, now),
    };
    return { next, begins: [begins], result: { disconnection } };
  });
}

export type AskedFor = "reading" | { from: number } | undefined;

/**
 * Makes a connection that may be read due at once.
 * @returns `reading` if it is due or being read, else when it may be asked for; undefined without a connection
 */
export function askForReading(uid: string): Promise<AskedFor> {
  return decide<AskedFor>(uid, ({ entry }, now) => {
    if (entry?.state !== "open" || entry.payload.token === null) return { result: undefined };
    const from = readableFrom(entry);
    if (from === undefined || entry.leaseUntil > now) return { result: "reading" };
    if (from > now) return { result: { from } };
    return { next: { ...entry, dueAt: now, updatedAt: now }, result: "reading" };
  });
}

/**
 * Makes a connection due at once whose readings have paused.
 * @returns whether they had paused
 */
export function resumeReadings(uid: string): Promise<boolean> {
  return decide(uid, ({ entry }, now) => {
    if (entry?.state !== "open" || entry.payload.token === null) return { result: false };
    if (entry.progress.pausedAt === null) return { result: false };
    return { next: { ...entry, dueAt: now, updatedAt: now }, result: true };
  });
}

/**
 * Takes the token out of a connection that Instagram has withdrawn, and the lease from whoever reads it. It stays due for
 * its letter.
 * @param isMeant whether it is this connection's end
 * @returns whether it was
 */
const withdraw = (uid: string, isMeant: (connection: Connection) => boolean): Promise<boolean> =>
  decide(uid, ({ entry, malformed }, now) => {
    if (malformed) return { fields: { payload: { token: null } }, result: false };
    if (!entry || entry.payload.token === null || !isMeant(entry)) return { result: false };
    return { next: withdrawn(entry, now), result: true };
  });

/** @param issuedAt when Meta said so, in epoch milliseconds: an earlier connection's end changes nothing */
export const withdrawConnection = (
  { uid, key }: EndedConnection,
  issuedAt: number,
): Promise<boolean> =>
  withdraw(
    uid,
    (found) => found.key === key && isAboutConnection(found.payload.connectedAt, issuedAt),
  );

/** @param sealed the token that Instagram has refused, as it was kept: one that has taken its place since stays */
export const withdrawToken = (uid: string, sealed: string): Promise<boolean> =>
  withdraw(uid, ({ payload }) => payload.token === sealed);

/**
 * Ends a subscriber's connection, even one whose document cannot be read: the token goes at once, and a reading under
 * way can write nothing any more. What it gave is erased by an entry that is written with this.
 * @returns the id of that entry; undefined without a connection
 */
export function endConnection(uid: string): Promise<string | undefined> {
  const id = randomUUID();
  return decideUnlessErased<string | undefined>(uid, ({ entry, malformed }, now) => {
    if (!entry && !malformed) return { result: undefined };
    const key = entry?.key ?? malformed?.key ?? null;
    const ended = { uid, key, connectedAt: entry?.payload.connectedAt ?? null };
    const begins = { kind: disconnectionEntries, id, entry: disconnectionOf(ended, now) };
    return { erases: true, begins: [begins], result: id };
  });
}

/**
 * Erases a connection, the token with it, and all that only it has given. One that was made since stays, with what the
 * same account had given before.
 */
export async function eraseConnection(ended: EndedConnection): Promise<void> {
  const { uid } = ended;
  await inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(connectionEntries.collection).doc(uid);
      const counting = database.collection(countingEntries.collection).doc(uid);
      const [found, counted] = await transaction.getAll(reference, counting);
      signal.throwIfAborted();
      if (!found || !counted) return;
      const { key, connectedAt } = endedBy(found);
      const ends = key === ended.key && connectedAt === ended.connectedAt;
      if (ends) transaction.delete(reference);
      const isOfPresent = !ends && counted.get("payload.connection") === key;
      if (counted.exists && !isOfPresent) transaction.delete(counting);
    }),
  );
  const orphans = await inFirestore("read", async (database) => {
    const own = database.collection("connectionPieces").where("uid", "==", uid);
    const { docs } = await own.select("owner").get();
    // Read after them: what belongs to a newer connection is not taken for an orphan.
    const present = await database.collection(connectionEntries.collection).doc(uid).get();
    return docs.filter((piece) => piece.get("owner") !== present.get("key"));
  });
  for (const { ref } of orphans) await erasePiece(() => ref);
}

/** What names a connection, as far as its document says. */
function endedBy(document: DocumentSnapshot): EndedConnection {
  const key: unknown = document.get("key");
  const connectedAt: unknown = document.get("payload.connectedAt");
  return {
    uid: document.id,
    key: typeof key === "string" && key !== "" ? key : null,
    connectedAt: typeof connectedAt === "number" ? connectedAt : null,
  };
}

/** The connections of other subscribers to the same account, as far as they can be read. */
export function othersOfAccount({
  uid,
  userId,
}: Pick<ConnectionPayload, "uid" | "userId">): Promise<Connection[]> {
  return inFirestore("read", async (database) => {
    const all = database.collection(connectionEntries.collection);
    const { docs } = await all.where(new FieldPath("payload", "userId"), "==", userId).get();
    const others = docs.filter(({ id }) => id !== uid);
    return others.flatMap((one) => readEntry(connectionEntries, one.data()).entry ?? []);
  });
}

/**
 * All connections of an Instagram account, by either of its ids: two subscribers may connect one account. Those that
 * nobody can read, too.
 */
export function connectionsOfAccount(id: string): Promise<EndedConnection[]> {
  return inFirestore("read", async (database) => {
    const all = database.collection(connectionEntries.collection);
    const found = await Promise.all(
      ["userId", "appScopedId"].map((name) =>
        all.where(new FieldPath("payload", name), "==", id).get(),
      ),
    );
    const documents = new Map(found.flatMap(({ docs }) => docs).map((one) => [one.id, one]));
    return [...documents.values()].map(endedBy);
  });
}
