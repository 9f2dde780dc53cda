import type { NameList } from "../name-list.ts";
import { allTime, type ChangeCounts, type ImportSummary, type Window } from "./analysis.ts";
import { type Changes, changesBetween, countsOf } from "./changes.ts";
import type { KnownFollowers } from "./known-list.ts";
import { isAllTime, knownTimeOf, secondsOf } from "./window.ts";

type FoldedImport = Pick<ImportSummary, "id" | "takenAt" | "window">;

export interface Fold {
  /** What is known after the last import. */
  known: KnownFollowers;
  /** Epoch milliseconds: when the one before it was taken. Undefined with a single import. */
  takenBefore: number | undefined;
  /** What changed with the last import. Undefined with a single import. */
  changes: Changes | undefined;
  /** Of every import from the first affected one on, by its id; null for the first import of all. */
  counts: Map<string, ChangeCounts | null>;
}

/** By the time when they were taken; those of the same time by their id, so that the order of uploads plays no part. */
export const inOrder = <T extends Pick<ImportSummary, "id" | "takenAt">>(imports: Iterable<T>) =>
  [...imports].sort((a, b) => a.takenAt - b.takenAt || (a.id < b.id ? -1 : 1));

/**
 * Goes through the imports in use, one list in memory at a time beside the known one.
 * @param imports all that are in use, of `inOrder`
 * @param followersOf loads the followers of an import
 * @param recomputeFrom index of the first import that was added, or that follows one that was taken out. What was
 *   known before it is read from the last export of all time on: nothing older is needed.
 * @returns undefined without imports
 */
export async function foldImports(
  imports: readonly FoldedImport[],
  followersOf: (id: string) => Promise<NameList>,
  { recomputeFrom = 0 }: { recomputeFrom?: number } = {},
): Promise<Fold | undefined> {
  // The last step is always made, for its people.
  const firstAffected = Math.min(recomputeFrom, imports.length - 1);
  const start = Math.max(0, firstAffected - 1);
  const windows = imports.map((one, index) => windowAfter(imports[index - 1], one));
  const begin = Math.max(0, windows.slice(0, start + 1).findLastIndex(isAllTime));
  const counts: Fold["counts"] = new Map();
  let known: KnownFollowers | undefined;
  let changes: Changes | undefined;
  for (let index = begin; index < imports.length; index += 1) {
    const next = imports[index];
    if (!next) break;
    const followers = await followersOf(next.id);
    const step = known && changesBetween(known, followers, windows[index] ?? next.window);
    changes = index > 0 ? step?.changes : undefined;
    known = {
      list: step?.known ?? followers,
      takenAt: next.takenAt,
      knownTime: knownTimeOf(imports.slice(0, index + 1)),
    };
    if (index >= recomputeFrom) counts.set(next.id, changes ? countsOf(changes) : null);
  }
  return known && { known, takenBefore: imports.at(-2)?.takenAt, changes, counts };
}

/** A range without a beginning that ends after the export before was taken covers all that can be known of before. */
function windowAfter(before: FoldedImport | undefined, { window }: FoldedImport): Window {
  const coversAll = before && window.from === 0 && window.to >= secondsOf(before.takenAt);
  return coversAll ? allTime : window;
}
