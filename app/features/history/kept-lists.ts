import { deflateSync, inflateSync } from "node:zlib";
import { decodeNameList, encodeNameList } from "../../platform/values/encoding.ts";
import { inPieces } from "../../platform/values/in-pieces.ts";
import { emptyNameList, type NameList, unknownSince } from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import { freeBytes, freeList } from "../../platform/values/name-list-merge.ts";
import { ByteSource } from "../export/byte-source.ts";
import { countedFigures, type ReadExport } from "../export/export.ts";
import type { ImportLists } from "./history.ts";
import { contains, possibleTimes } from "./window.ts";

/** What is kept of an import to be analysed again: the lists that the analysis takes, times and figures of posts. */
export interface KeptLists extends ImportLists {
  accountCreatedAt: number | null;
  requests: ReadExport["requests"];
}

export const keptNames = ["followers", "following", "pendingRequests"] as const;
export type KeptName = (typeof keptNames)[number];

/** What stands first: everything but the lists, and how long these are. */
interface Header extends Omit<KeptLists, KeptName | "requests"> {
  version: 2;
  /** Undefined in what was kept while only the newest request was. */
  requests?: KeptLists["requests"];
  requestedRange?: { from: number | null; to: number | null } | null;
  /** In what was kept while it was only known of all insights together that some label is in no table. */
  unknownInsightLabels?: boolean;
  lists: Partial<Record<KeptName, { size: number; bytes: number }>>;
}

/** So many people are packed at a time: a list of a million is never there as a whole in a second form. */
const peopleOfBlock = 32_768;
/** More than any block or header unpacks to: what is longer was never written here. */
const mostBytes = 64_000_000;
/** What most blocks unpack to, so that their bytes are not put together from many. */
const usualBytes = 1_048_576;

export function keptOf({ lists, postTimes, insights, ...read }: ReadExport): KeptLists {
  return {
    followers: lists.followers ?? emptyNameList,
    following: lists.following,
    pendingRequests: lists.pendingRequests,
    postTimes,
    insights,
    accountCreatedAt: read.accountCreatedAt,
    requests: read.requests,
  };
}

/**
 * The same without the times that nobody can know then. The lists are changed in place. A post is known by its time: it
 * goes with it.
 * @param now epoch milliseconds: the upload, as the time at which the export was taken may be wrong
 */
export function withoutImpossibleTimes(kept: KeptLists, now: number): KeptLists {
  const possible = possibleTimes(now);
  const isPossible = (second: number) => contains(possible, second);
  for (const name of keptNames) {
    const since = kept[name]?.since ?? [];
    for (let index = 0; index < since.length; index += 1)
      if (!isPossible(since[index] ?? unknownSince)) since[index] = unknownSince;
  }
  const { accountCreatedAt: created } = kept;
  return {
    ...kept,
    postTimes: kept.postTimes.filter(isPossible),
    insights: kept.insights?.filter(({ postedAt }) => isPossible(postedAt)),
    accountCreatedAt: created !== null && isPossible(created) ? created : null,
  };
}

/**
 * What is kept, in pieces that are made one by one. Joined, they are the header and then the lists' people in blocks:
 * of each the length in four bytes, and the content, compressed.
 */
export function encodeLists(kept: KeptLists): Generator<Uint8Array<ArrayBuffer>> {
  return inPieces(packedParts(kept));
}

function* packedParts(kept: KeptLists): Generator<Uint8Array> {
  const { followers, following, pendingRequests, ...facts } = kept;
  const lists = Object.entries({ followers, following, pendingRequests }).flatMap(([name, list]) =>
    list ? [[name, list] as const] : [],
  );
  const header: Header = {
    version: 2,
    lists: Object.fromEntries(
      lists.map(([name, { size, offsets }]) => [name, { size, bytes: offsets[size] ?? 0 }]),
    ),
    ...facts,
  };
  yield* packed(new TextEncoder().encode(JSON.stringify(header)));
  for (const [, list] of lists)
    for (let from = 0; from < list.size; from += peopleOfBlock)
      yield* packed(encodeNameList(partOf(list, from)));
}

