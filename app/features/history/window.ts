import { dayInSeconds } from "../../platform/values/durations.ts";
import { type NameList, unknownSince } from "../../platform/values/name-list.ts";
import { instagramBegan } from "../export/name-date.ts";
import { allTime, type Window } from "./history.ts";

/** Instagram takes up to two days to prepare an export: a follow of these days may or may not be in it. */
export const preparationSeconds = 3 * dayInSeconds;
/** 6 October 2010, the day Instagram opened: a range from before then has no beginning. */
export const instagramOpened = Date.UTC(2010, 9, 6) / 1_000;

/** Epoch milliseconds → epoch seconds. */
export const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/**
 * The seconds at which what an export tells can have happened; any other is as if it said none. Its date may be that of
 * another time zone, and a day without its hour.
 * @param takenAt epoch milliseconds
 */
export function possibleTimes(takenAt: number): Window {
  const taken = secondsOf(takenAt);
  const isDay = taken % dayInSeconds === 0;
  return { from: secondsOf(instagramBegan), to: taken + (isDay ? 2 : 1) * dayInSeconds };
}

export const isAllTime = ({ from, to }: Window): boolean =>
  from === allTime.from && to === allTime.to;

/** Whether the import shows the time up to when it was taken: not where its range ended before. */
export const reachesItsTaking = ({ window, takenAt }: { window: Window; takenAt: number }) =>
  window.to >= secondsOf(takenAt) - preparationSeconds;

/** Whether the list of this import holds all followers of its time: only a range that ends before that leaves some out. */
export const isWholeList = (one: { window: Window; takenAt: number }): boolean =>
  one.window.from === allTime.from && reachesItsTaking(one);

export const contains = ({ from, to }: Window, second: number): boolean =>
  second >= from && second <= to;

/** The second of the oldest follow that is known, and of the newest. */
export function followsOf({ since }: NameList): { oldest: number; newest: number } | undefined {
  let oldest = Number.POSITIVE_INFINITY;
  let newest = 0;
  for (const second of since) {
    if (second === unknownSince) continue;
    if (second < oldest) oldest = second;
    if (second > newest) newest = second;
  }
  return newest > 0 ? { oldest, newest } : undefined;
}

/**
 * What these imports cover together. An export covers nothing after it was taken: a follow of the days before may
 * be missing in it, one of the time up to the next export is.
 */
export function knownTimeOf(imports: readonly { window: Window; takenAt: number }[]): Window[] {
  return imports
    .map(({ window: { from, to }, takenAt }) => ({
      from,
      to: Math.min(to, secondsOf(takenAt) - preparationSeconds),
    }))
    .filter(({ from, to }) => from <= to)
    .sort((a, b) => a.from - b.from)
    .reduce<Window[]>((joined, { from, to }) => {
      const last = joined.at(-1);
      if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
      return joined;
    }, []);
}

/**
 * Whether somebody who followed between two exports may be missing, as none of these imports shows that time.
 * @param from epoch milliseconds, as `to`
 */
export const hasGapBetween = (
  imports: readonly { window: Window; takenAt: number }[],
  from: number,
  to: number,
): boolean =>
  !knownTimeOf(imports).some(
    (known) => known.from <= secondsOf(from) + 1 && known.to >= secondsOf(to) - preparationSeconds,
  );

/** Whether every follow up to the newest of these imports is known. */
export function coversAll(imports: readonly { window: Window; takenAt: number }[]): boolean {
  const [first] = knownTimeOf(imports);
  const newest = Math.max(...imports.map(({ takenAt }) => takenAt));
  return first?.from === allTime.from && first.to >= secondsOf(newest) - preparationSeconds;
}
