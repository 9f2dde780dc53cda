import { IndexList } from "../index-list.ts";
import { mergeLists, type NameList, pickPeople, unknownSince } from "../name-list.ts";
import { indexFrom } from "../rising.ts";
import type { ChangeCounts, Window } from "./analysis.ts";
import { filterPeople, joinLists, type KnownFollowers } from "./known-list.ts";
import { contains, preparationSeconds, secondsOf } from "./window.ts";

/** What changed between the known list and the next export (contract 10, 'What changed'). */
export interface Changes {
  new: NameList;
  /** As they stood in the known list before. */
  lost: NameList;
  renamed: NameList;
  /** The old names of the renamed, with their seconds: a person was called what has the same second. */
  former: NameList;
  returned: NameList;
  refollowed: NameList;
}

/** @returns what changed, the known list after the export, and the old seconds of those who followed again */
export function changesBetween(
  a: KnownFollowers,
  b: NameList,
  windowOfB: Window,
): { changes: Changes; known: NameList; refollowedBefore: Uint32Array } {
  const { onlyA, onlyB, refollowed, refollowedBefore } = comparedLists(a.list, b);
  const renamedSeconds = secondsOfRenames(onlyA.since, onlyB.since);
  const isRenamed = (list: NameList) => (index: number) =>
    isAmong(renamedSeconds, list.since[index] ?? unknownSince);
  const isOutside = (index: number) => {
    const second = onlyA.since[index] ?? unknownSince;
    return second !== unknownSince && !contains(windowOfB, second);
  };
  const isOldName = isRenamed(onlyA);
  return {
    changes: {
      ...wherePeopleStood(onlyB, a, isRenamed(onlyB)),
      lost: filterPeople(onlyA, (index) => !isOldName(index) && !isOutside(index)),
      renamed: filterPeople(onlyB, isRenamed(onlyB)),
      former: filterPeople(onlyA, isOldName),
      refollowed,
    },
    // An old name goes even where its second lies outside the window: the same follow stands in B under its new name.
    known: joinLists(
      filterPeople(onlyA, (index) => isOutside(index) && !isOldName(index)),
      b,
    ),
    refollowedBefore,
  };
}

export const countsOf = (changes: Changes): ChangeCounts => ({
  new: changes.new.size,
  lost: changes.lost.size,
  renamed: changes.renamed.size,
  returned: changes.returned.size,
  refollowed: changes.refollowed.size,
});

/** Those in one list only, and those in both whose follow is newer in `b` (as they stand there). */
function comparedLists(a: NameList, b: NameList) {
  const onlyA = new IndexList();
  const onlyB = new IndexList();
  const refollowed = new IndexList();
  const before = new IndexList();
  mergeLists(a, b, (i, j) => {
    if (j < 0) onlyA.add(i);
    else if (i < 0) onlyB.add(j);
    else {
      const second = a.since[i] ?? unknownSince;
      const isNewer = second !== unknownSince && (b.since[j] ?? unknownSince) > second;
      if (!isNewer) return;
      refollowed.add(j);
      before.add(second);
    }
  });
  return {
    onlyA: pickPeople(a, onlyA.finish()),
    onlyB: pickPeople(b, onlyB.finish()),
    refollowed: pickPeople(b, refollowed.finish()),
    refollowedBefore: before.finish(),
  };
}

/** The seconds that as many follows of `a` as of `b` have, rising. */
function secondsOfRenames(sinceA: Uint32Array, sinceB: Uint32Array): Uint32Array {
  const a = Uint32Array.from(sinceA).sort();
  const b = Uint32Array.from(sinceB).sort();
  const seconds = new Uint32Array(Math.min(a.length, b.length));
  let count = 0;
  let j = 0;
  for (let i = 0; i < a.length; ) {
    const second = a[i] ?? unknownSince;
    const startA = i;
    while (i < a.length && a[i] === second) i += 1;
    while (j < b.length && (b[j] ?? 0) < second) j += 1;
    const startB = j;
    while (j < b.length && b[j] === second) j += 1;
    if (second !== unknownSince && i - startA === j - startB) seconds[count++] = second;
  }
  return seconds.subarray(0, count);
}

const isAmong = (rising: Uint32Array, second: number): boolean =>
  rising[indexFrom(rising, second)] === second;

/** Tells those who are new from those who had been there before; who was never looked for is neither. */
function wherePeopleStood(
  onlyB: NameList,
  { takenAt, knownTime }: KnownFollowers,
  isRenamed: (index: number) => boolean,
): Pick<Changes, "new" | "returned"> {
  const newFrom = secondsOf(takenAt) - preparationSeconds;
  const isNew = (index: number) => {
    const second = onlyB.since[index] ?? unknownSince;
    return second === unknownSince || second > newFrom;
  };
  return {
    new: filterPeople(onlyB, (index) => !isRenamed(index) && isNew(index)),
    returned: filterPeople(
      onlyB,
      (index) =>
        !isRenamed(index) &&
        !isNew(index) &&
        knownTime.some((window) => contains(window, onlyB.since[index] ?? unknownSince)),
    ),
  };
}
