import { day, hour, week } from "../../platform/values/durations.ts";
import { shownAt, whenShown } from "../../platform/values/zoned-time.ts";

/** Letters go out between six and ten in the morning, so that not all of a time zone are due at once. */
const from = 6 * hour;
const spread = 4 * hour;

/** A subscriber's letter of a week. */
export interface Turn {
  /** The Monday of the week, `2026-11-23`, in the subscriber's time zone: what a letter is sent once for. */
  monday: string;
  /** Epoch milliseconds. */
  at: number;
}

/** @param monday 00:00 of it, as a clock shows it */
function turnOn(monday: number, timeZone: string, share: number): Turn {
  const second = Math.floor((share * spread) / 1_000) * 1_000;
  const at = whenShown(monday + from + second, timeZone);
  return { monday: new Date(monday).toISOString().slice(0, 10), at };
}

/**
 * The subscriber's moment of the morning, on this day or the next.
 * @param at epoch milliseconds: the result is not before it
 */
export function nextMorning(at: number, timeZone: string, share: number): number {
  const date = Math.floor(shownAt(at, timeZone) / day) * day;
  const today = turnOn(date, timeZone, share).at;
  return today >= at ? today : turnOn(date + day, timeZone, share).at;
}

function mondayOf(at: number, timeZone: string): number {
  const date = Math.floor(shownAt(at, timeZone) / day) * day;
  const sinceMonday = (new Date(date).getUTCDay() + 6) % 7;
  return date - sinceMonday * day;
}

/**
 * The last turn that has come.
 * @param share of the morning, from 0 to below 1
 */
export function lastTurn(now: number, timeZone: string, share: number): Turn {
  const monday = mondayOf(now, timeZone);
  const turn = turnOn(monday, timeZone, share);
  return turn.at <= now ? turn : turnOn(monday - week, timeZone, share);
}

/**
 * The first turn that is yet to come.
 * @param last the Monday of the last letter, if any: it gets no second letter, whatever the time zone is now
 */
export function nextTurn(now: number, timeZone: string, share: number, last?: string | null): Turn {
  const monday = mondayOf(now, timeZone);
  const turns = [0, 1, 2].map((weeks) => turnOn(monday + weeks * week, timeZone, share));
  const found = turns.find((turn) => turn.at > now && (!last || turn.monday > last));
  return found ?? turnOn(monday + 3 * week, timeZone, share);
}

/** A letter that could not be sent for so long waits for the next Monday: it is no Monday letter any more. */
const longestDelay = day;

export const isTooLate = ({ at }: Turn, now: number): boolean => now - at > longestDelay;
