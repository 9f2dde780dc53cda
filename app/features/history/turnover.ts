import { dayInSeconds } from "../../platform/values/durations.ts";
import {
  type NameList,
  peopleOf,
  unknownSince,
  usernameAt,
} from "../../platform/values/name-list.ts";
import { type Changes, type Compared, countsOf } from "./changes.ts";
import type { ChangeCounts, Window } from "./history.ts";
import type { KnownFollowers } from "./known-list.ts";
import { contains, possibleTimes, secondsOf } from "./window.ts";

/** Who was there when all followers were known for the first time, by the UTC day of the follow. */
export interface FirstLook {
  /** Epoch milliseconds of that export. */
  takenAt: number;
  /** In days since 1970. */
  firstDay: number;
  /** From `firstDay` on; empty where no follow has a possible time. */
  counts: readonly number[];
  /** How many have no time, or an impossible one. */
  undated: number;
}

export function firstLookOf({ list: { since }, takenAt }: KnownFollowers): FirstLook {
  const possible = possibleTimes(takenAt);
  const byDay = new Map<number, number>();
  let undated = 0;
  for (const second of since) {
    const on = Math.floor(second / dayInSeconds);
    if (!contains(possible, second)) undated += 1;
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

/**
 * What an import did to the known list: what an analysis keeps of it, so that a later one needs no older list. Seconds
 * are those of follows.
 */
export interface Turnover {
  /** How many the known list has after it. */
  known: number;
  /** Null for the first import of all. */
  changes: ChangeCounts | null;
  /** The lost, by the import that had shown them last. */
  losses: readonly Loss[];
  /** Seconds of the lost that are known, rising; of the unclear as many as are fewer than before. */
  ended: Uint32Array;
  /** Seconds of the returned, rising; of the unclear as many as are more than before. */
  returned: Uint32Array;
  /**
   * Seconds of those who count as new though they followed before the earlier import: some had been in an import before
   * it (docs/product.md#the-known-list). Rising.
   */
  late: Uint32Array;
  /** The old and the new second of each who followed again. */
  again: { before: Uint32Array; after: Uint32Array };
  renames: readonly Rename[];
  /** Of those whom the subscriber follows, where `renames` does not have all of the old names. Undefined in what was kept before they were looked for. */
  followed?: readonly Rename[];
  /** `followed` was kept by an older rule. */
  isOlder?: true;
  unclear: UnclearNames;
  /** Of the first import after which all followers are known. */
  firstLook: FirstLook | null;
  /** The second that somebody was known by, and the one that counts for them from here on, without a new follow. */
  switched?: readonly { before: number; after: number }[];
}

/** People who were lost between two imports. */
export interface Loss {
  /** When the last import that showed them was taken, in epoch milliseconds. */
  from: number;
  left: number;
}

/**
 * Since when whoever left may be gone: since the import before, or the one that had shown some of them last.
 * @param previous when the import before was taken, in epoch milliseconds
 */
export const leftSince = (previous: number, losses: readonly Loss[]): number =>
  Math.min(previous, ...losses.map(({ from }) => from));

/** Whoever had one of the former names has one of the present ones: one of each, but for those of one second. */
export interface Rename {
  former: readonly string[];
  present: readonly string[];
  /** Some may have none of them: one of the unclear. */
  isUnclear?: true;
  /** By the subscriber's word: the old name was nobody else's in the imports before it, nor the new one. */
  isTold?: true;
}

/** Whether it can mean nobody else. */
export const isOneName = ({ former, present, isUnclear }: Rename): boolean =>
  former.length === 1 && present.length === 1 && !isUnclear;

/** People of whom nobody can tell who is who: of each second, more names before than after, or fewer. */
export interface UnclearNames {
  /** No longer there under this name. */
  before: string[];
  /** There, and not before under this name. */
  after: string[];
  /** How many more there are. */
  others: number;
}

const none = new Uint32Array(0);

type Known = Pick<Turnover, "known" | "firstLook">;

export const firstTurnover = (known: Known): Turnover => ({
  ...known,
  changes: null,
  losses: [],
  ended: none,
  returned: none,
  late: none,
  again: { before: none, after: none },
  renames: [],
  unclear: { before: [], after: [], others: 0 },
});

/** @param earlier the imports before it, in the order of their time, with what each of them covers */
export function turnoverOf(
  { changes, refollowedBefore, unclearEnded, unclearAgain }: Omit<Compared, "known">,
  known: Known,
  earlier: readonly { takenAt: number; window: Window }[],
): Turnover {
  const latest = secondsOf(earlier.at(-1)?.takenAt ?? 0);
  return {
    ...known,
    changes: countsOf(changes),
    losses: lossesOf(changes.lost, earlier),
    ended: rising(changes.lost.since, unclearEnded),
    returned: rising(changes.returned.since, unclearAgain),
    late: rising(changes.new.since.filter((second) => second <= latest)),
    again: { before: refollowedBefore, after: changes.refollowed.since },
    renames: renamesBy(changes),
    unclear: unclearNames(changes),
  };
}

/** Who was renamed, as far as anybody can tell. */
const renamesBy = (changes: Changes): Rename[] => [
  ...renamesOf(changes.former, changes.renamed, changes.told),
  ...renamesOf(changes.unclearBefore, changes.unclear).map((one) => ({
    ...one,
    isUnclear: true as const,
  })),
];

/**
 * A turnover with the renames among whom the subscriber follows: somebody who does not follow back stands in no list of
 * followers, and a friend may stand in either list under another old name.
 * @param own what changed among them
 */
export function withFollowed(turnover: Turnover, own: Changes | undefined): Turnover {
  const told = new Set(turnover.renames.flatMap(({ former }) => former));
  const isUntold = ({ former, present }: Rename) =>
    present.length > 0 && former.some((name) => !told.has(name));
  const sure = soleRenames(turnover.renames);
  return {
    ...turnover,
    followed: own
      ? renamesBy(own)
          .map((one) => withoutSure(one, sure))
          .filter(isUntold)
      : [],
  };
}

/** The present name by the former one, for renames that can mean nobody else. */
const soleRenames = (renames: readonly Rename[]): ReadonlyMap<string, string> =>
  new Map(renames.filter(isOneName).map(({ former: [was = ""], present: [is = ""] }) => [was, is]));

/** A rename of one second, without the people whom the other list tells apart. */
function withoutSure(rename: Rename, sure: ReadonlyMap<string, string>): Rename {
  const all = new Set(rename.present);
  const apart = rename.former.filter((name) => all.has(sure.get(name) ?? ""));
  if (apart.length === 0) return rename;
  const [former, present] = [new Set(apart), new Set(apart.map((name) => sure.get(name)))];
  return {
    ...rename,
    former: rename.former.filter((name) => !former.has(name)),
    present: rename.present.filter((name) => !present.has(name)),
  };
}

/** The renames among the followers, and those among whom the subscriber follows. */
export const allRenames = <R extends Rename>({
  renames,
  followed = [],
}: {
  renames: readonly R[];
  followed?: readonly R[] | undefined;
}): R[] => [...renames, ...followed];

function lossesOf(
  { since }: NameList,
  earlier: readonly { takenAt: number; window: Window }[],
): Loss[] {
  const counts = new Map<number, number>();
  for (const second of since) {
    const shown = earlier.findLastIndex(({ window }) => contains(window, second));
    const index = second === unknownSince || shown < 0 ? earlier.length - 1 : shown;
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one], [other]) => other - one)
    .map(([index, left]) => ({ from: earlier[index]?.takenAt ?? 0, left }));
}

