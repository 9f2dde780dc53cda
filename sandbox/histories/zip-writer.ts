import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  path: string;
  /** Epoch seconds; written as UTC. Before 1980: no date. */
  modified: number;
  /** Called twice for a stored entry: its size and checksum stand before its content. */
  content: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  stored?: boolean;
}

/** @param zip64 writes the larger form even where nothing needs it */
interface ZipOptions {
  zip64?: boolean;
}

const largest32 = 0xffffffff;
const largest16 = 0xffff;
const deflatedFlags = 0x0808; // sizes follow the content; names are UTF-8
const storedFlags = 0x0800;

interface Written {
  path: Buffer;
  method: 0 | 8;
  modified: number;
  crc: number;
  size: number;
  packed: number;
  offset: number;
}

/** A ZIP, piece by piece. Deflated entries carry their sizes behind them, as Instagram's do. */
export async function* writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  { zip64 = false }: ZipOptions = {},
): AsyncGenerator<Uint8Array> {
  const directory: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const written: Written = {
      path: Buffer.from(entry.path),
      method: entry.stored ? 0 : 8,
      modified: entry.modified,
      crc: 0,
      size: 0,
      packed: 0,
      offset,
    };
    if (entry.stored) {
      for await (const chunk of entry.content()) {
        written.crc = crc32(chunk, written.crc);
        written.size += chunk.length;
      }
      written.packed = written.size;
    }
    const isLarge = zip64 || written.size >= largest32;
    const header = localHeader(written, isLarge);
    yield header;
    offset += header.length;
    if (entry.stored) {
      for await (const chunk of entry.content()) yield chunk;
    } else {
      yield* deflated(entry, written);
    }
    offset += written.packed;
    if (!entry.stored) {
      if (written.size >= largest32 && !isLarge)
        throw new Error(`${entry.path} is too large to be deflated without zip64`);
      const descriptor = descriptorOf(written, isLarge);
      yield descriptor;
      offset += descriptor.length;
    }
    directory.push(written);
  }
  yield endOf(directory, offset, zip64);
}

/** Fills in the sizes and the checksum as it goes. */
async function* deflated(entry: ZipEntry, written: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: 6 });
  const fill = async () => {
    for await (const chunk of entry.content()) {
      written.crc = crc32(chunk, written.crc);
      written.size += chunk.length;
      if (!deflate.write(chunk)) await once(deflate, "drain");
    }
    deflate.end();
  };
  const filled = fill().catch((error: unknown) => deflate.destroy(error as Error));
  for await (const chunk of deflate) {
    written.packed += chunk.length;
    yield chunk;
  }
  await filled;
}

function localHeader(entry: Written, isLarge: boolean): Buffer {
  const extra = isLarge ? zip64Extra([entry.size, entry.packed]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, isLarge);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, entry.path, extra]);
}

/** What a local header and the directory share, from the needed version to the length of the name. */
function writeCommon(header: Buffer, at: number, entry: Written, isLarge: boolean): void {
  const small = (value: number) => (isLarge ? largest32 : value);
  header.writeUInt16LE(isLarge ? 45 : 20, at);
  header.writeUInt16LE(entry.method === 8 ? deflatedFlags : storedFlags, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt32LE(dosTime(entry.modified), at + 6);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(small(entry.packed), at + 14);
  header.writeUInt32LE(small(entry.size), at + 18);
  header.writeUInt16LE(entry.path.length, at + 22);
}

function descriptorOf({ crc, packed, size }: Written, isLarge: boolean): Buffer {
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(packed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

/** The directory and what stands behind it. */
function endOf(directory: readonly Written[], start: number, zip64: boolean): Buffer {
  const records = directory.map((entry) => directoryRecord(entry, zip64));
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length;
  const isLarge = zip64 || count >= largest16 || start + size >= largest32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isLarge ? largest16 : count, 8);
  end.writeUInt16LE(isLarge ? largest16 : count, 10);
  end.writeUInt32LE(isLarge ? largest32 : size, 12);
  end.writeUInt32LE(isLarge ? largest32 : start, 16);
  if (!isLarge) return Buffer.concat([...records, end]);
  const larger = Buffer.alloc(76);
  larger.writeUInt32LE(0x06064b50, 0);
  larger.writeBigUInt64LE(44n, 4);
  larger.writeUInt16LE(45, 12);
  larger.writeUInt16LE(45, 14);
  larger.writeBigUInt64LE(BigInt(count), 24);
  larger.writeBigUInt64LE(BigInt(count), 32);
  larger.writeBigUInt64LE(BigInt(size), 40);
  larger.writeBigUInt64LE(BigInt(start), 48);
  larger.writeUInt32LE(0x07064b50, 56);
  larger.writeBigUInt64LE(BigInt(start + size), 64);
  larger.writeUInt32LE(1, 72);
  return Buffer.concat([...records, larger, end]);
}

function directoryRecord(entry: Written, zip64: boolean): Buffer {
  const isLarge = zip64 || Math.max(entry.size, entry.packed, entry.offset) >= largest32;
  const extra = isLarge ? zip64Extra([entry.size, entry.packed, entry.offset]) : Buffer.alloc(0);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(isLarge ? 45 : 20, 4);
  writeCommon(record, 6, entry, isLarge);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(isLarge ? largest32 : entry.offset, 42);
  return Buffer.concat([record, entry.path, extra]);
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  });
  return extra;
}

/** Epoch seconds in ZIP's form, to two seconds; 1 January 1980 where they lie before it. */
function dosTime(seconds: number): number {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear() - 1980;
  if (year < 0) return 0x00210000;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
