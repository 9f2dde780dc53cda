import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { type KeptCounts, keptCounts, noCounts } from "~/features/history/instagram-counts";
import {
  figuresPerPoint,
  joinKept,
  type KeptPost,
  type KeptReading,
  readHead,
  readPieceOfCommenters,
  writeKept,
} from "~/features/history/kept-reading";
import { inFirestore } from "~/platform/store/firestore.server";
import { parseJson } from "~/platform/values/json";

/**
 * What connections' readings gave, compressed, a document below a megabyte for each piece: `{connection's key}-{n}`,
 * the head as number 0. The head names the others that belong to it. What Instagram counts itself stands apart, as
 * `{connection's key}-counts`: it is written at other times.
 */
const collection = "connectionPieces";
const connections = "connections";
const headNumber = 0;
const countsNumber = -1;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** More than any piece has, unpacked. */
const mostBytes = 16 * 1_048_576;

/** Bytes of a head as it is stored: safely below a document's megabyte. */
const mostStored = 900_000;

/** A post's latest points that are never thinned: its last month of daily readings, or more. */
const leastPoints = 30;

/**
 * The same with less, for a head that does not fit into a document: first without the comments under way, which only
 * resume a reading; then with every second one of the posts' older figures.
 * @returns undefined if nothing is left to leave out
 */
function smallerReading(kept: KeptReading): KeptReading | undefined {
  const { underWay } = kept;
  if (underWay?.comments) return { ...kept, underWay: { ...underWay, comments: null } };
  const posts = kept.posts.map(thinned);
  return posts.some((post, at) => post !== kept.posts[at]) ? { ...kept, posts } : undefined;
}

/** The first point stays, as it says how the post began. */
function thinned(post: KeptPost): KeptPost {
  const points = post.history.length / figuresPerPoint;
  const older = points - leastPoints;
  const history = post.history.filter((_, at) => {
    const point = Math.floor(at / figuresPerPoint);
    return point % 2 === 0 || point >= older;
  });
  return history.length < post.history.length ? { ...post, history } : post;
}

/** What is kept as texts that fit into their documents; `smallerReading` says what is left out where it must. */
export async function fittingTexts(kept: KeptReading): Promise<ReturnType<typeof writeKept>> {
  const texts = writeKept(kept);
  const head = texts.head(texts.pieces.map((_, at) => at + 1));
  // Compressing makes nothing larger, apart from some bytes.
  const fits = Buffer.byteLength(head) < mostStored || (await deflate(head)).length < mostStored;
  const smaller = fits ? undefined : smallerReading(kept);
  return smaller ? fittingTexts(smaller) : texts;
}

/** A run's connection: who, which of their connections, and the lease under which the run holds it. */
export interface Holder {
  uid: string;
  key: string;
  lease: number;
}

/** A piece's number, and its text; undefined: the piece goes. */
type Written = readonly [n: number, text: string | undefined];

/** Writes pieces, all or none. @returns false, and writes nothing, where the connection is no longer the holder's */
async function writePieces(
  { uid, key, lease }: Holder,
  pieces: readonly Written[],
): Promise<boolean> {
  const compressed = await Promise.all(
    pieces.map(async ([n, text]) => ({
      n,
      bytes: text === undefined ? text : await deflate(text),
    })),
  );
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const connection = await transaction.get(database.collection(connections).doc(uid));
      signal.throwIfAborted();
      if (!isOpen(connection, key) || connection.get("lease") !== lease) return false;
      for (const { n, bytes } of compressed) {
        const reference = database.collection(collection).doc(`${key}-${n}`);
        if (bytes) transaction.set(reference, { uid, owner: key, n, writtenAt: new Date(), bytes });
        else transaction.delete(reference);
      }
      return true;
    }),
  );
}

/**
 * Writes what is kept of a connection. A piece that has changed gets a new number, and the old ones go in the same write
 * that puts the new head in place: whenever a process dies, a whole reading stands there, the old one or the new one.
 * @param texts as they are stored (`storedReading`)
 * @returns writes; false, where the connection is no longer the holder's: after a disconnection nothing may come back
 */