/** Those that are known, rising. */
function rising(...parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all.filter((second) => second !== unknownSince).sort();
}

/** Most names that are kept of either side. Only in an invented export do more people share a second. */
const mostUnclear = 1_000;

export function unclearNames({ unclear, unclearBefore }: Changes): UnclearNames {
  const some = (list: NameList) =>
    Array.from({ length: Math.min(list.size, mostUnclear) }, (_, index) => usernameAt(list, index));
  const [before, after] = [some(unclearBefore), some(unclear)];
  const others = unclearBefore.size + unclear.size - before.length - after.length;
  return { before, after, others };
}

/** Groups both lists by their seconds, but for those whose rename is told. */
function renamesOf(former: NameList, present: NameList, told: Changes["told"] = []): Rename[] {
  const bySecond = new Map<number, { former: string[]; present: string[] }>();
  const groupOf = (second: number) => {
    const group = bySecond.get(second) ?? { former: [], present: [] };
    bySecond.set(second, group);
    return group;
  };
  const [toldFormer, toldPresent] = [0, 1].map((side) => new Set(told.map((pair) => pair[side])));
  for (const { username, since = unknownSince } of peopleOf(former))
    if (!toldFormer?.has(username)) groupOf(since).former.push(username);
  for (const { username, since = unknownSince } of peopleOf(present))
    if (!toldPresent?.has(username)) groupOf(since).present.push(username);
  const one = told.map(([was, is]): Rename => ({ former: [was], present: [is], isTold: true }));
  return [...one, ...bySecond.values()];
}
