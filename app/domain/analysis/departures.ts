import { unknownSince } from "../name-list.ts";
import type { changesBetween } from "./changes.ts";
import { secondsOf } from "./window.ts";

/** Which follows ended between an import and the one before it: seconds, without names. */
export interface Departures {
  /** How many people left; null for the first import of all. Of some, the second of the follow is not known. */
  lost: number | null;
  /** Seconds of follows that ended, rising: of those who left, and the old ones of those who followed again. */
  ended: Uint32Array;
  /**
   * Seconds of follows from before the earlier import that are there again. Each cancels one `ended` of the same second
   * from an earlier import: that follow had not ended.
   */
  again: Uint32Array;
}

export const noDepartures: Departures = {
  lost: null,
  ended: new Uint32Array(0),
  again: new Uint32Array(0),
};

/** @param takenBefore epoch milliseconds of the earlier import */
export function departuresOf(
  { changes, refollowedBefore }: ReturnType<typeof changesBetween>,
  takenBefore: number,
): Departures {
  const dated = changes.lost.since.filter((second) => second !== unknownSince);
  const ended = new Uint32Array(dated.length + refollowedBefore.length);
  ended.set(dated);
  ended.set(refollowedBefore, dated.length);
  const latest = secondsOf(takenBefore);
  // Who is back with a second of the last days before the earlier import counts as new (contract 10).
  const back = changes.new.since.filter((second) => second !== unknownSince && second <= latest);
  const again = new Uint32Array(changes.returned.size + back.length);
  again.set(changes.returned.since);
  again.set(back, changes.returned.size);
  return { lost: changes.lost.size, ended: ended.sort(), again: again.sort() };
}

/**
 * The seconds of all follows that ended and are not there again, in any order.
 * @param departures of all imports in use, the oldest first
 */
export function endedFollows(departures: readonly Departures[]): Uint32Array {
  const returning = new Set(departures.flatMap(({ again }) => Array.from(again)));
  const open = new Map<number, number>();
  const takenBack = new Map<number, number>();
  for (const { ended, again } of departures) {
    if (returning.size > 0)
      for (const second of ended)
        if (returning.has(second)) open.set(second, (open.get(second) ?? 0) + 1);
    for (const second of again) {
      const count = open.get(second) ?? 0;
      if (count === 0) continue;
      open.set(second, count - 1);
      takenBack.set(second, (takenBack.get(second) ?? 0) + 1);
    }
  }
  const all = new Uint32Array(departures.reduce((sum, { ended }) => sum + ended.length, 0));
  let end = 0;
  for (const { ended } of departures) {
    all.set(ended, end);
    end += ended.length;
  }
  return takenBack.size === 0 ? all : all.filter((second) => !takesBack(takenBack, second));
}

function takesBack(takenBack: Map<number, number>, second: number): boolean {
  const count = takenBack.get(second) ?? 0;
  if (count > 0) takenBack.set(second, count - 1);
  return count > 0;
}
