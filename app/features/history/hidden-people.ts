import { type NameList, unknownSince, usernameAt } from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import { placeOfName } from "./followed-through.ts";
import type { CategoryResult, ComputedCategory } from "./history.ts";
import type { Rename, Turnover, UnclearNames } from "./turnover.ts";

/** Somebody whom the subscriber does not want to see. */
export interface HiddenPerson {
  /** In lower case, as they were called when they were hidden. */
  username: string;
  /** Epoch milliseconds of the newest import in use at that time. */
  after: number;
}

/** Most people that a subscriber may hide. */
export const mostHiddenPeople = 5_000;

/** An import in use with who was renamed in it. */
export interface RenamedIn {
  takenAt: number;
  renames: readonly Rename[];
}

/** @param used in the order of their time */
export const renamesIn = (
  used: readonly { id: string; takenAt: number }[],
  turnovers: ReadonlyMap<string, Pick<Turnover, "renames">> | undefined,
): RenamedIn[] =>
  used.map(({ id, takenAt }) => ({ takenAt, renames: turnovers?.get(id)?.renames ?? [] }));

/**
 * What the hidden are called in an import: each is followed through the renames from the one that was the newest when they
 * were hidden. A name that somebody else has by then is not theirs.
 * @param imports in use, in the order of their time
 * @returns by the name in that import, who is hidden: several where two names have become one person's
 */
export function hiddenNamesAt(
  hidden: readonly HiddenPerson[],
  imports: readonly RenamedIn[],
  index: number,
): Map<string, HiddenPerson[]> {
  const found = new Map<string, HiddenPerson[]>();
  if (hidden.length === 0) return found;
  const ways = imports.map(({ renames }) => ({
    on: waysOf(renames, "former", "present"),
    back: waysOf(renames, "present", "former"),
  }));
  for (const one of hidden) {
    const last = Math.max(
      0,
      imports.findLastIndex(({ takenAt }) => takenAt <= one.after),
    );
    let names = namesBy(one.username, imports.slice(0, last + 1));
    for (let at = last + 1; at <= index; at += 1)
      names = names.flatMap((name) => ways[at]?.on.get(name) ?? name);
    for (let at = last; at > index; at -= 1)
      names = names.flatMap((name) => ways[at]?.back.get(name) ?? name);
    for (const name of names) {
      const others = found.get(name);
      if (others) others.push(one);
      else found.set(name, [one]);
    }
  }
  return found;
}

/** With the names that somebody had then by the subscriber's word, if they were hidden under one from before. */
function namesBy(username: string, imports: readonly RenamedIn[]): readonly string[] {
  const names = [username];
  for (const { renames } of imports)
    for (const { former, present, isTold } of renames)
      if (isTold && names.some((name) => former.includes(name))) names.push(...present);
  return names;
}

/** Where names lead across an import: a renamed person to all that they may be called, a name that somebody else takes to none. */
function waysOf(
  renames: readonly Rename[],
  side: "former" | "present",
  other: "former" | "present",
): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  // Of whom it is told, both names may have been seen at once: they are one person's all the same.
  for (const rename of renames)
    if (!rename.isTold) for (const name of rename[other]) ways.set(name, []);
  for (const rename of renames)
    for (const name of rename[side])
      ways.set(name, rename.isUnclear ? [...rename[other], name] : rename[other]);
  return ways;
}

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
  const hidden = placesOfNames(category.people, names);
  return hidden.size > 0 ? { ...category, hidden } : category;
}

function placesOfNames(people: NameList, names: ReadonlyMap<string, unknown>): Set<number> {
  const wanted = nameListOf(
    Array.from(names.keys(), (username) => ({ username, since: undefined })),
  );
  const places = new Set<number>();
  for (let index = 0; index < wanted.size; index += 1) {
    const place = placeOfName(people, wanted, index);
    if (place >= 0) places.add(place);
  }
  return places;
}

/** The seconds of hidden people: of a renamed one, neither name is told. Whose old name is known for sure shares it with nobody. */
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
