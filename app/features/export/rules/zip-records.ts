import { isUtf8 } from "node:buffer";
import { ExportRefused } from "../export.ts";
import { sensible } from "../name-date.ts";

/** Records of a ZIP (APPNOTE 6.3.10) by their first four bytes. */
export const signatures = {
  localHeader: 0x04034b50,
  descriptor: 0x08074b50,
  extraData: 0x08064b50,
  directory: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
} as const;

export const localHeaderBytes = 30;
export const directoryBytes = 46;

/** Flags: 0 encrypted, 6 strong encryption, 13 the directory is encrypted. */
const encryptedFlags = 0x2041;
const descriptorFlag = 0x0008;
const aesMethod = 99;
const unixMadeBy = 3;
const symlinkMode = 0xa000;
const max32 = 0xffff_ffff;
const zip64Extra = 0x0001;
const timeExtra = 0x5455;

/** What a local header or a record of the directory says of an entry. */
export interface ZipRecord {
  flags: number;
  method: number;
  crc: number;
  compressed: number;
  size: number;
  /** Epoch milliseconds; undefined where there is no date after 2009. */
  modifiedAt: number | undefined;
}

export interface LocalHeader extends ZipRecord {
  /** The sizes and the CRC stand behind the data. */
  hasDescriptor: boolean;
}

export interface DirectoryRecord extends ZipRecord {
  offset: number;
  isSymlink: boolean;
}

/** Lengths of the name, the extra fields and the comment behind a fixed record. */
export const localTail = (record: Buffer) =>
  [record.readUInt16LE(26), record.readUInt16LE(28), 0] as const;
export const directoryTail = (record: Buffer) =>
  [record.readUInt16LE(28), record.readUInt16LE(30), record.readUInt16LE(32)] as const;

export function readLocalHeader(record: Buffer, extra: Buffer): LocalHeader {
  const wide = zip64Numbers(extra);
  const header = recordAt(record, 6, extra);
  // In a local header both sizes stand in the zip64 field, in this order.
  const size = header.size === max32 ? (wide.shift() ?? max32) : header.size;
  const compressed = header.compressed === max32 ? (wide.shift() ?? max32) : header.compressed;
  return { ...header, size, compressed, hasDescriptor: (header.flags & descriptorFlag) !== 0 };
}

export function readDirectoryRecord(record: Buffer, extra: Buffer): DirectoryRecord {
  const wide = zip64Numbers(extra);
  const header = recordAt(record, 8, extra);
  const size = header.size === max32 ? (wide.shift() ?? max32) : header.size;
  const compressed = header.compressed === max32 ? (wide.shift() ?? max32) : header.compressed;
  const narrowOffset = record.readUInt32LE(42);
  const offset = narrowOffset === max32 ? (wide.shift() ?? max32) : narrowOffset;
  const madeBy = record.readUInt16LE(4) >> 8;
  const mode = record.readUInt16LE(40);
  const isSymlink = madeBy === unixMadeBy && (mode & 0xf000) === symlinkMode;
  return { ...header, size, compressed, offset, isSymlink };
}

/** The fields that both kinds of record have in the same order, from the flags on. */
function recordAt(record: Buffer, at: number, extra: Buffer): ZipRecord {
  const flags = record.readUInt16LE(at);
  const method = record.readUInt16LE(at + 2);
  if ((flags & encryptedFlags) !== 0 || method === aesMethod) throw new ExportRefused("encrypted");
  return {
    flags,
    method,
    modifiedAt: sensible(
      extendedTime(extra) ?? dosTime(record.readUInt16LE(at + 4), record.readUInt16LE(at + 6)),
    ),
    crc: record.readUInt32LE(at + 8),
    compressed: record.readUInt32LE(at + 12),
    size: record.readUInt32LE(at + 16),
  };
}

/** UTF-8 where the bytes are that, whatever the flag says: the names that matter are ASCII in every code page. */
export function zipEntryName(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? "utf8" : "latin1").replaceAll("\\", "/");
}

function fieldOf(extra: Buffer, wanted: number): Buffer | undefined {
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === wanted && end <= extra.length)
      return extra.subarray(at + 4, end);
    at = end;
  }
  return undefined;
}

function zip64Numbers(extra: Buffer): number[] {
  const field = fieldOf(extra, zip64Extra);
  const numbers: number[] = [];
  for (let at = 0; field && at + 8 <= field.length && numbers.length < 3; at += 8)
    numbers.push(Number(field.readBigUInt64LE(at)));
  return numbers;
}

function extendedTime(extra: Buffer): number | undefined {
  const field = fieldOf(extra, timeExtra);
  const hasModified = field !== undefined && field.length >= 5 && ((field[0] ?? 0) & 1) === 1;
  return hasModified ? field.readInt32LE(1) * 1000 : undefined;
}

/** Read as UTC (contract 10): a ZIP does not say in which zone it was written. */
function dosTime(time: number, date: number): number | undefined {
  const month = (date >> 5) & 15;
  const day = date & 31;
  if (month < 1 || month > 12 || day < 1) return undefined;
  const year = 1980 + (date >> 9);
  return Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}
