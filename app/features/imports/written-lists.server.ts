import type { Import } from "~/features/history/import";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import { takeMemory } from "~/features/imports/services/memory.server";
import { takePlace } from "~/features/imports/services/places.server";
import { startThread, ThreadDied } from "~/features/imports/thread.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { mostPatience, patienceFor, patienceLeft } from "~/platform/values/patience";

/**
 * What is kept of these imports, written out by a thread as one JSON object, piece by piece: no faster than it is read.
 * A reader that is too slow (platform/values/patience.ts) loses its place for imports, and hears of it with the next piece.
 * @param signal aborted when the reader has left: then no memory is waited for
 * @throws UpstreamError where it cannot be written out now
 */
export async function* writtenLists(
  uid: string,
  imports: readonly Pick<Import, "id" | "pieces">[],
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") throw new UpstreamError("firestore", "busy");
  const memory = await takeMemory("imports", { signal }).catch(() => undefined);
  if (!memory) {
    giveBack();
    throw new UpstreamError("firestore", "busy");
  }
  const thread = startThread(() => memory);
  let isOver = false;
  const leave = async () => {
    // Only once: after that the place may be somebody else's.
    if (!isOver) giveBack();
    isOver = true;
    await thread.end();
    memory.giveBack();
  };
  // The thread gives text, the reader of this generator takes it: each waits for the other.
  let given: (text: string | undefined) => void = () => {};
  let taken = () => {};
  let failure: unknown;
  let isWritten = false;
  const nextText = () =>
    new Promise<string | undefined>((resolve) => {
      given = resolve;
      // The thread may have died while its text was being read.
      if (isWritten) resolve(undefined);
    });
  let next = nextText();
  const written = thread
    .write(
      imports.map(({ id }) => id),
      {
        pieceOf: piecesOf(imports),
        take(text) {
          const accepted = new Promise<void>((resolve) => (taken = resolve));
          given(text);
          return accepted;
        },
      },
    )
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isWritten = true;
      given(undefined);
    });
  let patience = mostPatience;
  try {
    for (;;) {
      const text = await next;
      if (text === undefined) break;
      const bytes = Buffer.byteLength(text);
      const started = performance.now();
      const tooSlow = setTimeout(() => void leave(), patience + patienceFor(bytes)).unref();
      try {
        yield text;
      } finally {
        clearTimeout(tooSlow);
      }
      patience = patienceLeft(patience, performance.now() - started, bytes);
      next = nextText();
      taken();
    }
    await written;
    if (failure instanceof ThreadDied) throw new UpstreamError("firestore", "malformed");
    if (failure) throw failure;
  } finally {
    await leave();
  }
}
