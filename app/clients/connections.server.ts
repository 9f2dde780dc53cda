import { randomUUID } from "node:crypto";
import { FieldPath } from "firebase-admin/firestore";
import { disconnectionEntries, disconnectionOf } from "~/clients/disconnections.server";
import { inFirestore } from "~/clients/firestore.server";
import { type EntryKind, readEntry } from "~/clients/outbox/document.server";
import { decideEntry, entryAt } from "~/clients/outbox/transaction.server";
import {
  type Connection,
  concerns,
  connected,
  readableFrom,
  withdrawn,
} from "~/domain/instagram/connecting";
import {
  type ConnectionPayload,
  type ConnectionProgress,
  connectionPayload,
  connectionProgress,
} from "~/domain/instagram/connection";

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
  backOff: { first: 60_000, most: 3 * 3_600_000 },
  askPersonAfter: 2 * 86_400_000,
  stopsThen: false,
};

/** A subscriber's connection; undefined if there is none or its document is malformed: connecting anew replaces that. */
export const connectionOf = (uid: string): Promise<Connection | undefined> =>
  entryAt(connectionEntries, uid);

type Decide<T> = Parameters<typeof decideEntry<ConnectionPayload, ConnectionProgress, T>>[2];

const decide = <T>(uid: string, decision: Decide<T>): Promise<T> =>
  decideEntry(connectionEntries, uid, decision);

interface KeptConnection {
  connection: Connection;
  disconnection: string | undefined;
}

/**
 * Keeps a connection that was just made, due for its first reading at once. The same account keeps its key and what is
 * known of it; what another account's connection gave is erased by an entry that is written with it.
 * @returns `disconnection`: the id of that entry
 */
export function keepConnection(payload: ConnectionPayload): Promise<KeptConnection> {
  const key = randomUUID();
  const disconnection = randomUUID();
  return decide<KeptConnection>(payload.uid, ({ entry, malformed }, now) => {
    const patience = connectionEntries.askPersonAfter;
    const next = connected(entry, payload, { key, now, patience });
    if (malformed) next.lease = malformed.lease + 1;
    const before = entry?.key ?? malformed?.key;
    if (before === undefined || before === next.key)
      return { next, result: { connection: next, disconnection: undefined } };
    const begins = {
      kind: disconnectionEntries,
      id: disconnection,
      entry: disconnectionOf(payload.uid, before, now),
    };
    return { next, begins, result: { connection: next, disconnection } };
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

/** A connection of a subscriber. They may have made another since. */
interface OneConnection {
  uid: string;
  key: string;
}

/**
 * Takes the token out of a connection that Instagram has withdrawn, and the lease from whoever reads it. It stays due for
 * its letter.
 * @param issuedAt when Meta said so, in epoch milliseconds: an earlier connection's end changes nothing
 * @returns whether it was this connection's end
 */
export function withdrawConnection(
  { uid, key }: OneConnection,
  issuedAt: number,
): Promise<boolean> {
  return decide(uid, ({ entry }, now) => {
    if (entry?.key !== key || entry.payload.token === null || !concerns(entry, issuedAt))
      return { result: false };
    return { next: withdrawn(entry, now), result: true };
  });
}

/**
 * Erases a connection, the token with it, and all that only it has given. Who reads it just now can write nothing any
 * more: each of its writes asks for the connection.
 */
export async function eraseConnection({ uid, key }: OneConnection): Promise<void> {
  await inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(connectionEntries.collection).doc(uid);
      const found = await transaction.get(reference);
      signal.throwIfAborted();
      if (found.get("key") === key) transaction.delete(reference);
    }),
  );
  const pieces = await inFirestore("read", async (database) => {
    const own = database.collection("connectionPieces").where("uid", "==", uid);
    const { docs } = await own.select("owner").get();
    return docs.filter((piece) => piece.get("owner") === key);
  });
  for (const { ref } of pieces) await inFirestore("write", () => ref.delete());
}

/** All connections of an Instagram account, by either of its ids: two subscribers may connect one account. */
export function connectionsOfAccount(id: string): Promise<Connection[]> {
  return inFirestore("read", async (database) => {
    const all = database.collection(connectionEntries.collection);
    const found = await Promise.all(
      ["userId", "appScopedId"].map((name) =>
        all.where(new FieldPath("payload", name), "==", id).get(),
      ),
    );
    const documents = new Map(found.flatMap(({ docs }) => docs).map((one) => [one.id, one]));
    return [...documents.values()].flatMap(
      (one) => readEntry(connectionEntries, one.data()).entry ?? [],
    );
  });
}
