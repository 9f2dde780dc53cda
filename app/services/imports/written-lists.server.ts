import { UpstreamError } from "~/clients/upstream.server";
import type { Import } from "~/domain/imports/import";
import { piecesOf } from "~/services/imports/kept-pieces.server";
import { takePlace } from "~/services/imports/places.server";
import { startThread, ThreadDied } from "~/services/imports/thread.server";

/**
 * What is kept of these imports, written out by a thread as one JSON object, piece by piece: no faster than it is read.
 * @throws UpstreamError where it cannot be written out now
 */
export async function* writtenLists(
  uid: string,
  imports: readonly Pick<Import, "id" | "pieces">[],
): AsyncGenerator<string> {
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") throw new UpstreamError("firestore", "busy");
  const thread = startThread();
  // The thread gives text, the reader of this generator takes it: each waits for the other.
  let given: (text: string | undefined) => void = () => {};
  let taken = () => {};
  let failure: unknown;
  const nextText = () => new Promise<string | undefined>((resolve) => (given = resolve));
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
    .finally(() => given(undefined));
  try {
    for (;;) {
      const text = await next;
      if (text === undefined) break;
      yield text;
      next = nextText();
      taken();
    }
    await written;
    if (failure instanceof ThreadDied) throw new UpstreamError("firestore", "malformed");
    if (failure) throw failure;
  } finally {
    giveBack();
    await thread.end();
  }
}
