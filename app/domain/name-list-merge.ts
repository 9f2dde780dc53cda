import { compareNames, type NameList } from "./name-list.ts";

/**
 * Frees a list's memory at once: a list of a million is too much to wait for the garbage collector. The list must
 * be one whose arrays nobody else has.
 */
export function freeList({ bytes, offsets, since }: NameList): void {
  for (const array of [bytes, offsets, since]) freeBytes(array);
}

/** The collector copes with less than this. */
const worthIt = 8_192;

/** Gives the memory behind an array back at once. Nobody may have another view of it. */
export function freeBytes({ buffer, byteLength }: Uint8Array | Uint32Array): void {
  // Node's small buffers are parts of a common one of this size.
  const isShared = byteLength < buffer.byteLength && buffer.byteLength === Buffer.poolSize;
  const isWorthIt = buffer.byteLength > worthIt && !isShared;
  if (isWorthIt && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** One list of many. A name that is in several is kept once, with its newest second. Frees the lists. */
export function mergedLists(lists: readonly NameList[]): NameList {
  const most = lists.reduce((sum, { size }) => sum + size, 0);
  const mostBytes = lists.reduce((sum, { size, offsets }) => sum + (offsets[size] ?? 0), 0);
  const bytes = new Uint8Array(mostBytes);
  const offsets = new Uint32Array(most + 1);
  const since = new Uint32Array(most);
  const merged = { size: 0, bytes, offsets, since };
  let end = 0;
  for (const { list, at } of inOrder(lists)) {
    const second = list.since[at] ?? 0;
    if (merged.size > 0 && compareNames(merged, merged.size - 1, list, at) === 0) {
      since[merged.size - 1] = Math.max(since[merged.size - 1] ?? 0, second);
      continue;
    }
    const to = list.offsets[at + 1] ?? 0;
    for (let k = list.offsets[at] ?? 0; k < to; k += 1) {
      bytes[end] = list.bytes[k] ?? 0;
      end += 1;
    }
    since[merged.size] = second;
    merged.size += 1;
    offsets[merged.size] = end;
  }
  for (const list of lists) freeList(list);
  return {
    size: merged.size,
    bytes: bytes.subarray(0, end),
    offsets: offsets.subarray(0, merged.size + 1),
    since: since.subarray(0, merged.size),
  };
}

/** A list and the index of its next name. */
interface Head {
  list: NameList;
  at: number;
}

const isBefore = (a: Head, b: Head): boolean => compareNames(a.list, a.at, b.list, b.at) < 0;

/** The names of all lists in their order, by a heap of the lists. Each head is changed after it has been looked at. */
function* inOrder(lists: readonly NameList[]): Generator<Head> {
  const heap = lists.filter(({ size }) => size > 0).map((list): Head => ({ list, at: 0 }));
  for (let index = heap.length >> 1; index >= 0; index -= 1) sink(heap, index);
  for (let head = heap[0]; head; head = heap[0]) {
    yield head;
    head.at += 1;
    if (head.at === head.list.size) {
      const last = heap.pop();
      if (last && last !== head) heap[0] = last;
    }
    sink(heap, 0);
  }
}

function sink(heap: Head[], from: number): void {
  let index = from;
  for (;;) {
    const head = heap[index];
    const left = heap[index * 2 + 1];
    if (!head || !left) return;
    const right = heap[index * 2 + 2];
    const isRight = right !== undefined && isBefore(right, left);
    const least = isRight ? right : left;
    if (!isBefore(least, head)) return;
    heap[index] = least;
    index = index * 2 + (isRight ? 2 : 1);
    heap[index] = head;
  }
}