export function readingWriter(
  holder: Holder,
  texts: Stored["texts"],
): (kept: KeptReading) => Promise<boolean> {
  let stored = texts;
  // Never used twice: a write that seemed to fail may still come.
  let last = Math.max(0, ...texts.keys());
  return async (kept) => {
    const { pieces, head } = await fittingTexts(kept);
    const numbers = new Map([...stored].map(([n, text]) => [text, n]));
    const next = new Map<number, string>();
    for (const text of pieces) {
      const known = numbers.get(text);
      if (known === undefined) {
        last += 1;
        if (!(await writePieces(holder, [[last, text]]))) return false;
      }
      next.set(known ?? last, text);
    }
    const gone = [...stored.keys()].filter((n) => !next.has(n));
    const isHolder = await writePieces(holder, [
      [headNumber, head([...next.keys()])],
      ...gone.map((n) => [n, undefined] as const),
    ]);
    if (isHolder) stored = next;
    return isHolder;
  };
}

const isOpen = (connection: DocumentSnapshot, key: string) =>
  connection.get("state") === "open" && connection.get("key") === key;

/**
 * Changes what is kept of what Instagram counts itself. Its days come from readings and from the counting of days before
 * them, so that each adds to what stands there.
 * @param change may run several times
 * @returns what is kept now; undefined where the connection has ended: nothing may come back then
 */
export function changeCounts(
  { uid, key }: Omit<Holder, "lease">,
  change: (counts: KeptCounts) => KeptCounts,
): Promise<KeptCounts | undefined> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(`${key}-counts`);
      const connection = database.collection(connections).doc(uid);
      const [present, found] = await transaction.getAll(connection, reference);
      if (!present || !isOpen(present, key)) return undefined;
      const counts = change(countsIn(await textOf(found?.get("bytes"))) ?? noCounts);
      const bytes = await deflate(JSON.stringify(counts));
      signal.throwIfAborted();
      transaction.set(reference, {
        uid,
        owner: key,
        n: countsNumber,
        writtenAt: new Date(),
        bytes,
      });
      return counts;
    }),
  );
}

/** Undefined where it is damaged: it is counted anew, as far back as Instagram has it. */
const countsIn = (text: string | undefined): KeptCounts | undefined =>
  text === undefined ? undefined : keptCounts.safeParse(parseJson(text).value).data;

/** What is kept of a connection. */
export interface Stored {
  kept: KeptReading | undefined;
  /** What Instagram counts itself. */
  counts: KeptCounts;
  /** All pieces of commenters as they are stored, by number, also those that no head names; undefined: unreadable. */
  texts: ReadonlyMap<number, string | undefined>;
  /** Whether a piece is missing or cannot be read: the next reading reads anew what it held. */
  isRotten: boolean;
}

/** All that is kept of a connection; what cannot be read is left out. */
export async function storedReading(uid: string, key: string): Promise<Stored> {
  const { docs } = await inFirestore("read", (database) =>
    database.collection(collection).where("uid", "==", uid).get(),
  );
  const texts = new Map<number, string | undefined>();
  for (const document of docs) {
    const n = document.get("owner") === key ? numberOf(document.id, key) : undefined;
    if (n !== undefined) texts.set(n, await textOf(document.get("bytes")));
  }
  const counts = countsIn(texts.get(countsNumber)) ?? noCounts;
  texts.delete(countsNumber);
  const text = texts.get(headNumber);
  const hasHead = texts.delete(headNumber);
  const head = text === undefined ? undefined : readHead(text);
  if (!head) return { kept: undefined, counts, texts, isRotten: hasHead };
  const pieces = head.pieces.flatMap((n) => {
    const piece = readPieceOfCommenters(texts.get(n) ?? "");
    return piece ? [piece] : [];
  });
  const isRotten = pieces.length < head.pieces.length;
  return { kept: joinKept(head, pieces), counts, texts, isRotten };
}

/**
 * By its name: what a document says of itself may be damaged, and a number that is none would cost the next head. What has
 * no name of ours is passed over, and kept until the connection ends.
 */
function numberOf(id: string, key: string): number | undefined {
  if (id === `${key}-counts`) return countsNumber;
  if (!id.startsWith(`${key}-`)) return undefined;
  const n = id.slice(key.length + 1);
  return /^(0|[1-9]\d{0,14})$/.test(n) ? Number(n) : undefined;
}

async function textOf(bytes: unknown): Promise<string | undefined> {
  if (!(bytes instanceof Uint8Array)) return undefined;
  try {
    return (await inflate(bytes, { maxOutputLength: mostBytes })).toString("utf8");
  } catch {
    return undefined;
  }
}
