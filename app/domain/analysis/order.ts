import { type NameList, unknownSince } from "../name-list.ts";

const last = 0xffff_ffff;

/** Indices of the list, the newest follow first, unknown ones last; those of one second by name. */
export const newestFirst = (list: NameList): Uint32Array =>
  sortedBy(list, (second) => last - second);

/** Indices of the list, the oldest follow first, unknown ones last; those of one second by name. */
export const oldestFirst = (list: NameList): Uint32Array =>
  sortedBy(list, (second) => (second === unknownSince ? last : second));

/** A radix sort: 16 bits at a time, stable, and without a call of a comparison for every pair. */
function sortedBy({ size, since }: NameList, keyOf: (second: number) => number): Uint32Array {
  let order = Uint32Array.from({ length: size }, (_, index) => index);
  for (const shift of [0, 16]) {
    const digitOf = (index: number) => (keyOf(since[index] ?? unknownSince) >>> shift) & 0xffff;
    const starts = new Uint32Array(0x1_0001);
    for (const index of order) starts[digitOf(index) + 1] = (starts[digitOf(index) + 1] ?? 0) + 1;
    for (let digit = 1; digit < starts.length; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    const sorted = new Uint32Array(size);
    for (const index of order) {
      const at = starts[digitOf(index)] ?? 0;
      sorted[at] = index;
      starts[digitOf(index)] = at + 1;
    }
    order = sorted;
  }
  return order;
}
