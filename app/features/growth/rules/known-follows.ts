import { IndexList } from "../../../platform/values/index-list.ts";
import { unknownSince } from "../../../platform/values/name-list.ts";
import type { Turnover } from "../../history/turnover.ts";
import { possibleTimes } from "../../history/window.ts";

/** Seconds of all follows that the exports in use tell of, in any order. */
export interface KnownFollows {
  /** Of those who are there now. Who followed again stands at the first follow: they are still, or again, the same follower. */
  stayed: Uint32Array;
  /** Of those who have left since. */
  left: Uint32Array;
  /** Seconds at which somebody followed again. */
  again: Uint32Array;
}

/**
 * Somebody may have been away when an export first showed the time of their follow, and be back in a later one. Nobody has
 * seen them come at that time, so they are in neither.
 * @param since of the known list after the last import
 * @param turnovers of all imports in use, the oldest first
 * @param takenAt of the last, epoch milliseconds
 */
export function knownFollows(
  since: Uint32Array,
  turnovers: readonly Turnover[],
  takenAt: number,
): KnownFollows {
  const first = firstSeconds(turnovers);
  const { left, unseen } = endedFollows(turnovers, first);
  const { from, to } = possibleTimes(takenAt);
  const within = (seconds: Uint32Array) => secondsWithin(seconds, from, to);
  const there = first.size === 0 ? since : since.map((second) => first.get(second) ?? second);
  const again = turnovers.flatMap((one) => Array.from(one.again.after));
  return {
    stayed: within(unseen.size === 0 ? there : there.filter((second) => !takesOne(unseen, second))),
    left: within(left),
    again: within(Uint32Array.from(again)),
  };
}

/** Those from one second to another, both included. A plain loop, as there may be a million. */
export function secondsWithin(seconds: Uint32Array, from: number, to: number): Uint32Array {
  const found = new Uint32Array(seconds.length);
  let count = 0;
  for (let index = 0; index < seconds.length; index += 1) {
    const second = seconds[index] ?? 0;
    if (second >= from && second <= to) found[count++] = second;
  }
  return found.subarray(0, count);
}

/** Leads from the later second of those who followed again, or whose second changed, to their first. */
function firstSeconds(turnovers: readonly Turnover[]): Map<number, number> {
  const first = new Map<number, number>();
  const leads = (before: number, after: number) => first.set(after, first.get(before) ?? before);
  for (const { again, switched = [] } of turnovers) {
    for (const [index, after] of again.after.entries()) leads(again.before[index] ?? after, after);
    // Of an unknown second, nobody can say whose it is.
    for (const { before, after } of switched)
      if (before !== unknownSince && after !== unknownSince) leads(before, after);
  }
  return first;
}

/**
 * The follows that ended and are not there again, and how many of each second are there that were never seen before they
 * came back.
 */
function endedFollows(
  turnovers: readonly Turnover[],
  first: ReadonlyMap<number, number>,
): { left: Uint32Array; unseen: Map<number, number> } {
  const firstOf = (second: number) => first.get(second) ?? second;
  const backAgain = new Set(
    turnovers.flatMap(({ returned, late }) => [...returned, ...late].map(firstOf)),
  );
  const open = new Map<number, number>();
  const unseen = new Map<number, number>();
  const left = new IndexList();
  for (const { ended, returned, late } of turnovers) {
    for (const second of ended) {
      const start = firstOf(second);
      if (!backAgain.has(start)) left.add(start);
      else if (!takesOne(unseen, start)) addOne(open, start);
    }
    for (const second of late) takesOne(open, firstOf(second));
    for (const second of returned)
      if (!takesOne(open, firstOf(second))) addOne(unseen, firstOf(second));
  }
  for (const [second, count] of open)
    for (let index = 0; index < count; index += 1) left.add(second);
  return { left: left.finish(), unseen };
}

const addOne = (counts: Map<number, number>, second: number): unknown =>
  counts.set(second, (counts.get(second) ?? 0) + 1);

/** Whether there was one to take away. */
function takesOne(counts: Map<number, number>, second: number): boolean {
  const count = counts.get(second) ?? 0;
  if (count > 0) counts.set(second, count - 1);
  return count > 0;
}
