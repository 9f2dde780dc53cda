import { ByteReader, ByteWriter, DamagedEncoding } from "./byte-stream.ts";
import { compareNames, type NameList, unknownSince } from "./name-list.ts";
import { longestUsername } from "./name-list-builder.ts";

const version = 1;
const longestName = longestUsername * 4;
const secondBytes = 4;

/**
 * The list as bytes that compress well: of each name what differs from the one before it, then the seconds, all
 * highest bytes first, then the next. The caller compresses them.
 */
export function encodeNameList(list: NameList): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter(list.size * 16);
  writer.varint(version);
  writer.varint(list.size);
  const shared = new Uint16Array(list.size);
  for (let index = 0; index < list.size; index += 1) shared[index] = sharedLength(list, index);
  for (const length of shared) writer.varint(length);
  for (let index = 0; index < list.size; index += 1)
    writer.varint(nameLength(list, index) - (shared[index] ?? 0));
  for (let index = 0; index < list.size; index += 1) {
    const start = (list.offsets[index] ?? 0) + (shared[index] ?? 0);
    writer.raw(list.bytes, start, list.offsets[index + 1] ?? 0);
  }
  const first = firstKnown(list.since);
  writer.varint(first);
  for (let shift = 24; shift >= 0; shift -= 8)
    // 0 is an unknown second, so the first known one is 1.
    for (const second of list.since)
      writer.byte(second === unknownSince ? 0 : (second - first + 1) >>> shift);
  return writer.finish();
}

/** @throws DamagedEncoding */
export function decodeNameList(encoded: Uint8Array): NameList {
  const reader = new ByteReader(encoded);
  if (reader.varint() !== version) throw new DamagedEncoding("another version");
  const size = reader.count(2 + secondBytes);
  const shared = new Uint16Array(size);
  for (let index = 0; index < size; index += 1) shared[index] = reader.varint(longestName);
  const offsets = new Uint32Array(size + 1);
  for (let index = 0; index < size; index += 1) {
    const length = (shared[index] ?? 0) + reader.varint();
    const lengthBefore = (offsets[index] ?? 0) - (offsets[index - 1] ?? 0);
    if (length > longestName || (shared[index] ?? 0) > lengthBefore)
      throw new DamagedEncoding("a name is too long");
    offsets[index + 1] = (offsets[index] ?? 0) + length;
  }
  const bytes = new Uint8Array(offsets[size] ?? 0);
  for (let index = 0; index < size; index += 1) {
    const start = offsets[index] ?? 0;
    const before = offsets[index - 1] ?? 0;
    const kept = shared[index] ?? 0;
    for (let at = 0; at < kept; at += 1) bytes[start + at] = bytes[before + at] ?? 0;
    reader.into(bytes, start + kept, offsets[index + 1] ?? 0);
  }
  const first = reader.varint();
  const since = new Uint32Array(size);
  for (let plane = 0; plane < secondBytes; plane += 1) {
    const column = reader.raw(size);
    for (let index = 0; index < size; index += 1)
      since[index] = ((since[index] ?? 0) << 8) | (column[index] ?? 0);
  }
  reader.end();
  for (let index = 0; index < size; index += 1)
    if (since[index] !== 0) since[index] = (since[index] ?? 0) + first - 1;
  const list = { size, bytes, offsets, since };
  for (let index = 1; index < size; index += 1)
    if (compareNames(list, index - 1, list, index) >= 0)
      throw new DamagedEncoding("names are not in order");
  return list;
}

const nameLength = ({ offsets }: NameList, index: number): number =>
  (offsets[index + 1] ?? 0) - (offsets[index] ?? 0);

function sharedLength(list: NameList, index: number): number {
  if (index === 0) return 0;
  const start = list.offsets[index] ?? 0;
  const before = list.offsets[index - 1] ?? 0;
  const most = Math.min(nameLength(list, index), nameLength(list, index - 1));
  let length = 0;
  while (length < most && list.bytes[start + length] === list.bytes[before + length]) length += 1;
  return length;
}

function firstKnown(since: Uint32Array): number {
  let first = 0;
  for (const second of since)
    if (second !== unknownSince && (first === 0 || second < first)) first = second;
  return first;
}
