import { hasExportsDate, TopFolderDays } from "../../export/name-date.ts";
import { isRead, markOfEntry } from "../../export/wanted-entries.ts";
import {
  type DirectoryPlace,
  type DirectoryRecord,
  directoryBytes,
  directoryTail,
  endBytes,
  localHeaderBytes,
  localTail,
  max16,
  max32,
  readDirectoryRecord,
  readEnd,
  readZip64End,
  signatures,
  viewOf,
  zip64EndBytes,
  zip64EndOffset,
  zip64LocatorBytes,
  zipEntryName,
} from "../../export/zip-records.ts";

interface SmallerZip {
  zip: Blob;
  /** How many entries it has that are read. */
  count: number;
  /** Epoch milliseconds: the newest date of the original's entries that is the export's; undefined where there is none after 2009. */
  takenAt: number | undefined;
  /** Epoch milliseconds: the days in the names of its top folders. */
  folderDays: readonly number[];
}

/** Whether a file begins as ZIPs do, whatever its name. */
export async function isZip(file: Blob): Promise<boolean> {
  const [first, second] = await bytesAt(file, 0, 2);
  return first === 0x50 && second === 0x4b;
}

/**
 * The entries of an export that are read, as a ZIP of their own, and a mark in place of others, by which the server says the
 * same of it as of the original. Only the directory of the original is read here. Whether the entries are whole is for the
 * server to judge.
 * @throws where the ZIP cannot be read
 */
export async function smallerZip(original: Blob, signal: AbortSignal): Promise<SmallerZip> {
  const entries: CopiedEntry[] = [];
  let takenAt: number | undefined;
  const folders = new TopFolderDays();
  const marks = new Map<string, CopiedEntry>();
  for (const { record, rawName } of recordsOf(await directoryOf(original))) {
    signal.throwIfAborted();
    const name = zipEntryName(rawName);
    const { modifiedAt } = record;
    if (hasExportsDate(name) && modifiedAt !== undefined && modifiedAt > (takenAt ?? 0))
      takenAt = modifiedAt;
    folders.add(name);
    if (!isRead(name)) {
      const mark = markOfEntry(name);
      if (mark) marks.set(mark, emptyEntry(record, mark));
      continue;
    }
    if (Math.max(record.compressed, record.size) >= max32)
      throw new Error("a part that is read is too large for a small ZIP");
    const start = await dataStart(original, record.offset);
    const data = original.slice(start, start + record.compressed);
    entries.push({ ...record, rawName, data });
  }
  const zip = zipOf([...entries, ...marks.values()]);
  return { zip, count: entries.length, takenAt, folderDays: folders.days };
}

const bytesAt = async (file: Blob, from: number, length: number) =>
  new Uint8Array(await file.slice(from, from + length).arrayBuffer());

/** @throws where the ZIP has no end, or its end names no directory */
async function directoryOf(file: Blob): Promise<Uint8Array> {
  const tailStart = Math.max(0, file.size - endBytes - max16);
  const tail = viewOf(await bytesAt(file, tailStart, file.size));
  let at = tail.byteLength - endBytes;
  while (at >= 0 && tail.getUint32(at, true) !== signatures.end) at -= 1;
  if (at < 0) throw new Error("the ZIP has no end");
  const end = readEnd(new DataView(tail.buffer, at, endBytes));
  const isWide = end.count === max16 || end.bytes === max32 || end.offset === max32;
  const wide = isWide ? await wideEnd(file, tailStart + at) : undefined;
  const { bytes, offset } = wide ?? end;
  if (offset + bytes > file.size) throw new Error("the directory is not in the ZIP");
  return bytesAt(file, offset, bytes);
}

/** The zip64 end, of which the locator before the end says where it stands; undefined where there is none. */
async function wideEnd(file: Blob, endAt: number): Promise<DirectoryPlace | undefined> {
  if (endAt < zip64LocatorBytes) return undefined;
  const locator = viewOf(await bytesAt(file, endAt - zip64LocatorBytes, zip64LocatorBytes));
  if (locator.getUint32(0, true) !== signatures.zip64Locator) return undefined;
  const record = viewOf(await bytesAt(file, zip64EndOffset(locator), zip64EndBytes));
  if (record.getUint32(0, true) !== signatures.zip64End)
    throw new Error("there is no end where the locator says");
  return readZip64End(record);
}

