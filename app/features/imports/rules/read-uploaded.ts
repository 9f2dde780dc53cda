import { getHeapStatistics } from "node:v8";
import { freeBytes } from "../../../platform/values/name-list-merge.ts";
import { bytesToRead } from "../../../platform/work/memory-shares.ts";
import {
  ExportRefused,
  isOfFollowers,
  type ReadExport,
  SeveralExports,
} from "../../export/export.ts";
import { readExport, type SentFile } from "../../export/read-export.ts";
import type { FoundFacts } from "../../history/import.ts";
import { type KeptLists, keptOf, withoutImpossibleTimes } from "../../history/kept-lists.ts";
import { followsOf } from "../../history/window.ts";
import type { Ask, FoundExport, ReadResult, UploadEvent } from "./work.ts";

/** What the program itself has of the heap. */
const ownHeap = 12 * 1024 ** 2;
const heapBytes = () => Math.max(0, getHeapStatistics().used_heap_size - ownHeap);

/** Most unknown labels that are stored with an import. */
const mostLabels = 200;

/** Reads the export in an upload. @returns what is told of it, and its lists unless it is refused */
export async function readUploaded(
  ask: Ask,
  maxListBytes: number,
): Promise<{ result: ReadResult; lists?: KeptLists }> {
  let listBytes = 0;
  const next = () => ask({ ask: "upload", bytes: bytesToRead(listBytes) + heapBytes() });
  try {
    const read = await readExport(
      filesOf(async () => (await next()) as UploadEvent | null),
      {
        maxListBytes,
        onListBytes(bytes) {
          listBytes = bytes;
        },
      },
    );
    const lists = listsOf(read);
    const { facts, dates } = foundOf(read, lists);
    const { ownNames, digest, formerDigests } = read;
    return { result: { facts: { ...facts, ownNames, digest, formerDigests }, dates }, lists };
  } catch (error) {
    if (!(error instanceof ExportRefused)) throw error;
    const { refusal, read } = error;
    const found = read?.found.length ? foundOf(read) : undefined;
    return { result: { refused: refusal, isSeveral: error instanceof SeveralExports, found } };
  }
}

const listsOf = (read: ReadExport): KeptLists => withoutImpossibleTimes(keptOf(read), Date.now());

/** What was found in an export, as its subscriber sees it, and when it may have been taken. */
function foundOf(read: ReadExport, lists = listsOf(read)): FoundExport<FoundFacts> {
  const { account, found, skipped, skippedByLabel, unreadable, unknownLabels } = read;
  const { newestEntryAt, namedAt, packedBefore } = read;
  const newest = followsOf(lists.followers)?.newest;
  return {
    facts: {
      account,
      counts: {
        followers: lists.followers.size,
        following: lists.following?.size ?? null,
        skipped,
      },
      ...(skippedByLabel > 0 && { skippedByLabel }),
      found,
      unreadable,
      // Those that the page names first.
      unknownLabels: unknownLabels
        .toSorted((a, b) => Number(isOfFollowers(b)) - Number(isOfFollowers(a)))
        .slice(0, mostLabels),
    },
    dates: {
      newestEntryAt,
      namedAt,
      packedBefore,
      newestFollowAt: newest === undefined ? null : newest * 1_000,
    },
  };
}

/** The files of an upload, one after the other. What is not read of a file is passed over. */
export async function* filesOf(next: () => Promise<UploadEvent | null>): AsyncGenerator<SentFile> {
  let event = await next();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    while (event && "chunk" in event) {
      yield event.chunk;
      // Nobody reads it any more, and the garbage collector would let many pile up.
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
