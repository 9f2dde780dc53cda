import { type EntryMetaData, ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { TopFolderDays } from "../../export/name-date.ts";
import { isRead } from "../../export/wanted-entries.ts";
import { type CopiedEntry, dataStart, zipOf } from "./zip-records.ts";

interface SmallerZip {
  zip: Blob;
  /** How many entries it has. */
  count: number;
  /** Epoch milliseconds: the newest date of all entries of the original; undefined where there is none after 2009. */
  takenAt: number | undefined;
  /** Epoch milliseconds: the days in the names of its top folders. */
  folderDays: readonly number[];
}

const max32 = 0xffff_ffff;
const timeExtra = 0x5455;
const year2010 = Date.UTC(2010, 0, 1);

/** Whether a file begins as ZIPs do, whatever its name. */
export async function isZip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
}

/**
 * The entries of an export that are read, as a ZIP of their own. Only the directory of the original is read here.
 * Whether the entries are whole is for the server to judge.
 * @throws where the ZIP cannot be read
 */
export async function smallerZip(original: Blob, signal: AbortSignal): Promise<SmallerZip> {
  const entries: CopiedEntry[] = [];
  let takenAt: number | undefined;
  const folders = new TopFolderDays();
  for await (const entry of new ZipReader(readerOf(original)).getEntriesGenerator(tolerant)) {
    signal.throwIfAborted();
    const modified = timeOf(entry);
    if (modified >= year2010 && modified > (takenAt ?? 0)) takenAt = modified;
    const name = nameOf(entry.rawFilename);
    folders.add(name);
    if (entry.directory || !isRead(name)) continue;
    if (Math.max(entry.compressedSize, entry.uncompressedSize) >= max32)
      throw new Error("a part that is read is too large for a small ZIP");
    entries.push(await copyOf(original, entry));
  }
  return { zip: zipOf(entries), count: entries.length, takenAt, folderDays: folders.days };
}

/** Odd names and the like are the server's to judge. */
const tolerant = { strictness: "tolerant", filenameValidation: "tolerant" } as const;

/** zip.js' own BlobReader would pull its writers into the bundle. */
const readerOf = (blob: Blob) =>
  ({
    size: blob.size,
    readUint8Array: async (from: number, length: number) =>
      new Uint8Array(await blob.slice(from, from + length).arrayBuffer()),
  }) as unknown as ConstructorParameters<typeof ZipReader>[0];

async function copyOf(original: Blob, entry: EntryMetaData): Promise<CopiedEntry> {
  const start = await dataStart(original, entry.offset);
  return {
    name: entry.rawFilename,
    flags: entry.rawBitFlag ?? 0,
    method: entry.compressionMethod,
    modified: Number(entry.rawLastModDate),
    crc: entry.crc32 ?? 0,
    compressed: entry.compressedSize,
    size: entry.uncompressedSize,
    madeBy: entry.versionMadeBy,
    attributes: entry.externalFileAttributes,
    data: original.slice(start, start + entry.compressedSize),
  };
}

/** As the server decodes it (app/features/export/rules/zip-records.ts). */
function nameOf(bytes: Uint8Array): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    name = new TextDecoder("latin1").decode(bytes);
  }
  return name.replaceAll("\\", "/");
}

/** Epoch milliseconds, read as UTC (contract 10); 0 where there is no date. */
function timeOf(entry: EntryMetaData): number {
  const extended = entry.extraField?.get(timeExtra)?.data;
  if (extended && extended.length >= 5 && ((extended[0] ?? 0) & 1) === 1)
    return new DataView(extended.buffer, extended.byteOffset).getInt32(1, true) * 1_000;
  const raw = Number(entry.rawLastModDate);
  const month = (raw >> 21) & 15;
  const day = (raw >> 16) & 31;
  if (month < 1 || month > 12 || day < 1) return 0;
  const hour = (raw >> 11) & 31;
  return Date.UTC(1980 + (raw >>> 25), month - 1, day, hour, (raw >> 5) & 63, (raw & 31) * 2);
}
