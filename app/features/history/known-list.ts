import { IndexList } from "../../platform/values/index-list.ts";
import {
  compareNames,
  copyName,
  type NameList,
  pickPeople,
} from "../../platform/values/name-list.ts";
import type { Window } from "./history.ts";

/** What is known of the followers after an export (docs/product.md#the-known-list). */
export interface KnownFollowers {
  list: NameList;
  /** Epoch milliseconds of the newest export in it. */
  takenAt: number;
  /** What the windows of the exports so far cover together. */
  knownTime: readonly Window[];
}

/** Both lists as one. Nobody may be in both. */
export function joinLists(a: NameList, b: NameList): NameList {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const size = a.size + b.size;
  const offsets = new Uint32Array(size + 1);
  const since = new Uint32Array(size);
  const bytes = new Uint8Array((a.offsets[a.size] ?? 0) + (b.offsets[b.size] ?? 0));
  let i = 0;
  let j = 0;
  for (let k = 0; k < size; k += 1) {
    const fromA = j === b.size || (i < a.size && compareNames(a, i, b, j) < 0);
    const source = fromA ? a : b;
    const index = fromA ? i++ : j++;
    offsets[k + 1] = copyName(source, index, bytes, offsets[k] ?? 0);
    since[k] = source.since[index] ?? 0;
  }
  return { size, bytes, offsets, since };
}

/** The people of `list` whom `keep` accepts by their index. */
export function filterPeople(list: NameList, keep: (index: number) => boolean): NameList {
  const kept = new IndexList();
  for (let index = 0; index < list.size; index += 1) if (keep(index)) kept.add(index);
  return pickPeople(list, kept.finish());
}
