import { type Departures, endedFollows } from "../analysis/departures.ts";
import { instagramOpened, secondsOf } from "../analysis/window.ts";

const day = 86_400;
/** A file's date may be that of another time zone, or a day without its hour: follows may be younger. */
const clockSlack = 2 * day;

/** Seconds of all follows that the exports in use tell of, in any order. */
export interface KnownFollows {
  /** Of those who are there now. */
  stayed: Uint32Array;
  /** Of those who have left since. */
  left: Uint32Array;
  /** How many of those who are there have no time, or one that cannot be. */
  undated: number;
}

/**
 * @param since of the known list after the last import
 * @param departures of all imports in use, the oldest first
 * @param takenAt of the last, epoch milliseconds
 */
export function knownFollows(
  since: Uint32Array,
  departures: readonly Departures[],
  takenAt: number,
): KnownFollows {
  const latest = secondsOf(takenAt) + clockSlack;
  const stayed = secondsWithin(since, instagramOpened, latest);
  return {
    stayed,
    left: secondsWithin(endedFollows(departures), instagramOpened, latest),
    undated: since.length - stayed.length,
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

export interface FollowsByDay {
  firstDay: number;
  stayed: number[];
  left: number[];
}

export const dayOf = (second: number): number => Math.floor(second / day);

/** @param takenAt of the last import, epoch milliseconds: days run up to it at least */
export function followsByDay({ stayed, left }: KnownFollows, takenAt: number): FollowsByDay {
  let [first, last] = [dayOf(secondsOf(takenAt)), dayOf(secondsOf(takenAt))];
  for (const seconds of [stayed, left])
    for (const second of seconds) {
      first = Math.min(first, dayOf(second));
      last = Math.max(last, dayOf(second));
    }
  const counted = (seconds: Uint32Array) => {
    const counts = new Array<number>(last - first + 1).fill(0);
    for (const second of seconds) {
      const index = dayOf(second) - first;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  };
  return { firstDay: first, stayed: counted(stayed), left: counted(left) };
}
