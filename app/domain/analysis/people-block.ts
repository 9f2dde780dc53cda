import { type NameList, personAt, unknownSince, usernameAt } from "../name-list.ts";
import type { ComputedCategory } from "./analysis.ts";
import { ByteReader, ByteWriter, DamagedEncoding } from "./byte-stream.ts";
import { decodeNameList, encodeNameList } from "./encoding.ts";
import { filterPeople } from "./known-list.ts";

/** A stretch of a category's people. */
export interface PeopleBlock {
  /** In the order in which they are shown, not of their names. */
  people: NameList;
  /** Of `renamed`: the names that they may have had. */
  former: NameList | undefined;
}

/** A person as a category's page and file show them. */
export interface ListedPerson {
  username: string;
  /** Epoch seconds. */
  since: number | undefined;
  /** The names that they may have had; none outside `renamed`. */
  formerly: string[];
}

const version = 2;
/** Where more people than this were renamed who followed in the same second, nothing can be told from their old names. */
const mostFormerNames = 50;

/** People `from` up to before `to` of the category's order, as bytes. The caller compresses them. */
export function encodePeople(
  { people, order, former }: ComputedCategory,
  from = 0,
  to = order.length,
): Uint8Array<ArrayBuffer> {
  const shown = order.subarray(from, to);
  const writer = new ByteWriter(shown.length * 20);
  writer.varint(version);
  writer.varint(shown.length);
  const startOf = (index: number) => people.offsets[index] ?? 0;
  for (const index of shown) writer.varint(startOf(index + 1) - startOf(index));
  for (const index of shown) writer.raw(people.bytes.subarray(startOf(index), startOf(index + 1)));
  let before = 0;
  for (const index of shown) {
    const second = people.since[index] ?? unknownSince;
    writer.varint(second >= before ? (second - before) * 2 : (before - second) * 2 - 1);
    before = second;
  }
  writer.raw(former ? encodeNameList(namesOfSeconds(former, people, shown)) : new Uint8Array(0));
  return writer.finish();
}

/** @throws DamagedEncoding */
export function decodePeople(encoded: Uint8Array): PeopleBlock {
  const reader = new ByteReader(encoded);
  if (reader.varint() !== version) throw new DamagedEncoding("another version");
  const size = reader.count(2);
  const offsets = new Uint32Array(size + 1);
  for (let index = 0; index < size; index += 1) {
    offsets[index + 1] = (offsets[index] ?? 0) + reader.varint();
    if ((offsets[index + 1] ?? 0) > encoded.length) throw new DamagedEncoding("too few bytes");
  }
  const bytes = reader.raw(offsets[size] ?? 0);
  let second = 0;
  const since = Uint32Array.from({ length: size }, () => {
    const step = reader.varint();
    second += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    return second;
  });
  const former = reader.left > 0 ? decodeNameList(reader.raw(reader.left)) : undefined;
  return { people: { size, bytes, offsets, since }, former };
}

/** The people of a block, in the order in which they are shown. */
export function listedPeople({ people, former }: PeopleBlock): ListedPerson[] {
  const names = new Map<number, string[]>();
  for (let index = 0; former && index < former.size; index += 1) {
    const second = former.since[index] ?? unknownSince;
    names.set(second, [...(names.get(second) ?? []), usernameAt(former, index)]);
  }
  return Array.from({ length: people.size }, (_, index) => {
    const { username, since } = personAt(people, index);
    return { username, since, formerly: names.get(since ?? unknownSince) ?? [] };
  });
}

function namesOfSeconds(former: NameList, people: NameList, shown: Uint32Array): NameList {
  const seconds = new Map<number, number>();
  for (const index of shown) seconds.set(people.since[index] ?? unknownSince, 0);
  return filterPeople(former, (index) => {
    const second = former.since[index] ?? unknownSince;
    const count = seconds.get(second);
    if (count === undefined || count === mostFormerNames) return false;
    seconds.set(second, count + 1);
    return true;
  });
}
