import type { NamedPerson, NameList } from "./name-list.ts";
import { unknownSince } from "./name-list.ts";
import { freeList, mergedLists } from "./name-list-merge.ts";

/** The longest username that is kept, in UTF-16 units. Instagram allows 30. */
export const longestUsername = 120;
const mostBytesOfName = longestUsername * 3;

/** How many people are sorted at a time. At the end the sorted blocks are merged. */
const peopleOfBlock = 65_536;
const firstPeople = 1_024;
const firstBytes = 16_384;

/** People in the order in which they came. Its arrays are used again for the next ones. */
interface Block {
  size: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** `size + 1` positions in `bytes`, as in a NameList. */
  offsets: Uint32Array<ArrayBuffer>;
  since: Uint32Array<ArrayBuffer>;
}

const newBlock = (): Block => ({
  size: 0,
  bytes: new Uint8Array(firstBytes),
  offsets: new Uint32Array(firstPeople + 1),
  since: new Uint32Array(firstPeople),
});

/** Collects people in any order. A name that comes twice is kept once, with its newest second. */
export class NameListBuilder {
  #block = newBlock();
  #sorted: NameList[] = [];
  #sortedBytes = 0;
  readonly #encoder = new TextEncoder();

  /** Bytes that the people need so far. */
  get byteLength(): number {
    return this.#sortedBytes + bytesOf(this.#block);
  }

  /**
   * @param username without control characters; cut at `longestUsername`
   * @param since epoch seconds, or undefined
   */
  add(username: string, since: number | undefined): void {
    const block = this.#block;
    const start = block.offsets[block.size] ?? 0;
    if (start + mostBytesOfName > block.bytes.length)
      block.bytes = resized(block.bytes, block.bytes.length * 2);
    if (block.size === block.since.length) {
      block.offsets = resized(block.offsets, block.size * 2 + 1);
      block.since = resized(block.since, block.size * 2);
    }
    block.since[block.size] = since ?? unknownSince;
    block.size += 1;
    block.offsets[block.size] = start + this.#write(username, block.bytes, start);
    if (block.size === peopleOfBlock) this.#sortBlock();
  }

  /** Writes the name in lower case. @returns its bytes */
  #write(username: string, bytes: Uint8Array, start: number): number {
    const length = Math.min(username.length, longestUsername);
    for (let k = 0; k < length; k += 1) {
      const code = username.charCodeAt(k);
      if (code > 0x7f) {
        const name = username.toLowerCase().slice(0, longestUsername);
        return this.#encoder.encodeInto(name, bytes.subarray(start)).written;
      }
      bytes[start + k] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    }
    return length;
  }

  #sortBlock(): void {
    const list = sortedBlock(this.#block);
    this.#sorted.push(list);
    this.#sortedBytes += bytesOf(list);
    this.#block.size = 0;
  }

  /** The sorted list. The builder is empty after that. */
  finish(): NameList {
    if (this.#block.size > 0) this.#sortBlock();
    const lists = this.#sorted;
    freeList(this.#block);
    this.#block = newBlock();
    this.#sorted = [];
    this.#sortedBytes = 0;
    return lists.length === 1 && lists[0] ? lists[0] : mergedLists(lists);
  }
}

export function nameListOf(people: Iterable<NamedPerson>): NameList {
  const builder = new NameListBuilder();
  for (const { username, since } of people) builder.add(username, since);
  return builder.finish();
}

const bytesOf = ({ size, offsets }: NameList): number => (offsets[size] ?? 0) + size * 8;

const fixedMemory = (bytes: number) => new ArrayBuffer(bytes);
/** When it shrinks, the system gets the rest back at once. An allocator would keep it for the next block. */
const shrinkableMemory = (bytes: number) => new ArrayBuffer(bytes, { maxByteLength: bytes });

function sortedBlock(block: Block): NameList {
  const memory = block.size === peopleOfBlock ? shrinkableMemory : fixedMemory;
  const offsets = new Uint32Array(memory((block.size + 1) * 4));
  const since = new Uint32Array(memory(block.size * 4));
  const bytes = new Uint8Array(memory(block.offsets[block.size] ?? 0));
  let kept = 0;
  let end = 0;
  for (const index of sortedIndices(block)) {
    const second = block.since[index] ?? unknownSince;
    const from = block.offsets[index] ?? 0;
    const length = (block.offsets[index + 1] ?? 0) - from;
    const previous = kept > 0 ? (offsets[kept - 1] ?? 0) : -1;
    if (end - previous === length && isSame(bytes, previous, block.bytes, from, length)) {
      since[kept - 1] = Math.max(since[kept - 1] ?? 0, second);
      continue;
    }
    for (let at = 0; at < length; at += 1) bytes[end + at] = block.bytes[from + at] ?? 0;
    end += length;
    since[kept] = second;
    kept += 1;
    offsets[kept] = end;
  }
  return {
    size: kept,
    bytes: bytes.subarray(0, end),
    offsets: offsets.subarray(0, kept + 1),
    since: since.subarray(0, kept),
  };
}

function isSame(a: Uint8Array, i: number, b: Uint8Array, j: number, length: number): boolean {
  if (i < 0) return false;
  for (let k = 0; k < length; k += 1) if (a[i + k] !== b[j + k]) return false;
  return true;
}

/** Bytes of a name that stand in a key beside the index. */
const keyBytes = 4;

/**
 * Indices in the order of the names. Four bytes of each name and its index are one number, which the engine sorts
 * without asking back; names that agree in them are sorted again by the next four.
 */
function* sortedIndices(block: Block): Generator<number> {
  const keys = new BigUint64Array(block.size);
  const halves = new Uint32Array(keys.buffer);
  for (let index = 0; index < block.size; index += 1) halves[index * 2] = index;

  const sortFrom = (first: number, end: number, depth: number): void => {
    for (let at = first; at < end; at += 1)
      halves[at * 2 + 1] = wordOf(block, halves[at * 2] ?? 0, depth);
    keys.subarray(first, end).sort();
    let start = first;
    for (let at = first + 1; at <= end; at += 1) {
      if (at < end && halves[at * 2 + 1] === halves[start * 2 + 1]) continue;
      // The last byte is 0 where these names have ended.
      const isOpen = ((halves[start * 2 + 1] ?? 0) & 0xff) !== 0;
      if (at - start > 1 && isOpen) sortFrom(start, at, depth + keyBytes);
      start = at;
    }
  };
  sortFrom(0, block.size, 0);
  for (let at = 0; at < block.size; at += 1) yield halves[at * 2] ?? 0;
}

/** Four bytes of a name from `depth` on as one number, 0 behind its end. */
function wordOf({ bytes, offsets }: Block, index: number, depth: number): number {
  const from = (offsets[index] ?? 0) + depth;
  const end = offsets[index + 1] ?? 0;
  let word = 0;
  for (let at = from; at < from + keyBytes; at += 1)
    word = (word << 8) | (at < end ? (bytes[at] ?? 0) : 0);
  return word >>> 0;
}

/** The same numbers with room for more. The array that is given is empty after that. */
function resized<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  array: T,
  length: number,
): T {
  const bytes = array.buffer.transfer(length * array.BYTES_PER_ELEMENT);
  return new (array.constructor as new (buffer: ArrayBuffer) => T)(bytes);
}
