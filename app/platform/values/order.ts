import { type NameList, unknownSince } from "./name-list.ts";
import { freeBytes } from "./name-list-merge.ts";

const last = 0xffff_ffff;

/** Sorts these indices of the list: the newest follow first, unknown ones last; those of one second as they stood. */
export const newestFirst = (list: NameList, indices = allOf(list)): Uint32Array =>
  sortedBy(list, indices, (second) => last - second);

/** Sorts these indices of the list: the oldest follow first, unknown ones last; those of one second as they stood. */
export const oldestFirst = (list: NameList, indices = allOf(list)): Uint32Array =>
  sortedBy(list, indices, (second) => (second === unknownSince ? last : second));

function allOf({ size }: NameList): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(size);
  for (let index = 0; index < size; index += 1) indices[index] = index;
  return indices;
}

/** A radix sort in place: 16 bits at a time, stable, and without a call of a comparison for every pair. */
function sortedBy(
  { since }: NameList,
  indices: Uint32Array<ArrayBuffer>,
  keyOf: (second: number) => number,
): Uint32Array {
  let order = indices;
  let sorted = new Uint32Array(indices.length);
  for (const shift of [0, 16]) {
    const digitOf = (index: number) => (keyOf(since[index] ?? unknownSince) >>> shift) & 0xffff;
    const starts = new Uint32Array(0x1_0001);
    for (const index of order) starts[digitOf(index) + 1] = (starts[digitOf(index) + 1] ?? 0) + 1;
    for (let digit = 1; digit < starts.length; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (const index of order) {
      const at = starts[digitOf(index)] ?? 0;
      sorted[at] = index;
      starts[digitOf(index)] = at + 1;
    }
    [order, sorted] = [sorted, order];
  }
  freeBytes(sorted);
  return order;
}
