import { IndexList } from "../../platform/values/index-list.ts";
import {
  mergeLists,
  type NameList,
  pickPeople,
  unknownSince,
} from "../../platform/values/name-list.ts";
import { indexFrom } from "../../platform/values/rising.ts";
import type { ChangeCounts, Window } from "./history.ts";
import { filterPeople, joinLists, type KnownFollowers } from "./known-list.ts";
import { contains, preparationSeconds, secondsOf } from "./window.ts";

/** What changed between the known list and the next export (docs/product.md#what-changed). */
export interface Changes {
  new: NameList;
  /** As they stood in the known list before. */
  lost: NameList;
  renamed: NameList;
  /** The old names of the renamed, with their seconds: a person's old name has the same second. */
  former: NameList;
  returned: NameList;
  refollowed: NameList;
  /** In the export only, and in the known list only: of one second, in different numbers. Nobody can tell who is who. */
  unclear: NameList;
  unclearBefore: NameList;
  /** Of the renamed: those of whom the subscriber says so, the old name first. They stand in `former` and `renamed`, too. */
  told?: readonly (readonly [former: string, present: string])[];
}

export interface Compared {
  changes: Changes;
  /** The known list after the export. */
  known: NameList;
  /** The old seconds of those who followed again. */
  refollowedBefore: Uint32Array;
  /** Of the unclear: the seconds with fewer follows than before, and with more, once for each follow. Rising. */
  unclearEnded: Uint32Array;
  unclearAgain: Uint32Array;
}

export function changesBetween(a: KnownFollowers, b: NameList, windowOfB: Window): Compared {
  const { onlyA, onlyB, refollowed, refollowedBefore } = comparedLists(a.list, b);
  const shared = sharedSeconds(onlyA.since, onlyB.since);
  const standsIn = (seconds: Uint32Array, list: NameList) => (index: number) =>
    isAmong(seconds, list.since[index] ?? unknownSince);
  const isOutside = (index: number) => {
    const second = onlyA.since[index] ?? unknownSince;
    return second !== unknownSince && !contains(windowOfB, second);
  };
  const isOldName = standsIn(shared.renamed, onlyA);
  const mayBeOldName = standsIn(shared.unclear, onlyA);
  const isNewName = standsIn(shared.renamed, onlyB);
  const mayBeNewName = standsIn(shared.unclear, onlyB);
  const isNone = (index: number) => !isOldName(index) && !mayBeOldName(index);
  return {
    changes: {
      ...wherePeopleStood(onlyB, a, (index) => isNewName(index) || mayBeNewName(index)),
      lost: filterPeople(onlyA, (index) => isNone(index) && !isOutside(index)),
      renamed: filterPeople(onlyB, isNewName),
      former: filterPeople(onlyA, isOldName),
      refollowed,
      unclear: filterPeople(onlyB, mayBeNewName),
      unclearBefore: filterPeople(onlyA, mayBeOldName),
    },
    // An old name goes even where its second lies outside the window: the same follow stands in B under its new name.
    known: joinLists(
      filterPeople(onlyA, (index) => isOutside(index) && isNone(index)),
      b,
    ),
    refollowedBefore,
    unclearEnded: shared.ended,
    unclearAgain: shared.again,
  };
}

/** By the present names, for a list of the renamed. */
export const oldNamesTold = (told: Changes["told"]) =>
  told ? { told: new Map(told.map(([former, present]) => [present, former])) } : {};

export const countsOf = (changes: Changes): ChangeCounts => ({
  new: changes.new.size,
  lost: changes.lost.size,
  renamed: changes.renamed.size,
  returned: changes.returned.size,
  refollowed: changes.refollowed.size,
  unclear: changes.unclear.size + changes.unclearBefore.size,
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

/**
 * The seconds that are in both lists, rising: those with as many follows in each (`renamed`), and those with more in
 * one (`unclear`). `ended` has a second once for each follow that `b` has fewer, `again` for each that it has more.
 */
function sharedSeconds(sinceA: Uint32Array, sinceB: Uint32Array) {
  const a = Uint32Array.from(sinceA).sort();
  const b = Uint32Array.from(sinceB).sort();
  const renamed = new IndexList();
  const unclear = new IndexList();
  const ended = new IndexList();
  const again = new IndexList();
  let j = 0;
  for (let i = 0; i < a.length; ) {
    const second = a[i] ?? unknownSince;
    const startA = i;
    while (i < a.length && a[i] === second) i += 1;
    while (j < b.length && (b[j] ?? 0) < second) j += 1;
    const startB = j;
    while (j < b.length && b[j] === second) j += 1;
    const [inA, inB] = [i - startA, j - startB];
    if (second === unknownSince || inB === 0) continue;
    (inA === inB ? renamed : unclear).add(second);
    for (let more = inA - inB; more > 0; more -= 1) ended.add(second);
    for (let more = inB - inA; more > 0; more -= 1) again.add(second);
  }
  return {
    renamed: renamed.finish(),
    unclear: unclear.finish(),
    ended: ended.finish(),
    again: again.finish(),
  };
}

const isAmong = (rising: Uint32Array, second: number): boolean =>
  rising[indexFrom(rising, second)] === second;

/**
 * How somebody counts who is in the later list only, under a second that nobody of the earlier one has. `was-there`:
 * they followed at a time that no export had shown.
 */
export function arrivalOf(
  second: number,
  { takenAt, knownTime }: Pick<KnownFollowers, "takenAt" | "knownTime">,
): "new" | "returned" | "was-there" {
  if (second === unknownSince || second > secondsOf(takenAt) - preparationSeconds) return "new";
  return knownTime.some((window) => contains(window, second)) ? "returned" : "was-there";
}

/** Tells those who are new from those who had been there before; who was never looked for is neither. */
function wherePeopleStood(
  onlyB: NameList,
  before: KnownFollowers,
  hasOrMayHaveNewName: (index: number) => boolean,
): Pick<Changes, "new" | "returned"> {
  const those = (arrival: "new" | "returned") =>
    filterPeople(
      onlyB,
      (index) =>
        !hasOrMayHaveNewName(index) &&
        arrivalOf(onlyB.since[index] ?? unknownSince, before) === arrival,
    );
  return { new: those("new"), returned: those("returned") };
}
