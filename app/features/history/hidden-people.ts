import { unknownSince, usernameAt } from "../../platform/values/name-list.ts";
import { placesOfAll } from "./followed-through.ts";
import type { CategoryResult, ComputedCategory } from "./history.ts";
import {
  isTooMany,
  mostNames,
  type OutdatedNames,
  type RenamedIn,
  type ToldRename,
} from "./renamed-in.ts";
import { allRenames, type Rename, type UnclearNames } from "./turnover.ts";

/** Somebody whom the subscriber does not want to see. */
export interface HiddenPerson {
  /** In lower case, as they were called when they were hidden. */
  username: string;
  /** Epoch milliseconds of the newest import in use at that time. */
  after: number;
}

/** Most people that a subscriber may hide. */
export const mostHiddenPeople = 5_000;

/** What some of the hidden were called in the import that was taken then (epoch milliseconds). */
export interface KnownNames {
  takenAt: number;
  names: ReadonlyMap<HiddenPerson, ReadonlySet<string>>;
  carried: CarriedNames;
}

/**
 * By the time of an import (epoch milliseconds), what some of the hidden were called in it, to which nothing leads any more:
 * an import between has gone. Each that an analysis knew then is in it, also without a name.
 */
export type CarriedNames = ReadonlyMap<number, ReadonlyMap<HiddenPerson, ReadonlySet<string>>>;

/** By a name, who is hidden under it: several where two names have become one person's. */
export type HiddenNames = ReadonlyMap<string, readonly HiddenPerson[]>;

/**
 * What the hidden are called in each import: each is followed through the renames from the one that was the newest when they
 * were hidden. A name that somebody else has by then is not theirs.
 * @param imports in use, in the order of their time
 * @param known of those whose import is not in use any more: what they were called in another one. And what is carried of all
 */
export function hiddenNamesIn(
  hidden: readonly HiddenPerson[],
  imports: readonly RenamedIn[],
  known?: KnownNames,
): HiddenNames[] {
  const found = imports.map(() => new Map<string, HiddenPerson[]>());
  if (hidden.length === 0) return found;
  const ways = imports.map((one) => {
    const few = allRenames(one).filter((rename) => !isTooMany(rename));
    return { on: waysOf(few, "former", "present"), back: waysOf(few, "present", "former") };
  });
  const told = imports.map(({ renames }) => renames.filter(({ isTold }) => isTold));
  const outdated = imports.map((one) => outdatedByPresent(one.outdated));
  for (const one of hidden) {
    const names = known?.names.get(one);
    const last = Math.max(
      0,
      imports.findLastIndex(
        ({ takenAt }) => takenAt <= (names ? (known?.takenAt ?? 0) : one.after),
      ),
    );
    const anchor = names ?? namesBy(one.username, told.slice(0, last + 1).flat());
    const note = (at: number, names: ReadonlySet<string>) => {
      const old = [...names].flatMap((name) => outdated[at]?.get(name) ?? []);
      for (const name of new Set([...names, ...old])) {
        const others = found[at]?.get(name);
        if (!others) found[at]?.set(name, [one]);
        else if (others.at(-1) !== one) others.push(one);
      }
    };
    note(last, anchor);
    for (let at = last + 1, names = anchor; at < imports.length; at += 1) {
      note(at - 1, lateNames(names, ways[at]?.on));
      names = throughWays(names, ways[at]?.on);
      note(at, names);
    }
    for (let at = last - 1, names = anchor; at >= 0; at -= 1) {
      names = throughWays(names, ways[at + 1]?.back);
      note(at, names);
    }
    if (!known || !isCarried(one, known.carried)) continue;
    const carriedIn = (at: number) => known.carried.get(imports[at]?.takenAt ?? 0);
    const withCarried = (at: number, names: ReadonlySet<string>) => {
      const all = new Set([...names, ...(carriedIn(at)?.get(one) ?? [])]);
      note(at, all);
      return all;
    };
    // Where it is known what they were called, no name stays theirs that is not among these. But in the known list.
    for (let at = 0, names = noNames; at < imports.length; at += 1) {
      const mayStay = !carriedIn(at) || imports[at]?.keepsOthers === true;
      names = withCarried(at, throughWays(names, ways[at]?.on, mayStay));
    }
    for (let at = imports.length - 1, names = noNames; at >= 0; at -= 1)
      names = withCarried(at, throughWays(names, ways[at + 1]?.back, !carriedIn(at)));
  }
  return found;
}

const noNames: ReadonlySet<string> = new Set();

