import { dayInSeconds } from "../../platform/values/durations.ts";
import type { KnownFollowers } from "./known-list.ts";
import { instagramOpened, secondsOf } from "./window.ts";

/** A file's date may be that of another time zone, or a day without its hour: follows may be younger. */
const clockSlack = 2 * dayInSeconds;

/** The seconds that a follow can have which is known when an export was taken. @param takenAt epoch milliseconds */
export const possibleFollows = (takenAt: number) => ({
  from: instagramOpened,
  to: secondsOf(takenAt) + clockSlack,
});

/** Who was there when all followers were known for the first time, by the UTC day of the follow. */
export interface FirstLook {
  /** Epoch milliseconds of that export. */
  takenAt: number;
  /** In days since 1970. */
  firstDay: number;
  /** From `firstDay` on; empty where no follow has a time that can be. */
  counts: readonly number[];
  /** How many have no time, or one that cannot be. */
  undated: number;
}

export function firstLookOf({ list: { since }, takenAt }: KnownFollowers): FirstLook {
  const { from, to } = possibleFollows(takenAt);
  const byDay = new Map<number, number>();
  let undated = 0;
  for (const second of since) {
    const on = Math.floor(second / dayInSeconds);
    if (second < from || second > to) undated += 1;
    else byDay.set(on, (byDay.get(on) ?? 0) + 1);
  }
  const days = [...byDay.keys()].sort((a, b) => a - b);
  const [first = Math.floor(secondsOf(takenAt) / dayInSeconds), last = first - 1] = [
    days[0],
    days.at(-1),
  ];
  const counts = Array.from({ length: last - first + 1 }, (_, n) => byDay.get(first + n) ?? 0);
  return { takenAt, firstDay: first, counts, undated };
}
