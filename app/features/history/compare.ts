import { IndexList } from "../../platform/values/index-list.ts";
import {
  compareNames,
  type NameList,
  pickPeople,
  unknownSince,
  usernameAt,
} from "../../platform/values/name-list.ts";
import { NameListBuilder } from "../../platform/values/name-list-builder.ts";
import { mergedLists } from "../../platform/values/name-list-merge.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { type FoldedImport, type FollowersOf, stepsFrom } from "./fold.ts";
import { FollowedThrough, type Group, placeOfName } from "./followed-through.ts";
import { allTime } from "./history.ts";
import { joinLists, type KnownFollowers } from "./known-list.ts";
import type { SamePeople } from "./same-people.ts";

/** What changed between what was known after two imports (docs/product.md#compare). */
export interface Comparison {
  /** `former` has the seconds that stand in `renamed`, so that who had which name is found by it. */
  changes: Changes;
  /** How many came and left in between, and are in neither list. */
  passedBy: number;
  /** How many were known after each. */
  before: number;
  after: number;
  /** People who were there at the first import and became known by a later one, with that import's index. */
  late: readonly { index: number; list: NameList }[];
}

/**
 * Compares what was known after two imports in use by the rules of `changesBetween`, and follows everybody through what
 * the imports between made known of them.
 * @param imports in use up to the later one, in the order of their time
 * @param from index of the earlier one
 * @param free is called with each list that is not needed any more
 * @param same what the subscriber says of who is who, of all imports in use
 */
export async function compareImports(
  imports: readonly FoldedImport[],
  from: number,
  followersOf: FollowersOf,
  {
    free = () => {},
    same,
  }: { free?: (list: NameList) => void; same?: SamePeople | undefined } = {},
): Promise<Comparison> {
  let people: FollowedThrough | undefined;
  let last: KnownFollowers | undefined;
  const freeLater = (list: NameList) => {
    if (list !== people?.first.list) free(list);
  };
  for await (const { index, before, known, changes, ended } of stepsFrom(
    imports,
    followersOf,
    from,
    freeLater,
    same,
  )) {
    if (index === from) people = new FollowedThrough(known);
    else if (before && changes) people?.next(before, known.list, changes, ended);
    last = known;
  }
  if (!people || !last) throw new Error("there is nothing to compare");
  const late = people.late.map(({ step, list }) => ({ index: from + step, list }));
  return { ...comparisonOf(people, last.list), late };
}

function comparisonOf(people: FollowedThrough, after: NameList): Omit<Comparison, "late"> {
  const isFound = new Uint8Array(people.count);
  const renamed = new IndexList();
  const refollowed = new IndexList();
  const others = new IndexList();
  const unclear = new IndexList();
  const unclearBefore = new IndexList();
  const former = new NameListBuilder();
  const told: [string, string][] = [];
  const groups = new Map<Group, number[]>();
  const settle = (origin: number, index: number, isSure: boolean) => {
    isFound[origin] = 1;
    const was = people.placeOf(origin);
    const now = after.since[index] ?? unknownSince;
    const second = was.list.since[was.index] ?? unknownSince;
    if (compareNames(was.list, was.index, after, index) !== 0) {
      const name = usernameAt(was.list, was.index);
      renamed.add(index);
      former.add(name, now);
      // Their seconds do not tell them apart: each was found by what the subscriber said.
      if (isSure && now === unknownSince) told.push([name, usernameAt(after, index)]);
    }
    const isNewer = second !== unknownSince && now > second;
    if (isNewer && !people.switched.has(origin)) refollowed.add(index);
  };
  for (let index = 0; index < after.size; index += 1) {
    const origin = people.originOf(index);
    if (origin === undefined) others.add(index);
    else if (typeof origin === "number") settle(origin, index, true);
    else if (!groups.get(origin)?.push(index)) groups.set(origin, [index]);
  }
  for (const [{ origins, isUnclear }, indices] of groups) {
    const isEven = !isUnclear && origins.length === indices.length;
    for (const [at, origin] of origins.entries()) {
      isFound[origin] = 1;
      if (isEven) settle(origin, indices[at] ?? 0, false);
      else unclearBefore.add(origin);
    }
    if (!isEven) for (const index of indices) unclear.add(index);
  }
  const gone = new IndexList();
  for (const [origin, isThere] of isFound.entries()) if (isThere === 0) gone.add(origin);
  // Those whom no name and no rename leads from one list to the other: once more by the rules, as of two neighbours.
  const before = { ...people.first, list: peopleAt(people, gone.finish()) };
  const rest = changesBetween(before, pickPeople(after, others.finish()), allTime).changes;
  const of = (list: IndexList) => pickPeople(after, list.finish().sort());
  return {
    changes: {
      new: rest.new,
      lost: rest.lost,
      renamed: joinLists(of(renamed), rest.renamed),
      former: mergedLists([former.finish(), rest.former]),
      returned: rest.returned,
      refollowed: joinLists(of(refollowed), rest.refollowed),
      ...(told.length > 0 && { told }),
      unclear: joinLists(of(unclear), rest.unclear),
      unclearBefore: mergedLists([
        peopleAt(people, unclearBefore.finish().sort()),
        rest.unclearBefore,
      ]),
    },
    passedBy: countPassedBy(people, after),
    before: people.first.list.size,
    after: after.size,
  };
}

/** @param numbers rising */
function peopleAt(people: FollowedThrough, numbers: Uint32Array): NameList {
  const parts = people.lists.map(({ from, list }) =>
    pickPeople(
      list,
      numbers
        .filter((number) => number >= from && number < from + list.size)
        .map((number) => number - from),
    ),
  );
  return mergedLists(parts);
}

function countPassedBy({ first, passedBy }: FollowedThrough, after: NameList): number {
  const all = mergedLists(passedBy);
  let count = 0;
  for (let index = 0; index < all.size; index += 1) {
    const isElsewhere = [first.list, after].some((list) => placeOfName(list, all, index) >= 0);
    if (!isElsewhere) count += 1;
  }
  return count;
}
