// What ZIPs are made of (APPNOTE 6.3.10). Also runs in the browser, which opens the ZIP on the device: no `node:buffer`.
import { sensible } from "./name-date.ts";

/** Records of a ZIP by their first four bytes. */
export const signatures = {
  localHeader: 0x04034b50,
  descriptor: 0x08074b50,
  extraData: 0x08064b50,
  directory: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
} as const;

/** Bytes of the records before their names, extra fields and comments. */
export const localHeaderBytes = 30;
export const directoryBytes = 46;
export const zip64EndBytes = 56;
export const zip64LocatorBytes = 20;
export const endBytes = 22;

/** Flags: 0 encrypted, 6 strong encryption, 13 the directory is encrypted. */
const encryptedFlags = 0x2041;
const descriptorFlag = 0x0008;
const aesMethod = 99;
const unixMadeBy = 3;
const symlinkMode = 0xa000;
export const max16 = 0xffff;
export const max32 = 0xffff_ffff;
const zip64Extra = 0x0001;
const timeExtra = 0x5455;

/** What a local header or a record of the directory says of an entry. */
export interface ZipRecord {
  flags: number;
  isEncrypted: boolean;
  method: number;
  /** Date and time as ZIPs write them. */
  modified: number;
  /** Epoch milliseconds; undefined where there is no date after 2009. */
  modifiedAt: number | undefined;
  crc: number;
  compressed: number;
  size: number;
}

export interface LocalHeader extends ZipRecord {
  /** The sizes and the CRC stand behind the data. */
  hasDescriptor: boolean;
}

export interface DirectoryRecord extends ZipRecord {
  offset: number;
  madeBy: number;
  attributes: number;
  isSymlink: boolean;
}

/** What the end of a ZIP says of its directory. */
export interface DirectoryPlace {
  count: number;
  bytes: number;
  offset: number;
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const wideAt = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** Lengths of the name, the extra fields and the comment behind a fixed record. */
export const localTail = (record: DataView) =>
  [record.getUint16(26, true), record.getUint16(28, true)] as const;
export const directoryTail = (record: DataView) =>
  [record.getUint16(28, true), record.getUint16(30, true), record.getUint16(32, true)] as const;

export function readLocalHeader(record: DataView, extra: DataView): LocalHeader {
  // In a local header both sizes stand in the zip64 field, in this order.
  const header = withWideSizes(recordAt(record, 6, extra), zip64Numbers(extra));
  return { ...header, hasDescriptor: (header.flags & descriptorFlag) !== 0 };
}

export function readDirectoryRecord(record: DataView, extra: DataView): DirectoryRecord {
  const wide = zip64Numbers(extra);
  const header = withWideSizes(recordAt(record, 8, extra), wide);
  const narrowOffset = record.getUint32(42, true);
  const madeBy = record.getUint16(4, true);
  const attributes = record.getUint32(38, true);
  return {
    ...header,
    offset: narrowOffset === max32 ? (wide.shift() ?? max32) : narrowOffset,
    madeBy,
    attributes,
    isSymlink: madeBy >> 8 === unixMadeBy && ((attributes >>> 16) & 0xf000) === symlinkMode,
  };
}

/** The last record. Numbers that do not fit are all ones: the zip64 end says them. */
export const readEnd = (record: DataView): DirectoryPlace & { commentBytes: number } => ({
  count: record.getUint16(10, true),
  bytes: record.getUint32(12, true),
  offset: record.getUint32(16, true),
  commentBytes: record.getUint16(20, true),
});

export const readZip64End = (record: DataView): DirectoryPlace & { recordBytes: number } => ({
  recordBytes: wideAt(record, 4) + 12,
  count: wideAt(record, 32),
  bytes: wideAt(record, 40),
  offset: wideAt(record, 48),
});

/** Where the zip64 end stands. */
export const zip64EndOffset = (locator: DataView): number => wideAt(locator, 8);

/** The fields that both kinds of record have in the same order, from the flags on. */
function recordAt(record: DataView, at: number, extra: DataView): ZipRecord {
  const flags = record.getUint16(at, true);
  const method = record.getUint16(at + 2, true);
  const modified = record.getUint32(at + 4, true);
  return {
    flags,
    isEncrypted: (flags & encryptedFlags) !== 0 || method === aesMethod,
    method,
    modified,
    modifiedAt: sensible(extendedTime(extra) ?? dosTime(modified)),
    crc: record.getUint32(at + 8, true),
    compressed: record.getUint32(at + 12, true),
    size: record.getUint32(at + 16, true),
  };
}

/** Takes from the numbers of the zip64 field those that did not fit. */
function withWideSizes(record: ZipRecord, wide: number[]): ZipRecord {
  const size = record.size === max32 ? (wide.shift() ?? max32) : record.size;
  const compressed = record.compressed === max32 ? (wide.shift() ?? max32) : record.compressed;
  return { ...record, size, compressed };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 where the bytes are that, whatever the flag says: the names that matter are ASCII in every code page. */
export function zipEntryName(bytes: Uint8Array): string {
  let name: string;
  try {
    name = utf8.decode(bytes);
  } catch {
    name = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
  return name.replaceAll("\\", "/");
}

function fieldOf(extra: DataView, wanted: number): DataView | undefined {
  let at = 0;
  while (at + 4 <= extra.byteLength) {
    const length = extra.getUint16(at + 2, true);
    const end = at + 4 + length;
    if (extra.getUint16(at, true) === wanted && end <= extra.byteLength)
      return new DataView(extra.buffer, extra.byteOffset + at + 4, length);
    at = end;
  }
  return undefined;
}

function zip64Numbers(extra: DataView): number[] {
  const field = fieldOf(extra, zip64Extra);
  const numbers: number[] = [];
  for (let at = 0; field && at + 8 <= field.byteLength && numbers.length < 3; at += 8)
    numbers.push(wideAt(field, at));
  return numbers;
}

function extendedTime(extra: DataView): number | undefined {
  const field = fieldOf(extra, timeExtra);
  const hasModified = field && field.byteLength >= 5 && (field.getUint8(0) & 1) === 1;
  return hasModified ? field.getInt32(1, true) * 1000 : undefined;
}

/** Read as UTC (docs/product.md#when-it-was-taken): a ZIP does not say in which zone it was written. */
function dosTime(modified: number): number | undefined {
  const month = (modified >> 21) & 15;
  const day = (modified >> 16) & 31;
  if (month < 1 || month > 12 || day < 1) return undefined;
  const hour = (modified >> 11) & 31;
  const minute = (modified >> 5) & 63;
  return Date.UTC(1980 + (modified >>> 25), month - 1, day, hour, minute, (modified & 31) * 2);
}
