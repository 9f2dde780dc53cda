import { inFirestore } from "~/clients/firestore.server";
import { UpstreamError } from "~/clients/upstream.server";

/**
 * Bytes that are kept in several documents, as one document has a megabyte at most.
 * `importPieces`: the lists of an import, by its id. `analysisLists`: the people of the categories, by the subscriber
 * and the generation of the analysis.
 */
type PieceCollection = "importPieces" | "analysisLists";

/** Most bytes of a piece. */
export const pieceBytes = 700_000;
/** Pieces that are read, written or erased at the same time: more would take all places of the circuit breaker. */
const atOnce = 4;

const nameOf = (owner: string, index: number) => `${owner}-${index}`;

/** Cuts bytes into pieces. */
export function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

/** @param owner an import's id, or `{uid}-{generation}` */
export async function writePieces(
  name: PieceCollection,
  { uid, owner, pieces }: { uid: string; owner: string; pieces: readonly Uint8Array[] },
): Promise<void> {
  const createdAt = new Date();
  await boundedly(pieces.length, (index) =>
    inFirestore("write", (database) =>
      database
        .collection(name)
        .doc(nameOf(owner, index))
        .set({ uid, owner, createdAt, bytes: pieces[index] ?? new Uint8Array() }),
    ),
  );
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

/** All pieces of an owner, joined. */
export async function readPieces(
  name: PieceCollection,
  owner: string,
  count: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await boundedly(count, async (index) => {
    pieces[index] = await readPiece(name, owner, index);
  });
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}

/** Erases the pieces of an owner. */
export async function erasePieces(
  name: PieceCollection,
  owner: string,
  count: number,
): Promise<void> {
  await boundedly(count, (index) =>
    inFirestore("write", (database) =>
      database.collection(name).doc(nameOf(owner, index)).delete(),
    ),
  );
}

/** Erases the pieces of an owner, however many were written. */
export async function eraseOwned(name: PieceCollection, owner: string): Promise<void> {
  const { docs } = await inFirestore("read", (database) =>
    database.collection(name).where("owner", "==", owner).select().get(),
  );
  await boundedly(docs.length, async (index) => {
    await inFirestore("write", async () => docs[index]?.ref.delete());
  });
}

/** How many pieces there are of a subscriber. */
export function countPieces(name: PieceCollection, uid: string): Promise<number> {
  return inFirestore("read", async (database) => {
    const counted = await database.collection(name).where("uid", "==", uid).count().get();
    return counted.data().count;
  });
}

/** Milliseconds after which pieces that belong to nothing are nobody's work in progress any more. */
const longestWork = 3_600_000;

/** Erases old pieces of a subscriber that belong to none of these owners: a process was killed before it could. */
export async function eraseOrphans(
  name: PieceCollection,
  uid: string,
  owners: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const orphans = await inFirestore("read", async (database) => {
    const own = database.collection(name).where("uid", "==", uid);
    const { docs } = await own.select("owner").get();
    return docs
      .filter(({ createTime }) => createTime.toMillis() < now - longestWork)
      .filter((piece) => !owners.has(piece.get("owner")));
  });
  await boundedly(orphans.length, async (index) => {
    await inFirestore("write", async () => orphans[index]?.ref.delete());
  });
}

/** Runs `work` for each index, a few at the same time. The first failure stops the rest. */
async function boundedly(count: number, work: (index: number) => Promise<unknown>) {
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < count && !failed) {
      const index = next;
      next += 1;
      try {
        await work(index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}
