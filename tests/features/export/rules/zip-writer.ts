import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a ZIP to write. What is not said is as usual: deflated, sizes in the header, a date in 2026. */
export interface ZipEntry {
  name: string | Buffer;
  content: string | Buffer;
  stored?: boolean;
  /** Sizes and CRC behind the data, in this form; the header then has zeros unless `sizesInHeader`. */
  descriptor?: { marked: boolean; wide: boolean };
  sizesInHeader?: boolean;
  zip64?: boolean;
  flags?: number;
  method?: number;
  /** Instead of the true CRC. */
  crc?: number;
  /** Instead of the true size, in both places. */
  size?: number;
  modified?: Date;
  /** Epoch seconds in an extended timestamp. */
  extendedTime?: number;
  /** Unix mode, such as 0o120777 for a symlink. */
  mode?: number;
  /** Says something else in the directory than in the local header. */
  directory?: Partial<{
    name: string;
    crc: number;
    compressed: number;
    size: number;
    offset: number;
    method: number;
  }>;
}

export interface ZipShape {
  /** zip64 end records whatever the sizes. */
  zip64?: boolean;
  comment?: string;
  /** Instead of the true number of entries. */
  count?: number;
  /** Indices of the entries that the directory names, in this order. */
  listed?: number[];
  reversed?: boolean;
}

const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
const u64 = (...numbers: number[]) => Buffer.from(BigUint64Array.from(numbers, BigInt).buffer);
const max32 = 0xffff_ffff;

function dosTime(date: Date): Buffer {
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return u16(time, day);
}

/** Writes a ZIP byte by byte as it is asked for, also such that no other program would write. */
export function zipOf(entries: readonly ZipEntry[], shape: ZipShape = {}): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, record } = written(entry, offset);
    locals.push(local);
    records.push(record);
    offset += local.length;
  }
  const listed = shape.listed ?? entries.map((_, index) => index);
  const directory = Buffer.concat(
    (shape.reversed ? listed.toReversed() : listed).map(
      (index) => records[index] ?? Buffer.alloc(0),
    ),
  );
  return Buffer.concat([...locals, directory, ...endOf(directory, offset, listed.length, shape)]);
}

function written(entry: ZipEntry, offset: number): { local: Buffer; record: Buffer } {
  const content = Buffer.from(entry.content);
  const name = Buffer.from(entry.name);
  const data = entry.stored ? content : deflateRawSync(content);
  const method = entry.method ?? (entry.stored ? 0 : 8);
  const crc = entry.crc ?? crc32(content);
  const size = entry.size ?? content.length;
  const flags = (entry.flags ?? 0) | (entry.descriptor ? 8 : 0);
  const time = dosTime(entry.modified ?? new Date("2026-05-11T10:00:00Z"));
  const stamp =
    entry.extendedTime === undefined
      ? Buffer.alloc(0)
      : Buffer.concat([u16(0x5455, 5), Buffer.of(1), u32(entry.extendedTime)]);

  const isHidden = entry.descriptor !== undefined && !entry.sizesInHeader;
  const [saidSize, saidLength] = isHidden ? [0, 0] : [size, data.length];
  const wide = Buffer.concat([u16(1, 16), u64(saidSize, saidLength)]);
  const extra = Buffer.concat([stamp, entry.zip64 ? wide : Buffer.alloc(0)]);
  const descriptor = entry.descriptor && [
    entry.descriptor.marked ? u32(0x08074b50) : Buffer.alloc(0),
    u32(crc),
    entry.descriptor.wide ? u64(data.length, size) : u32(data.length, size),
  ];
  const local = Buffer.concat([
    u32(0x04034b50),
    u16(45, flags, method),
    time,
    u32(isHidden ? 0 : crc),
    entry.zip64 ? u32(max32, max32) : u32(saidLength, saidSize),
    u16(name.length, extra.length),
    name,
    extra,
    data,
    ...(descriptor ?? []),
  ]);

  const lie = entry.directory ?? {};
  const saidName = lie.name === undefined ? name : Buffer.from(lie.name);
  const numbers = [lie.size ?? size, lie.compressed ?? data.length, lie.offset ?? offset] as const;
  const listedExtra = entry.zip64 ? Buffer.concat([stamp, u16(1, 24), u64(...numbers)]) : stamp;
  const record = Buffer.concat([
    u32(0x02014b50),
    u16((3 << 8) | 45, 45, flags, lie.method ?? method),
    time,
    u32(lie.crc ?? crc),
    entry.zip64 ? u32(max32, max32) : u32(numbers[1], numbers[0]),
    u16(saidName.length, listedExtra.length, 0, 0, 0, 0, entry.mode ?? 0o100644),
    u32(entry.zip64 ? max32 : numbers[2]),
    saidName,
    listedExtra,
  ]);
  return { local, record };
}

function endOf(directory: Buffer, offset: number, listed: number, shape: ZipShape): Buffer[] {
  const count = shape.count ?? listed;
  const comment = Buffer.from(shape.comment ?? "");
  const end = (n: number, length: number, at: number) =>
    Buffer.concat([
      u32(0x06054b50),
      u16(0, 0, n, n),
      u32(length, at),
      u16(comment.length),
      comment,
    ]);
  if (!shape.zip64) return [end(count, directory.length, offset)];
  return [
    u32(0x06064b50),
    u64(44),
    u16(45, 45),
    u32(0, 0),
    u64(count, count, directory.length, offset),
    u32(0x07064b50, 0),
    u64(offset + directory.length),
    u32(1),
    end(0xffff, max32, max32),
  ];
}