/** @param bytes are used up */
function* packed(bytes: Uint8Array): Generator<Uint8Array> {
  const content = deflateSync(bytes, { chunkSize: usualBytes / 2 });
  freeBytes(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  yield length;
  yield content;
  freeBytes(content);
}

function partOf({ size, bytes, offsets, since }: NameList, from: number): NameList {
  const to = Math.min(from + peopleOfBlock, size);
  return {
    size: to - from,
    bytes,
    offsets: offsets.subarray(from, to + 1),
    since: since.subarray(from, to),
  };
}

/**
 * Reads what was kept, and no further than the lists that are wanted; the others are empty or missing.
 * @throws where the bytes are not what was kept
 */
export async function readLists(
  pieces: AsyncIterable<Uint8Array>,
  wanted: readonly KeptName[] = keptNames,
): Promise<KeptLists> {
  const source = new ByteSource(pieces, () => {});
  const nextLength = async () => (await source.take(4)).readUInt32BE(0);
  const unpack = async () => {
    const packed = await source.take(await nextLength());
    const bytes = inflateSync(packed, { maxOutputLength: mostBytes, chunkSize: usualBytes });
    freeBytes(packed);
    return bytes;
  };
  try {
    const header: Header = JSON.parse((await unpack()).toString("utf8"));
    const {
      version,
      lists,
      requestedRange,
      requests = oldRequests(requestedRange),
      unknownInsightLabels,
      ...facts
    } = header;
    if (version !== 2) throw new RangeError("another version of kept lists");
    const read: Partial<Record<KeptName, NameList>> = {};
    const last = keptNames.findLastIndex((name) => wanted.includes(name));
    for (const name of keptNames.slice(0, last + 1)) {
      const sizes = lists[name];
      if (!sizes) continue;
      const list = wanted.includes(name) ? new JoinedBlocks(sizes) : undefined;
      for (let from = 0; from < sizes.size; from += peopleOfBlock) {
        if (list) list.add(await unpack());
        else await source.pass(await nextLength());
      }
      if (list) read[name] = list.finish();
    }
    // Not `emptyNameList`: whoever has read the list may free it.
    const { followers = nameListOf([]), following, pendingRequests } = read;
    const insights = unknownInsightLabels ? oldInsights(facts.insights) : facts.insights;
    return { ...facts, insights, requests, followers, following, pendingRequests };
  } finally {
    source.close();
  }
}

function oldRequests(range: Header["requestedRange"]): KeptLists["requests"] {
  const limit = (time: number | null) => (time === null ? null : { earliest: time, latest: time });
  return range ? [{ askedAt: 0, range: { from: limit(range.from), to: limit(range.to) } }] : [];
}

/** Any figure that is missing may be one that could not be read. */
const oldInsights = (insights: KeptLists["insights"]) =>
  insights?.map((post) => ({
    ...post,
    unlabelled: countedFigures.filter((figure) => post[figure] === null),
  }));

class JoinedBlocks {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #since: Uint32Array;
  #size = 0;

  constructor({ size, bytes }: { size: number; bytes: number }) {
    this.#bytes = new Uint8Array(bytes);
    this.#offsets = new Uint32Array(size + 1);
    this.#since = new Uint32Array(size);
  }

  /** @param encoded is used up */
  add(encoded: Buffer): void {
    const block = decodeNameList(encoded);
    freeBytes(encoded);
    const start = this.#offsets[this.#size] ?? 0;
    this.#bytes.set(block.bytes, start);
    this.#since.set(block.since, this.#size);
    for (let index = 1; index <= block.size; index += 1)
      this.#offsets[this.#size + index] = start + (block.offsets[index] ?? 0);
    this.#size += block.size;
    freeList(block);
  }

  finish(): NameList {
    const bytes = this.#bytes;
    const isWhole = this.#size === this.#since.length && this.#offsets.at(-1) === bytes.length;
    if (!isWhole) throw new RangeError("a kept list is cut short");
    return { size: this.#size, bytes, offsets: this.#offsets, since: this.#since };
  }
}
