import { TransformStream } from "node:stream/web";
import type { Import } from "~/features/history/import";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import {
  NoMemory,
  type Patience,
  patienceOfPerson,
  takeMemory,
} from "~/features/imports/services/memory.server";
import { createOwnPlaces } from "~/features/imports/services/own-places.server";
import { startThread, ThreadDied } from "~/features/imports/thread.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { mostPatience, patienceFor, patienceLeft } from "~/platform/values/patience";

/**
 * One copy of each subscriber at a time, as it asks each system some twenty times: the next waits, and nobody else does. Imports go
 * on meanwhile.
 */
const takePlace = createOwnPlaces({ atOnce: 1, mostWaiting: 20 });

/**
 * What is kept of imports, written out by a thread as one JSON object, piece by piece: no faster than it is read.
 * A reader that is too slow (platform/values/patience.ts) loses its place, and hears of it with the next piece.
 * @param toWrite which imports, read when it is their owner's turn
 * @param signal aborted when the reader has left: then neither a place nor memory is waited for
 * @throws UpstreamError where it cannot be written out now
 */
export async function* writtenLists(
  uid: string,
  toWrite: () => Promise<readonly Pick<Import, "id" | "pieces">[]>,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const began = performance.now();
  const patience = () => ({
    milliseconds: Math.max(0, patienceOfPerson + began - performance.now()),
    signal,
  });
  const giveBack = await takePlace(uid, patience()).catch(busy);
  const taken = await readWithMemory(toWrite, patience).catch((error) => {
    giveBack();
    return busy(error);
  });
  if (!taken) {
    giveBack();
    yield "{}";
    return;
  }
  const { imports, memory } = taken;
  const thread = startThread(() => memory);
  const leave = async () => {
    giveBack();
    await thread.end();
    memory.giveBack();
  };
  // The thread gives text, the reader of this generator takes it: each waits for the other.
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  thread
    .write(
      imports.map(({ id }) => id),
      { pieceOf: piecesOf(imports), take: (text) => writer.write(text) },
    )
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    // The reader has left.
    .catch(() => {});
  let left = mostPatience;
  try {
    for await (const text of readable) {
      const bytes = Buffer.byteLength(text);
      const started = performance.now();
      const tooSlow = setTimeout(() => void leave(), left + patienceFor(bytes)).unref();
      try {
        yield text;
      } finally {
        clearTimeout(tooSlow);
      }
      left = patienceLeft(left, performance.now() - started, bytes);
    }
  } catch (error) {
    throw error instanceof ThreadDied ? new UpstreamError("firestore", "malformed") : error;
  } finally {
    await leave();
  }
}

async function readWithMemory<I extends readonly unknown[]>(
  toWrite: () => Promise<I>,
  patience: () => Patience,
) {
  const imports = await toWrite();
  if (imports.length === 0) return undefined;
  return { imports, memory: await takeMemory("imports", patience()) };
}

function busy(error: unknown): never {
  throw error instanceof NoMemory ? new UpstreamError("firestore", "busy") : error;
}