const isCarried = (one: HiddenPerson, carried: CarriedNames): boolean =>
  [...carried.values()].some((names) => names.has(one));

/** By what somebody is called, the old names under which the known list still has them. */
function outdatedByPresent(outdated: OutdatedNames = new Map()): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [old, names] of outdated)
    for (const name of names) if (!found.get(name)?.push(old)) found.set(name, [old]);
  return found;
}

/** The name under which somebody was hidden, with the newer names that they had by then by the subscriber's word. */
function namesBy(username: string, told: readonly Rename[]): ReadonlySet<string> {
  const names = new Set([username]);
  for (const { former, present } of told)
    if (former.some((name) => names.has(name))) for (const name of present) names.add(name);
  return names;
}

/** Where names lead to across an import: all that a renamed person may be called, nothing for a name that somebody else takes. */
type Ways = ReadonlyMap<string, Way>;
interface Way {
  names: readonly string[];
  keepsOwn: boolean;
  isLate?: boolean;
}

function waysOf(
  renames: readonly ToldRename[],
  side: "former" | "present",
  other: "former" | "present",
): Ways {
  const ways = new Map<string, Way>();
  const nowhere = { names: [], keepsOwn: false };
  for (const { isTold, isLate, isUnclear, [other]: names } of renames) {
    // Both names of a told or late rename may have been seen at once: they are one person's all the same. Whoever is
    // gone in an unclear one keeps their last name.
    if (isTold || isLate || (isUnclear && other === "former")) continue;
    for (const name of names) ways.set(name, nowhere);
  }
  for (const rename of renames) {
    const { isUnclear, isLate = false } = rename;
    const keepsOwn = isUnclear === true || (isLate && other === "former");
    const way = { names: rename[other], keepsOwn, isLate };
    for (const name of rename[side]) ways.set(name, withWay(ways.get(name), way));
  }
  return ways;
}

/** A way that leads on replaces one that leads nowhere. Two are joined: a friend may have another name in each list. */
const withWay = (known: Way | undefined, way: Way): Way =>
  !known || known.names.length === 0
    ? way
    : {
        names: [...new Set([...known.names, ...way.names])],
        keepsOwn: known.keepsOwn || way.keepsOwn,
        isLate: known.isLate === true || way.isLate === true,
      };

function throughWays(
  names: ReadonlySet<string>,
  ways: Ways | undefined,
  mayStay = true,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of names) {
    const way = ways?.get(name);
    for (const next of way?.names ?? []) found.add(next);
    if (mayStay && (!way || way.keepsOwn)) found.add(name);
    if (found.size >= mostNames) break;
  }
  return found;
}

/** The new names that these people may have had before their rename was told. */
const lateNames = (names: ReadonlySet<string>, ways: Ways | undefined): ReadonlySet<string> =>
  new Set(
    [...names].flatMap((name) => {
      const way = ways?.get(name);
      return way?.isLate ? way.names : [];
    }),
  );

/** Categories in which the hidden are marked. @param namesIn their names in the lists of a category */
export function withHidden<K extends string>(
  categories: Record<K, CategoryResult>,
  namesIn: (key: K) => ReadonlyMap<string, unknown>,
): Record<K, CategoryResult> {
  const marked = Object.entries<CategoryResult>(categories).map(([key, category]) => [
    key,
    "note" in category ? category : markedIn(category, namesIn(key as K)),
  ]);
  return Object.fromEntries(marked);
}

function markedIn(
  category: ComputedCategory,
  names: ReadonlyMap<string, unknown>,
): ComputedCategory {
  const places = placesOfAll(category.people, [...names.keys()]);
  const hidden = new Set(places.filter((place) => place >= 0));
  return hidden.size > 0 ? { ...category, hidden } : category;
}

/** Seconds whose old names are not told, because of hidden people. Old names in `told` are not looked up by second. */
export const hiddenSeconds = ({ people, hidden, told }: ComputedCategory): Set<number> =>
  new Set(
    Array.from(hidden ?? [])
      .filter((index) => !told?.has(usernameAt(people, index)))
      .map((index) => people.since[index] ?? unknownSince),
  );

/** Those of whom nobody can tell who is who, without the hidden. */
export const withoutNames = (
  { before, after, others }: UnclearNames,
  formerly: ReadonlyMap<string, unknown>,
  present: ReadonlyMap<string, unknown>,
): UnclearNames => ({
  before: before.filter((name) => !formerly.has(name)),
  after: after.filter((name) => !present.has(name)),
  others,
});