/** Goes by the bytes of the directory: programs that know no zip64 count only to 65,535. */
function* recordsOf(
  directory: Uint8Array,
): Generator<{ record: DirectoryRecord; rawName: Uint8Array }> {
  const view = viewOf(directory);
  for (let at = 0; at < directory.length; ) {
    const fixed = new DataView(view.buffer, at, directoryBytes);
    if (fixed.getUint32(0, true) !== signatures.directory)
      throw new Error("the directory is damaged");
    const [nameBytes, extraBytes, commentBytes] = directoryTail(fixed);
    const nameAt = at + directoryBytes;
    const extra = new DataView(view.buffer, nameAt + nameBytes, extraBytes);
    const rawName = directory.subarray(nameAt, nameAt + nameBytes);
    yield { record: readDirectoryRecord(fixed, extra), rawName };
    at = nameAt + nameBytes + extraBytes + commentBytes;
  }
}

/** Where an entry's data begin: its own header says how long its name and extra fields are. */
async function dataStart(file: Blob, offset: number): Promise<number> {
  const header = viewOf(await bytesAt(file, offset, localHeaderBytes));
  if (header.byteLength < localHeaderBytes || header.getUint32(0, true) !== signatures.localHeader)
    throw new Error("there is no entry where the directory says");
  const [nameBytes, extraBytes] = localTail(header);
  return offset + localHeaderBytes + nameBytes + extraBytes;
}

/** An entry of a ZIP as it is copied: its data stay as they are in the original, compressed or not. */
interface CopiedEntry extends DirectoryRecord {
  rawName: Uint8Array;
  data: Blob;
}

const emptyEntry = (record: DirectoryRecord, name: string): CopiedEntry => ({
  ...record,
  ...{ method: 0, crc: 0, compressed: 0, size: 0 },
  rawName: new TextEncoder().encode(name),
  data: new Blob(),
});

/** Clears the flag of a data descriptor: the sizes are in the header. */
const withoutDescriptor = ~0x0008;

/**
 * A ZIP of these entries. Their data are not read: a Blob refers to its parts, and the browser takes them from the
 * disk while it sends them.
 * @throws where it would need the larger form of ZIP
 */
function zipOf(entries: readonly CopiedEntry[]): Blob {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let bytesOfDirectory = 0;
  for (const entry of entries) {
    const local = record(localHeaderBytes, signatures.localHeader, (view) =>
      writeCommon(view, 4, entry),
    );
    parts.push(local, bytesOf(entry.rawName), entry.data);
    const start = offset;
    directory.push(
      record(directoryBytes, signatures.directory, (view) => {
        view.setUint16(4, entry.madeBy, true);
        writeCommon(view, 6, entry);
        view.setUint32(38, entry.attributes, true);
        view.setUint32(42, start, true);
      }),
      bytesOf(entry.rawName),
    );
    offset += localHeaderBytes + entry.rawName.length + entry.data.size;
    bytesOfDirectory += directoryBytes + entry.rawName.length;
  }
  if (entries.length > max16 || offset + bytesOfDirectory > max32)
    throw new Error("the parts that are read are too large for a small ZIP");
  const end = record(endBytes, signatures.end, (view) => {
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, bytesOfDirectory, true);
    view.setUint32(16, offset, true);
  });
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

const bytesOf = (name: Uint8Array) => new Uint8Array(name);

function record(length: number, signature: number, fill: (view: DataView) => void): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  fill(view);
  return view.buffer;
}

/** The fields that both kinds of record have in the same order. */
function writeCommon(view: DataView, at: number, entry: CopiedEntry): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, entry.flags & withoutDescriptor, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint32(at + 6, entry.modified, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.compressed, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.rawName.length, true);
}
