import { IndexList } from "../../platform/values/index-list.ts";
import {
  compareNames,
  emptyNameList,
  mergeLists,
  type NameList,
  type Names,
  pickPeople,
  unknownSince,
} from "../../platform/values/name-list.ts";
import { arrivalOf, type Changes } from "./changes.ts";
import { filterPeople, joinLists, type KnownFollowers } from "./known-list.ts";

/** The number of those who were not known at first. */
const nobody = 0xffff_ffff;
/** From here on a number is that of a group. */
const firstGroup = 0x8000_0000;

/** People of one second of whom nobody can tell who has which of the later names. */
export interface Group {
  /** Who of those that were known at first is in it. */
  origins: number[];
  /** Some of them may not be there any more, or somebody else may be: nothing can be said by counting. */
  isUnclear: boolean;
  /** The group that it has become a part of. */
  into: Group | undefined;
}

/** Who may be back: their index in the present list, and their number. */
interface Back {
  index: number;
  number: number;
}

/** Where a person stands: in a list, at an index. */
interface ListPlace {
  list: NameList;
  index: number;
}

/**
 * Traces everybody who was known after an import through the imports after it: by their name, and through every rename.
 * A person's number is their index in the first list; those whom a later import has made known, who had been there
 * before anybody looked, have the numbers behind it.
 */
export class FollowedThrough {
  readonly first: KnownFollowers;
  /** For each who is known now: the number of who they were at first, that of a group, or `nobody`. */
  #origins: Uint32Array;
  /** Those who were made known later: the number of the first, and the step by which they were, of which the first is 1. */
  readonly late: { from: number; list: NameList; step: number }[] = [];
  #count: number;
  #steps = 0;
  readonly #groups: Group[] = [];
  /** Those who left under another name than their first one, their numbers in place of seconds. Nobody has these names now. */
  #away: NameList = emptyNameList;
  /** Those who had come since, and left. */
  readonly passedBy: NameList[] = [];
  /** Numbers of those whose second is another one now, without a new follow. */
  readonly switched = new Set<number>();

  constructor(first: KnownFollowers) {
    this.first = first;
    this.#count = first.list.size;
    this.#origins = Uint32Array.from({ length: this.#count }, (_, index) => index);
  }

  /** How many people have numbers. */
  get count(): number {
    return this.#count;
  }

  /** The lists of all who have numbers, with the number of the first in each. */
  get lists(): readonly { from: number; list: NameList }[] {
    return [{ from: 0, list: this.first.list }, ...this.late];
  }

  placeOf(number: number): ListPlace {
    const late = this.late.findLast(({ from }) => from <= number);
    return late
      ? { list: late.list, index: number - late.from }
      : { list: this.first.list, index: number };
  }

  /** Who somebody of the present list was at first. */
  originOf(index: number): number | Group | undefined {
    const origin = this.#origins[index] ?? nobody;
    if (origin === nobody) return undefined;
    return origin < firstGroup ? origin : this.#groupAt(origin);
  }

