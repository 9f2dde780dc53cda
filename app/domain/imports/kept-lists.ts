import { deflateSync, inflateSync } from "node:zlib";
import type { ImportLists } from "../analysis/analysis.ts";
import { decodeNameList, encodeNameList } from "../analysis/encoding.ts";
import type { ReadExport } from "../export/export.ts";
import { emptyNameList, type NameList } from "../name-list.ts";

/** What is kept of an import to be analysed again: the lists that the analysis takes, times and figures of posts. */
export interface KeptLists extends ImportLists {
  accountCreatedAt: number | null;
  requestedRange: ReadExport["requestedRange"];
}

const keptNames = ["followers", "following", "pendingRequests"] as const;
type KeptName = (typeof keptNames)[number];
type Facts = Omit<KeptLists, KeptName>;

/** Before the compressed parts: the length of each in bytes. */
interface Header {
  version: 1;
  lists: Partial<Record<KeptName, number>>;
  facts: number;
}

/** More than any list within the limits of the reading unpacks to: longer bytes were not written by this app. */
const mostBytes = 2 ** 31;

/** @returns the length of the header in four bytes, the header as JSON, the lists and the facts, each compressed */
export function encodeLists(read: ReadExport): Uint8Array {
  const lists = keptNames.flatMap((name) => {
    const list = read.lists[name];
    return list ? [[name, deflateSync(encodeNameList(list))] as const] : [];
  });
  const facts: Facts = {
    accountCreatedAt: read.accountCreatedAt,
    requestedRange: read.requestedRange,
    postTimes: read.postTimes,
    insights: read.insights,
    unknownInsightLabels: read.unknownLabels.some(({ file }) => file.includes("insights")),
  };
  const packedFacts = deflateSync(JSON.stringify(facts));
  const header: Header = {
    version: 1,
    lists: Object.fromEntries(lists.map(([name, { length }]) => [name, length])),
    facts: packedFacts.length,
  };
  const packedHeader = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(packedHeader.length);
  const packedLists = lists.map(([, packed]) => packed);
  return new Uint8Array(Buffer.concat([size, packedHeader, ...packedLists, packedFacts]));
}

/** The lists of an import, unpacked when they are asked for. Everything throws where the bytes are not what was kept. */
export interface OpenedLists {
  list(name: KeptName): NameList | undefined;
  facts(): Facts;
}

export function openLists(bytes: Uint8Array): OpenedLists {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerEnd = 4 + buffer.readUInt32BE(0);
  const header = JSON.parse(buffer.toString("utf8", 4, headerEnd)) as Header;
  const parts = new Map<KeptName | "facts", Buffer>();
  let at = headerEnd;
  for (const [name, length] of [
    ...Object.entries(header.lists),
    ["facts", header.facts] as const,
  ]) {
    parts.set(name as KeptName | "facts", buffer.subarray(at, at + length));
    at += length;
  }
  const unpack = (part: Buffer) => inflateSync(part, { maxOutputLength: mostBytes });
  return {
    list(name) {
      const part = parts.get(name);
      return part && decodeNameList(unpack(part));
    },
    facts: () =>
      JSON.parse(unpack(parts.get("facts") ?? Buffer.alloc(0)).toString("utf8")) as Facts,
  };
}

export const followersOf = (lists: OpenedLists): NameList =>
  lists.list("followers") ?? emptyNameList;
