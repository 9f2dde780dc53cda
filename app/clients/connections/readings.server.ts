import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { inFirestore } from "~/clients/firestore.server";
import {
  joinKept,
  type KeptReading,
  readHead,
  readPieceOfCommenters,
} from "~/domain/instagram/kept-reading";

/**
 * What connections' readings gave, compressed, a document below a megabyte for each piece: `{connection's key}-{n}`,
 * the head as number 0.
 */
const collection = "connectionPieces";
const connections = "connections";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** More than any piece has, unpacked. */
const mostBytes = 16 * 1_048_576;

/** A run's connection: who, which of their connections, and the lease under which the run holds it. */
export interface Holder {
  uid: string;
  key: string;
  lease: number;
}

/**
 * Writes a piece, unless the connection is no longer the holder's: after a disconnection nothing may come back.
 * @param text undefined: the piece goes
 * @returns whether it was the holder's
 */
export async function writePiece(
  { uid, key, lease }: Holder,
  n: number,
  text: string | undefined,
): Promise<boolean> {
  const bytes = text === undefined ? undefined : await deflate(text);
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const connection = await transaction.get(database.collection(connections).doc(uid));
      signal.throwIfAborted();
      if (!isOpen(connection, key) || connection.get("lease") !== lease) return false;
      const reference = database.collection(collection).doc(`${key}-${n}`);
      if (bytes) transaction.set(reference, { uid, owner: key, n, writtenAt: new Date(), bytes });
      else transaction.delete(reference);
      return true;
    }),
  );
}

const isOpen = (connection: DocumentSnapshot, key: string) =>
  connection.get("state") === "open" && connection.get("key") === key;

/** What is kept of a connection. `texts`: the pieces of commenters as they are stored, by number from 0. */
export interface Stored {
  kept: KeptReading | undefined;
  texts: (string | undefined)[];
  /** Whether a piece is missing or cannot be read: the next reading reads anew what it held. */
  isRotten: boolean;
}

/** All that is kept of a connection; what cannot be read is left out. */
export async function storedReading(uid: string, key: string): Promise<Stored> {
  const { docs } = await inFirestore("read", (database) =>
    database.collection(collection).where("uid", "==", uid).get(),
  );
  const texts = new Map<number, string | undefined>();
  for (const document of docs)
    if (document.get("owner") === key)
      texts.set(document.get("n") as number, await textOf(document.get("bytes")));
  const text = texts.get(0);
  const head = text === undefined ? undefined : readHead(text);
  if (!head) return { kept: undefined, texts: [], isRotten: texts.has(0) };
  const ownTexts = Array.from({ length: head.pieces }, (_, at) => texts.get(at + 1));
  const pieces = ownTexts.map((own) =>
    own === undefined ? undefined : readPieceOfCommenters(own),
  );
  const readable = pieces.flatMap((piece) => (piece ? [piece] : []));
  return {
    kept: joinKept(head, readable),
    texts: ownTexts,
    isRotten: readable.length < pieces.length,
  };
}

async function textOf(bytes: unknown): Promise<string | undefined> {
  if (!(bytes instanceof Uint8Array)) return undefined;
  try {
    return (await inflate(bytes, { maxOutputLength: mostBytes })).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * Whether another subscriber's connection to the same account is being read now. Ask after the own connection is
 * claimed: of two that claim at the same time, both then see each other.
 */
export async function isAccountBeingRead(
  { uid, userId }: { uid: string; userId: string },
  now: number,
): Promise<boolean> {
  const { docs } = await inFirestore("read", (database) =>
    database
      .collection(connections)
      .where("payload.userId", "==", userId)
      .select("leaseUntil")
      .get(),
  );
  return docs.some((one) => one.id !== uid && Number(one.get("leaseUntil")) > now);
}
