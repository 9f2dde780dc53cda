import type { NameList } from "../../platform/values/name-list.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { firstLookOf } from "./first-look.ts";
import { allTime, type ImportSummary, type Window } from "./history.ts";
import type { KnownFollowers } from "./known-list.ts";
import { firstTurnover, type Turnover, turnoverOf } from "./turnover.ts";
import { coversAll, isAllTime, isWholeList, knownTimeOf, secondsOf } from "./window.ts";

export type FollowersOf = (id: string) => Promise<NameList>;
type Free = (list: NameList) => void;
const keep: Free = () => {};
export type FoldedImport = Pick<ImportSummary, "id" | "takenAt" | "window">;

export interface Fold {
  /** What is known after the last import. */
  known: KnownFollowers;
  /**
   * Epoch milliseconds: since when whoever left with the last import may be gone. Who was in no export of part of the
   * time has been seen in the last whole one. Undefined with a single import.
   */
  lastSeenFrom: number | undefined;
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
 * @returns undefined without imports
 */
export async function foldImports(
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  { recomputeFrom = 0, free = keep }: { recomputeFrom?: number; free?: Free } = {},
): Promise<Fold | undefined> {
  // The last step is always made, for its people.
  const firstStep = Math.max(0, Math.min(recomputeFrom, imports.length - 1) - 1);
  const turnovers: Fold["turnovers"] = new Map();
  let last: FoldStep | undefined;
  for await (const step of stepsFrom(imports, followersOf, firstStep, free)) {
    last = step;
    if (step.index >= recomputeFrom) turnovers.set(step.id, step.turnover());
  }
  if (!last) return undefined;
  const { known, changes } = last;
  const earlier = imports.slice(0, -1);
  const lastSeenFrom = (earlier.findLast(isWholeList) ?? earlier[0])?.takenAt;
  return { known, lastSeenFrom, changes, turnovers };
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
  /** Undefined for the first import of all, and for the one that is begun with. */
  changes: Changes | undefined;
  turnover: () => Turnover;
}

/** Begins with the last import of all time that is not after `index`: of what was before it, nothing is left. */
export async function* stepsFrom(
  imports: readonly FoldedImport[],
  followersOf: FollowersOf,
  index: number,
  free: Free,
): AsyncGenerator<FoldStep> {
  const windows = imports.map((one, place) => windowAfter(imports[place - 1], one));
  const covering = imports.map(({ takenAt }, at) => ({ takenAt, window: windows[at] ?? allTime }));
  const begin = Math.max(0, windows.slice(0, index + 1).findLastIndex(isAllTime));
  let known: KnownFollowers | undefined;
  for (const [place, { id, takenAt, window }] of imports.entries()) {
    if (place < begin) continue;
    const followers = await followersOf(id);
    const before = known;
    const step = before && changesBetween(before, followers, windows[place] ?? window);
    known = {
      list: step?.known ?? followers,
      takenAt,
      knownTime: knownTimeOf(imports.slice(0, place + 1)),
    };
    yield {
      id,
      index: place,
      before,
      known,
      changes: step?.changes,
      turnover: turnoverIn(step, known, covering.slice(0, place + 1)),
    };
    if (before) free(before.list);
  }
}

/** @param imports up to this one, with what each of them covers */
function turnoverIn(
  step: ReturnType<typeof changesBetween> | undefined,
  known: KnownFollowers,
  imports: readonly Pick<FoldedImport, "takenAt" | "window">[],
) {
  return (): Turnover => {
    const earlier = imports.slice(0, -1);
    const isFirstLook =
      coversAll(imports) && earlier.every((_, at) => !coversAll(imports.slice(0, at + 1)));
    const after = {
      known: known.list.size,
      firstLook: isFirstLook ? firstLookOf(known) : null,
    };
    return step ? turnoverOf(step, after, earlier) : firstTurnover(after);
  };
}

/** A range without a beginning that ends after the export before was taken covers all that can be known of before. */
export function windowAfter(before: FoldedImport | undefined, { window }: FoldedImport): Window {
  const coversAll = before && window.from === 0 && window.to >= secondsOf(before.takenAt);
  return coversAll ? allTime : window;
}
