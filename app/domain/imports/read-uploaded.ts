import { ExportRefused } from "../export/export.ts";
import { readExport, type SentFile } from "../export/read-export.ts";
import { freeBytes } from "../name-list-merge.ts";
import { type KeptLists, keptOf } from "./kept-lists.ts";
import type { Ask, ReadResult, UploadEvent } from "./work.ts";

/** Most unknown labels that are stored with an import. */
const mostLabels = 200;

/** Reads the export in an upload. @returns what is told of it, and its lists unless it is refused */
export async function readUploaded(ask: Ask): Promise<{ result: ReadResult; lists?: KeptLists }> {
  try {
    const read = await readExport(
      filesOf(async () => (await ask({ ask: "upload" })) as UploadEvent | null),
    );
    const { account, newestEntryAt, namedAt, lists, found, skipped, digest } = read;
    const result = {
      facts: {
        account,
        counts: {
          followers: lists.followers?.size ?? 0,
          following: lists.following?.size ?? null,
          skipped,
        },
        found,
        digest,
        unreadable: read.unreadable,
        unknownLabels: read.unknownLabels.slice(0, mostLabels),
      },
      dates: { newestEntryAt, namedAt },
      requestedRange: read.requestedRange,
    };
    return { result, lists: keptOf(read) };
  } catch (error) {
    if (error instanceof ExportRefused) return { result: { refused: error.refusal } };
    throw error;
  }
}

/** The files of an upload, one after the other. What is not read of a file is passed over. */
export async function* filesOf(next: () => Promise<UploadEvent | null>): AsyncGenerator<SentFile> {
  let event = await next();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    while (event && "chunk" in event) {
      yield event.chunk;
      // Nobody looks at it any more, and the garbage collector would let many come together.
      freeBytes(event.chunk);
      event = await next();
    }
  }
  for (;;) {
    while (event && "chunk" in event) event = await next();
    if (!event) return;
    const { fileName } = event;
    event = await next();
    yield { name: fileName, chunks: chunks() };
  }
}