  /**
   * Goes on to the next import.
   * @param changes from `before` to `known`
   * @param ended those for whom the follow of an older name counts no more
   */
  next(
    before: KnownFollowers,
    known: NameList,
    changes: Changes,
    ended: readonly string[] = [],
  ): void {
    this.#steps += 1;
    const origins = new Uint32Array(known.size).fill(nobody);
    const formers = placesOf(before.list, changes.former);
    const unclearBefore = placesOf(before.list, changes.unclearBefore);
    const renamed = placesOf(known, changes.renamed);
    const unclear = placesOf(known, changes.unclear);
    const mayBeRenamed = marksAt(before.list.size, formers, unclearBefore);
    const mayHaveNewName = marksAt(known.size, renamed, unclear);
    const gone = new IndexList();
    const late = new IndexList();
    const leaving = new IndexList();
    const back: Back[] = [];
    const backAsFirst: Back[] = [];
    mergeLists(before.list, known, (was, is) => {
      if (was >= 0 && is >= 0) origins[is] = this.#origins[was] ?? nobody;
      else if (is < 0) {
        if (mayBeRenamed[was] === 1) return;
        const number = this.#origins[was] ?? nobody;
        if (number === nobody) gone.add(was);
        else if (number < firstGroup && !this.#isFirstName(number, before.list, was))
          leaving.add(was);
      } else if (mayHaveNewName[is] === 0) {
        const away = placeOfName(this.#away, known, is);
        const number = placeOfName(this.first.list, known, is);
        if (away >= 0) back.push({ index: is, number: this.#away.since[away] ?? nobody });
        else if (number >= 0) backAsFirst.push({ index: is, number });
        else if (this.#wasThere(known.since[is] ?? unknownSince, before)) late.add(is);
      }
    });
    this.passedBy.push(pickPeople(before.list, gone.finish()));
    const lateAt = late.finish();
    for (const [at, index] of lateAt.entries()) origins[index] = this.#count + at;
    if (lateAt.length > 0)
      this.late.push({
        from: this.#count,
        list: pickPeople(known, lateAt),
        step: this.#steps,
      });
    this.#count += lateAt.length;
    const { told = [] } = changes;
    const formerTold = placesOfAll(
      before.list,
      told.map(([former]) => former),
    );
    const presentTold = placesOfAll(
      known,
      told.map(([, present]) => present),
    );
    this.#rename(except(formers, formerTold), except(renamed, presentTold), origins, false);
    this.#rename(unclearBefore, unclear, origins, true);
    for (const [index, place] of presentTold.entries())
      if (place >= 0) origins[place] = this.#origins[formerTold[index] ?? -1] ?? nobody;
    this.#takeBack([...back, ...backAsFirst], origins);
    this.#noteAway(before.list, known, leaving.finish());
    for (const place of placesOfAll(known, ended)) {
      const origin = origins[place] ?? nobody;
      if (origin < firstGroup) this.switched.add(origin);
    }
    this.#origins = origins;
  }

  #isFirstName(number: number, list: NameList, index: number): boolean {
    const { first } = this;
    return number < first.list.size && compareNames(first.list, number, list, index) === 0;
  }

  /** A name that somebody has again is theirs from then on, whoever they are. */
  #noteAway(before: NameList, known: NameList, leaving: Uint32Array): void {
    const stays = filterPeople(this.#away, (at) => placeOfName(known, this.#away, at) < 0);
    const since = leaving.map((index) => this.#origins[index] ?? nobody);
    this.#away = joinLists(stays, { ...pickPeople(before, leaving), since });
  }

  /** Whoever left and is back under the last or the first name is the same person, unless somebody else counts as that one. */
  #takeBack(back: readonly Back[], origins: Uint32Array): void {
    if (back.length === 0) return;
    const isHeld = new Uint8Array(this.#count);
    for (const origin of origins) if (origin < firstGroup) isHeld[origin] = 1;
    for (const { origins: some } of this.#groups) for (const origin of some) isHeld[origin] = 1;
    for (const { index, number } of back) {
      if (isHeld[number] === 1) continue;
      origins[index] = number;
      isHeld[number] = 1;
    }
  }

  #wasThere(second: number, before: KnownFollowers): boolean {
    return [before, this.first].every((one) => arrivalOf(second, one) === "was-there");
  }

  /** Whoever had a name of `from` has one of `to`, of the same second. */
  #rename(from: Places, to: Places, origins: Uint32Array, isUnclear: boolean): void {
    const after = bySecond(to);
    for (const [second, former] of bySecond(from)) {
      const present = after.get(second) ?? [];
      const [one = 0] = former;
      const origin = this.#origins[one] ?? nobody;
      const isSure = !isUnclear && former.length === 1 && present.length === 1;
      const number = isSure ? origin : this.#join(former, isUnclear);
      for (const index of present) origins[index] = number;
    }
  }

  /** @returns the number of the group that these people of the list before make up together, or `nobody` */
  #join(people: readonly number[], isUnclear: boolean): number {
    const group: Group = { origins: [], isUnclear, into: undefined };
    for (const index of people) {
      const origin = this.#origins[index] ?? nobody;
      const other = origin >= firstGroup && origin !== nobody ? this.#groupAt(origin) : undefined;
      if (origin === nobody) group.isUnclear = true;
      else if (!other) group.origins.push(origin);
      else if (other !== group) {
        for (const each of other.origins) group.origins.push(each);
        group.isUnclear ||= other.isUnclear;
        other.into = group;
      }
    }
    if (group.origins.length === 0) return nobody;
    this.#groups.push(group);
    return firstGroup + this.#groups.length - 1;
  }

  #groupAt(number: number): Group {
    let group = this.#groups[number - firstGroup];
    while (group?.into) group = group.into;
    return group ?? { origins: [], isUnclear: true, into: undefined };
  }
}

/** People of a list by their indices, with the seconds by which they were compared. */
interface Places {
  places: Uint32Array;
  seconds: Uint32Array;
}

const bySecond = ({ places, seconds }: Places): Map<number, number[]> =>
  Map.groupBy(places, (_, at) => seconds[at] ?? unknownSince);

function except({ places, seconds }: Places, some: readonly number[]): Places {
  if (some.length === 0) return { places, seconds };
  const those = new Set(some);
  const keeps = (_: number, at: number) => !those.has(places[at] ?? -1);
  return { places: places.filter(keeps), seconds: seconds.filter(keeps) };
}

function marksAt(size: number, ...some: readonly Places[]): Uint8Array {
  const marks = new Uint8Array(size);
  for (const { places } of some) for (const index of places) marks[index] = 1;
  return marks;
}

/** Where the people of `some` stand in the list. Whoever does not is left out. */
function placesOf(list: NameList, some: NameList): Places {
  const places = new IndexList();
  const seconds = new IndexList();
  for (let index = 0; index < some.size; index += 1) {
    const place = placeOfName(list, some, index);
    if (place < 0) continue;
    places.add(place);
    seconds.add(some.since[index] ?? unknownSince);
  }
  return { places: places.finish(), seconds: seconds.finish() };
}

const encoder = new TextEncoder();

/** Where this name, in lower case, stands in the list, -1 where it does not. */
export function placeOfUsername(list: NameList, username: string): number {
  const bytes = encoder.encode(username);
  return placeOfName(list, { bytes, offsets: Uint32Array.of(0, bytes.length) }, 0);
}

/** Where these names stand in the list, -1 where they do not. */
export const placesOfAll = (list: NameList, names: readonly string[]): number[] =>
  names.map((username) => placeOfUsername(list, username));

/** Where name `index` of `other` stands in the list, -1 where it does not. */
export function placeOfName(list: NameList, other: Names, index: number): number {
  let low = 0;
  let high = list.size - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareNames(list, middle, other, index);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
