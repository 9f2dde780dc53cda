import { compareNames, type NamedPerson, type NameList, unknownSince } from "./name-list.ts";

/** Bytes and people that a new builder has room for; it doubles when it is full. */
const firstBytes = 65_536;
const firstPeople = 4_096;
/** The longest username that is kept, in bytes. Instagram allows 30. */
export const longestUsername = 120;

/** Collects people in any order. A name that comes twice is kept once, with its newest second. */
export class NameListBuilder {
  #bytes = new Uint8Array(firstBytes);
  #ends = new Uint32Array(firstPeople);
  #since = new Uint32Array(firstPeople);
  #size = 0;
  readonly #encoder = new TextEncoder();

  /** Bytes that the people need so far. */
  get byteLength(): number {
    return this.#end(this.#size - 1) + this.#size * 8;
  }

  /** @param since epoch seconds, or undefined */
  add(username: string, since: number | undefined): void {
    const start = this.#end(this.#size - 1);
    if (start + longestUsername * 4 > this.#bytes.length) this.#bytes = grown(this.#bytes);
    if (this.#size === this.#ends.length) {
      this.#ends = grown(this.#ends);
      this.#since = grown(this.#since);
    }
    const { written } = this.#encoder.encodeInto(
      username.toLowerCase().slice(0, longestUsername),
      this.#bytes.subarray(start),
    );
    this.#ends[this.#size] = start + written;
    this.#since[this.#size] = since ?? unknownSince;
    this.#size += 1;
  }

  /** The sorted list. The builder must not be used after that. */
  finish(): NameList {
    const size = this.#size;
    const unsortedOffsets = new Uint32Array(size + 1);
    unsortedOffsets.set(this.#ends.subarray(0, size), 1);
    const unsorted: NameList = {
      size,
      bytes: this.#bytes,
      offsets: unsortedOffsets,
      since: this.#since,
    };
    const order = sortedOrder(unsorted);
    const offsets = new Uint32Array(size + 1);
    const since = new Uint32Array(size);
    const bytes = new Uint8Array(unsortedOffsets[size] ?? 0);
    let kept = 0;
    let previous = -1;
    for (const index of order) {
      const second = this.#since[index] ?? unknownSince;
      if (previous >= 0 && compareNames(unsorted, previous, unsorted, index) === 0) {
        since[kept - 1] = Math.max(since[kept - 1] ?? 0, second);
        continue;
      }
      const start = offsets[kept] ?? 0;
      const name = this.#bytes.subarray(unsortedOffsets[index], unsortedOffsets[index + 1]);
      bytes.set(name, start);
      since[kept] = second;
      kept += 1;
      offsets[kept] = start + name.length;
      previous = index;
    }
    return {
      size: kept,
      bytes: bytes.subarray(0, offsets[kept]),
      offsets: offsets.subarray(0, kept + 1),
      since: since.subarray(0, kept),
    };
  }

  #end(index: number): number {
    return index < 0 ? 0 : (this.#ends[index] ?? 0);
  }
}

export function nameListOf(people: Iterable<NamedPerson>): NameList {
  const builder = new NameListBuilder();
  for (const { username, since } of people) builder.add(username, since);
  return builder.finish();
}

/** Indices in the order of the names. Compares the first six bytes as one number, the rest only where these are equal. */
function sortedOrder(list: NameList): Uint32Array {
  const prefixes = new Float64Array(list.size);
  for (let index = 0; index < list.size; index += 1) {
    const start = list.offsets[index] ?? 0;
    const end = list.offsets[index + 1] ?? 0;
    let prefix = 0;
    for (let k = 0; k < 6; k += 1)
      prefix = prefix * 256 + (start + k < end ? (list.bytes[start + k] ?? 0) : 0);
    prefixes[index] = prefix;
  }
  return Uint32Array.from({ length: list.size }, (_, index) => index).sort(
    (i, j) => (prefixes[i] ?? 0) - (prefixes[j] ?? 0) || compareNames(list, i, list, j),
  );
}

function grown<T extends Uint8Array | Uint32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
