import { compareNames, copyName, type NameList } from "./name-list.ts";

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

/** A list is freed in so many steps while it is merged. */
const steps = 4;

/**
 * One list of many. A name that is in several is kept once, with its newest second. Frees the lists while it goes from
 * the last name to the first, so that together they never take much more memory than the people need.
 */
export function mergedLists(lists: readonly NameList[]): NameList {
  const most = lists.reduce((sum, { size }) => sum + size, 0);
  const mostBytes = lists.reduce((sum, { size, offsets }) => sum + (offsets[size] ?? 0), 0);
  // The system gives their memory page by page, as they are written.
  const bytes = new Uint8Array(mostBytes);
  const offsets = new Uint32Array(most + 1);
  const since = new Uint32Array(most);
  const whole = { size: most, bytes, offsets, since };
  let first = most;
  let start = mostBytes;
  offsets[most] = mostBytes;
  for (const { list, at } of fromTheLast(lists)) {
    const second = list.since[at] ?? 0;
    if (first < most && compareNames(whole, first, list, at) === 0) {
      since[first] = Math.max(since[first] ?? 0, second);
      continue;
    }
    first -= 1;
    start -= (list.offsets[at + 1] ?? 0) - (list.offsets[at] ?? 0);
    copyName(list, at, bytes, start);
    offsets[first] = start;
    since[first] = second;
  }
  // Names that came twice have left room at the beginning.
  if (start > 0) for (let at = first; at <= most; at += 1) offsets[at] = (offsets[at] ?? 0) - start;
  return {
    size: most - first,
    bytes: bytes.subarray(start),
    offsets: offsets.subarray(first),
    since: since.subarray(first),
  };
}

/** A list, and the index of its next name. */
interface Head {
  list: NameList;
  at: number;
  /** After how many names the list is shrunk each time. */
  step: number;
}

const comesFirst = (a: Head, b: Head): boolean => compareNames(a.list, a.at, b.list, b.at) > 0;

/** The names of all lists from the last to the first, by a heap of the lists, which are used up. */
function* fromTheLast(lists: readonly NameList[]): Generator<Head> {
  for (const list of lists) if (list.size === 0) freeList(list);
  const heap = lists.filter(({ size }) => size > 0).map(headOf);
  for (let index = heap.length >> 1; index >= 0; index -= 1) sink(heap, index);
  for (let head = heap[0]; head; head = heap[0]) {
    yield head;
    head.at -= 1;
    if (head.at < 0) {
      freeList(head.list);
      const last = heap.pop();
      if (last && last !== head) heap[0] = last;
    } else if (head.list.size - head.at > head.step) {
      head.list = shrunk(head.list, head.at + 1);
    }
    sink(heap, 0);
  }
}

const headOf = (list: NameList): Head => ({
  list,
  at: list.size - 1,
  step: Math.ceil(list.size / steps),
});

function sink(heap: Head[], from: number): void {
  let index = from;
  for (;;) {
    const head = heap[index];
    const left = heap[index * 2 + 1];
    if (!head || !left) return;
    const right = heap[index * 2 + 2];
    const isRight = right !== undefined && comesFirst(right, left);
    const next = isRight ? right : left;
    if (!comesFirst(next, head)) return;
    heap[index] = next;
    index = index * 2 + (isRight ? 2 : 1);
    heap[index] = head;
  }
}

/** The first people of a list, whose other memory goes back to the system at once where its arrays can be shrunk. */
function shrunk({ bytes, offsets, since }: NameList, size: number): NameList {
  return {
    size,
    bytes: new Uint8Array(shrunkTo(bytes, offsets[size] ?? 0)),
    offsets: new Uint32Array(shrunkTo(offsets, (size + 1) * 4)),
    since: new Uint32Array(shrunkTo(since, size * 4)),
  };
}

function shrunkTo(array: Uint8Array | Uint32Array, bytes: number): ArrayBufferLike {
  const { buffer } = array;
  if (!(buffer instanceof ArrayBuffer && buffer.resizable))
    return array.slice(0, bytes / array.BYTES_PER_ELEMENT).buffer;
  buffer.resize(bytes);
  return buffer;
}
