import type { NameList } from "../../platform/values/name-list.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { allTime, type ImportSummary, type Window } from "./history.ts";
import type { KnownFollowers } from "./known-list.ts";
import {
  comparedWith,
  knownWith,
  type NameStanding,
  type SameIn,
  type SamePeople,
  type SamePerson,
  samePeopleIn,
  standingsIn,
} from "./same-people.ts";
import { firstLookOf, firstTurnover, type Turnover, turnoverOf } from "./turnover.ts";
import { coversAll, isAllTime, isWholeList, knownTimeOf, secondsOf } from "./window.ts";

export type FollowersOf = (id: string) => Promise<NameList>;
type Free = (list: NameList) => void;
const keep: Free = () => {};
export type FoldedImport = Pick<ImportSummary, "id" | "takenAt" | "window">;

export interface Fold {
  /** What is known after the last import. */
  known: KnownFollowers;
  /** What changed with the last import. Undefined with a single import. */
  changes: Changes | undefined;
  /** Of every import from the first affected one on, by its id. */
  turnovers: Map<string, Turnover>;
}

/**
 * Goes through the imports in use, one list in memory at a time beside the known one.
 * @param imports all that are in use, in the order of their time
 * @param followersOf loads the followers of an import
 * @param recomputeFrom index of the first import that was added, or that follows one that was taken out. What was
 *   known before it is read from the last export of all time on: nothing older is needed.
 * @param free is called with each list that is not needed any more: one that `followersOf` has loaded, or one made here
 * @param same what the subscriber says of who is who (`samePeopleOf`), of the same imports
 * @returns undefined without imports
 */
export async function foldImports(
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  {
    recomputeFrom = 0,
    free = keep,
    same,
  }: { recomputeFrom?: number; free?: Free; same?: SamePeople | undefined } = {},
): Promise<Fold | undefined> {
  // The last step is always made, for its people.
  const firstStep = Math.max(0, Math.min(recomputeFrom, imports.length - 1) - 1);
  const turnovers: Fold["turnovers"] = new Map();
  let last: FoldStep | undefined;
  for await (const step of stepsFrom(imports, followersOf, firstStep, free, same)) {
    last = step;
    if (step.index >= recomputeFrom) turnovers.set(step.id, step.turnover());
  }
  if (!last) return undefined;
  const { known, changes } = last;
  return { known, changes, turnovers };
}

/**
 * Goes through all imports for those of whom the subscriber says who is who.
 * @returns undefined where they have said nothing
 */
export async function samePeopleOf(
  said: readonly SamePerson[],
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  free: Free = keep,
): Promise<SamePeople | undefined> {
  if (said.length === 0) return undefined;
  const names = new Set(said.flatMap((one) => [one.old, one.new]));
  const standings: ReadonlyMap<string, NameStanding>[] = [];
  for await (const { known, shown, changes } of stepsFrom(imports, followersOf, 0, free)) {
    const step = { known: known.list, shown, changes };
    let found = standingsIn(step, names);
    // Whoever gets a name with this import must be found by it, too.
    for (let before = 0; before < names.size; ) {
      before = names.size;
      for (const { renamedTo } of found.values()) if (renamedTo !== undefined) names.add(renamedTo);
      if (names.size > before) found = standingsIn(step, names);
    }
    standings.push(found);
  }
  return samePeopleIn(
    said,
    imports.map(({ id }) => id),
    standings,
  );
}

/** What is known after these imports, without what changed with the last of them. Takes them as `foldImports` does. */
export async function knownAfter(
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  free: Free = keep,
): Promise<KnownFollowers | undefined> {
  let known: KnownFollowers | undefined;
  for await (const step of stepsFrom(imports, followersOf, imports.length - 1, free))
    known = step.known;
  return known;
}

interface FoldStep {
  id: string;
  index: number;
  /** Undefined for the one that is begun with. Freed when the next step is asked for. */
  before: KnownFollowers | undefined;
  known: KnownFollowers;
  /** The export's own list. */
  shown: NameList;
  /** Undefined for the first import of all, and for the one that is begun with. */
  changes: Changes | undefined;
  turnover: () => Turnover;
  /** Names of those for whom the follow of an older name counts no more. */
  ended: readonly string[];
}

/**
 * Goes through the imports from the last one of all time that is not after `index`: nothing older matters.
 * @param same is laid over what the lists say; they are compared without it
 */
export async function* stepsFrom(
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  index: number,
  free: Free,
  same?: SamePeople,
): AsyncGenerator<FoldStep> {
  const windows = imports.map((one, place) => windowAfter(imports[place - 1], one));
  const covering = imports.map(({ takenAt }, at) => ({ takenAt, window: windows[at] ?? allTime }));
  const begin = Math.max(0, windows.slice(0, index + 1).findLastIndex(isAllTime));
  const sameIn = (place: number) => same?.imports[imports[place]?.id ?? ""];
  let listed: KnownFollowers | undefined;
  let known: KnownFollowers | undefined;
  for (const [place, { id, takenAt, window }] of imports.entries()) {
    if (place < begin) continue;
    const followers = await followersOf(id);
    const [listedBefore, before] = [listed, known];
    const step = listedBefore && changesBetween(listedBefore, followers, windows[place] ?? window);
    const knownTime = knownTimeOf(imports.slice(0, place + 1));
    listed = { list: step?.known ?? followers, takenAt, knownTime };
    known = { ...listed, list: knownWith(listed.list, sameIn(place)) };
    const told = step && comparedWith(step, sameIn(place - 1), sameIn(place));
    yield {
      id,
      index: place,
      before,
      known,
      shown: followers,
      changes: told?.changes,
      turnover: turnoverIn(told, known, covering.slice(0, place + 1), sameIn(place)),
      ended: sameIn(place)?.ended.map(({ name }) => name) ?? [],
    };
    if (before) free(before.list);
    if (listedBefore && listedBefore.list !== before?.list) free(listedBefore.list);
  }
}

/** @param imports up to this one, with what each of them covers */
function turnoverIn(
  step: ReturnType<typeof comparedWith> | undefined,
  known: KnownFollowers,
  imports: readonly Pick<FoldedImport, "takenAt" | "window">[],
  same: SameIn | undefined,
) {
  return (): Turnover => {
    const earlier = imports.slice(0, -1);
    const isFirstLook =
      coversAll(imports) && earlier.every((_, at) => !coversAll(imports.slice(0, at + 1)));
    const after = {
      known: known.list.size,
      firstLook: isFirstLook ? firstLookOf(known) : null,
    };
    const turnover = step ? turnoverOf(step, after, earlier) : firstTurnover(after);
    const switched = same?.ended.map((one) => ({ before: one.before, after: one.after })) ?? [];
    return switched.length > 0 ? { ...turnover, switched } : turnover;
  };
}

/**
 * Whether by this import, after the one before it, all who left are known. By one of part of the time it is only those who
 * had followed within it.
 */
export const tellsAllWhoLeft = (before: FoldedImport | undefined, one: FoldedImport): boolean =>
  isWholeList(one) || isAllTime(windowAfter(before, one));

/** A range without a beginning that ends after the export before was taken covers all that can be known of before. */
export function windowAfter(before: FoldedImport | undefined, { window }: FoldedImport): Window {
  const coversAll = before && window.from === 0 && window.to >= secondsOf(before.takenAt);
  return coversAll ? allTime : window;
}
