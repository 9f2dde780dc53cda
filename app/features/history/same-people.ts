import { type NameList, unknownSince, usernameAt } from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import type { Changes, Compared } from "./changes.ts";
import { placeOfUsername, placesOfAll } from "./followed-through.ts";
import { filterPeople, joinLists } from "./known-list.ts";

/** Two names of which the subscriber says that they are one person's. Both in lower case. */
export interface SamePerson {
  old: string;
  new: string;
}

/** Two names of which the subscriber has said that they are one person's. */
export interface SaidSame extends SamePerson {
  /** Whether the exports in use agree with it. */
  isInEffect: boolean;
}

/** Most of them that a subscriber may say. */
export const mostSamePeople = 2_000;

/** A name with the second of the follow that counts for it. */
type NamedSecond = readonly [name: string, second: number];

/**
 * What the subscriber's word changes in an import. The lists are compared as they are, and then this is laid over what they
 * say: taken back, it leaves nothing behind.
 */
export interface SameIn {
  /** Gone by the lists, and known all the same: the new name has yet to come. */
  held: readonly NamedSecond[];
  /** There by the lists, and not known yet: they still have the old name beside it. */
  veiled: readonly string[];
  /** Of those who are known by the follow of an older name. */
  seconds: readonly NamedSecond[];
  notLost: readonly string[];
  /** Neither new nor returned. */
  notNew: readonly string[];
  /** Who is renamed with it: one by one, old name first. */
  told: readonly (readonly [former: string, present: string])[];
  /** For whom their own follow counts from here on. */
  ended: readonly { name: string; before: number; after: number }[];
}

/** The version of the rules below. What older ones found is read, and found anew with the next analysis. */
export const sameRule = 3;

/** What follows from all that the subscriber has said. */
export interface SamePeople {
  /** Undefined in what the first rules found. */
  rule?: number;
  said: readonly SamePerson[];
  /** Those of them that the imports bear out. */
  inEffect: readonly SamePerson[];
  /** The ids of all imports that it was found from, in the order of their time. */
  from: readonly string[];
  /** By the id of the import; nothing where it changes nothing. */
  imports: Readonly<Record<string, SameIn>>;
}

/**
 * Whether a pair may be said beside those that were said: each name may be the old one once and the new one once, and
 * no pairs may lead in a circle.
 */
export function fitsSaid(said: readonly SamePerson[], one: SamePerson): boolean {
  if (said.some((other) => other.old === one.old || other.new === one.new)) return false;
  const newOf = new Map(said.map((other) => [other.old, other.new]));
  let name: string | undefined = one.new;
  for (let steps = 0; name !== undefined && steps <= said.length; steps += 1) {
    if (name === one.old) return false;
    name = newOf.get(name);
  }
  return true;
}

export const isSame = (one: SamePerson, other: SamePerson): boolean =>
  one.old === other.old && one.new === other.new;

/** Where a name stands with an import. Seconds are those of the lists. */
export interface NameStanding {
  /** Undefined where nobody of this name is known. */
  known?: number;
  /** In the export itself. */
  isShown: boolean;
  lost?: number;
  isNew: boolean;
  isReturned: boolean;
  isRefollowed: boolean;
  renamedTo?: string;
  /** Renamed, or gone: nobody can tell. */
  isUnclear: boolean;
}

/** An import as the lists tell it, without what the subscriber says. */
export interface RawStep {
  known: NameList;
  shown: NameList;
  changes: Changes | undefined;
}

/** Where these names stand with an import, and whatever they are renamed to. */
export function standingsIn(
  { known, shown, changes }: RawStep,
  names: Iterable<string>,
): Map<string, NameStanding> {
  const secondIn = (list: NameList | undefined, name: string) => {
    const place = list ? placeOfUsername(list, name) : -1;
    return place < 0 ? undefined : (list?.since[place] ?? unknownSince);
  };
  const renamed = changes && renamedOneByOne(changes);
  const found = new Map<string, NameStanding>();
  for (const name of names) {
    const isIn = (list: NameList | undefined) => secondIn(list, name) !== undefined;
    const [inKnown, lost, former] = [known, changes?.lost, changes?.former].map((list) =>
      secondIn(list, name),
    );
    const renamedTo = former === undefined ? undefined : renamed?.(former);
    found.set(name, {
      ...(inKnown !== undefined && { known: inKnown }),
      ...(lost !== undefined && { lost }),
      ...(renamedTo !== undefined && { renamedTo }),
      isShown: isIn(shown),
      isNew: isIn(changes?.new),
      isReturned: isIn(changes?.returned),
      isRefollowed: isIn(changes?.refollowed),
      isUnclear: isIn(changes?.unclearBefore) || (former !== undefined && renamedTo === undefined),
    });
  }
  return found;
}

/** The new name by the second, for people who alone were renamed in theirs. */
export function renamedOneByOne({
  former,
  renamed,
}: Pick<Changes, "former" | "renamed">): (second: number) => string | undefined {
  const counts = new Map<number, number>();
  for (const second of former.since) counts.set(second, (counts.get(second) ?? 0) + 1);
  return (second) =>
    counts.get(second) === 1 ? usernameAt(renamed, renamed.since.indexOf(second)) : undefined;
}

/** When two names are one person: from the import that has shown both changes on. Indices of imports. */
interface Span {
  one: SamePerson;
  lost: number;
  came: number;
  /** The later of the two. */
  at: number;
  /** The import that shows both names again. */
  end?: number;
}

/** @param standings of all imports, in the order of their time */
export function spansOf(
  one: SamePerson,
  standings: readonly ReadonlyMap<string, NameStanding>[],
): Span[] {
  const spans: Span[] = [];
  let open: Span | undefined;
  let [lost, came] = [-1, -1];
  for (const [at, names] of standings.entries()) {
    const [old, fresh] = [names.get(one.old), names.get(one.new)];
    const isOldKnown = old?.known !== undefined;
    const isFreshKnown = fresh?.known !== undefined;
    if (old?.lost !== undefined) lost = at;
    else if (isOldKnown) lost = -1;
    if (fresh?.isNew) came = at;
    else if (!isFreshKnown) came = -1;
    if (open && old?.isShown && fresh?.isShown) {
      open.end = at;
      open = undefined;
      [lost, came] = [-1, -1];
    } else if (open && isOldKnown && !isFreshKnown) open = undefined;
    else if (!open && lost >= 0 && came >= 0) {
      open = { one, lost, came, at };
      spans.push(open);
    }
  }
  return spans;
}

/**
 * @param said in any order: those that the imports do not bear out have no effect
 * @param imports their ids, in the order of their time
 * @param standings of each of them
 */
export function samePeopleIn(
  said: readonly SamePerson[],
  imports: readonly string[],
  standings: readonly ReadonlyMap<string, NameStanding>[],
): SamePeople {
  const spans = said.flatMap((one) => spansOf(one, standings));
  const follow = new OlderFollows(spans);
  const found = imports.map((id, at) => [id, follow.next(at, standings)] as const);
  return {
    rule: sameRule,
    said,
    inEffect: said.filter((one) => spans.some((span) => span.one === one)),
    from: imports,
    imports: Object.fromEntries(
      found.filter(([, same]) => Object.values(same).some((list) => list.length > 0)),
    ),
  };
}

/** Goes from import to import with those who are known by an older follow than that of their name. */
class OlderFollows {
  readonly #spans: readonly Span[];
  readonly #since = new Map<Span, number>();
  readonly #held = new Map<string, number>();
  readonly #veiled = new Set<string>();
  /** Those who have left: the follow may come back. */
  readonly #away = new Map<string, number>();
  /** By a name, those that the same person had before, the last one first. */
  readonly #formerly = new Map<string, readonly string[]>();
  #seconds = new Map<string, number>();

  constructor(spans: readonly Span[]) {
    this.#spans = spans;
  }

  next(at: number, standings: readonly ReadonlyMap<string, NameStanding>[]): SameIn {
    const names = standings[at] ?? new Map<string, NameStanding>();
    const told: [string, string][] = [];
    const ended: { name: string; before: number; after: number }[] = [];
    const seconds = this.#back(names);
    const those = (when: (span: Span) => number | undefined) =>
      this.#spans.filter((span) => when(span) === at);
    const gone = those(({ lost }) => lost);
    const backUnder: [name: string, old: string][] = [];
    for (const [name, second] of this.#seconds) {
      const now = names.get(name);
      const hasNext = gone.some(({ one }) => one.old === name);
      const old = hasNext ? undefined : this.#oldNameAgain(name, names);
      const other = now?.renamedTo ?? old;
      if (other !== undefined) {
        told.push([name, other]);
        seconds.set(other, second);
        this.#rename(name, other);
        if (old !== undefined) backUnder.push([name, old]);
      } else if (now?.isUnclear)
        ended.push({ name, before: second, after: standings[at - 1]?.get(name)?.known ?? second });
      else if (now?.lost !== undefined) this.#away.set(name, second);
      // Whoever has followed anew counts by that second.
      else if (now?.known !== undefined && !now.isRefollowed) seconds.set(name, second);
    }
    for (const span of gone) {
      const { old } = span.one;
      const second = this.#seconds.get(old) ?? names.get(old)?.lost ?? unknownSince;
      this.#since.set(span, second);
      this.#away.delete(old);
      this.#held.set(old, second);
    }
    const arrived = those(({ came }) => came);
    for (const { one } of arrived) this.#veiled.add(one.new);
    for (const span of those((one) => one.at)) {
      const { one } = span;
      told.push([one.old, one.new]);
      this.#rename(one.old, one.new);
      this.#held.delete(one.old);
      this.#veiled.delete(one.new);
      seconds.set(one.new, this.#since.get(span) ?? unknownSince);
    }
    for (const { one } of those(({ end }) => end)) {
      const before = seconds.get(one.new);
      if (before === undefined) continue;
      seconds.delete(one.new);
      this.#formerly.delete(one.new);
      ended.push({ name: one.new, before, after: names.get(one.new)?.known ?? before });
    }
    this.#seconds = seconds;
    return {
      held: [...this.#held],
      veiled: [...this.#veiled],
      seconds: [...seconds],
      notLost: [...gone.map(({ one }) => one.old), ...backUnder.map(([name]) => name)],
      notNew: [...arrived.map(({ one }) => one.new), ...backUnder.map(([, old]) => old)],
      told,
      ended,
    };
  }

  #rename(name: string, other: string): void {
    const before = this.#formerly.get(name) ?? [];
    this.#formerly.set(other, [name, ...before.filter((one) => one !== other)]);
  }

  /** The older name under which somebody is back who is gone under this one: by the follow of before, or without a time. */
  #oldNameAgain(name: string, names: ReadonlyMap<string, NameStanding>): string | undefined {
    if (names.get(name)?.lost === undefined) return undefined;
    return this.#formerly.get(name)?.find((old) => {
      const now = names.get(old);
      return now?.isReturned || (now?.isNew && now.known === unknownSince);
    });
  }

  /** Those who are back with the follow that they had. */
  #back(names: ReadonlyMap<string, NameStanding>): Map<string, number> {
    const back = new Map<string, number>();
    for (const [name, second] of [...this.#away]) {
      const now = names.get(name);
      if (now?.known === undefined) continue;
      this.#away.delete(name);
      if (now.isReturned) back.set(name, second);
    }
    return back;
  }
}

/** A known list with what the subscriber said; the same list where that changes nothing, else one with own memory. */
export function knownWith(list: NameList, same: SameIn | undefined): NameList {
  if (!same || same.held.length + same.veiled.length + same.seconds.length === 0) return list;
  const known = withPeople(exceptFor(list, same.veiled), same.held);
  return withSeconds(known, same.seconds);
}

/** What changed with an import, with what the subscriber said. @param before what that is in the import before */
export function comparedWith(
  { changes, ...compared }: Compared,
  before: SameIn | undefined,
  same: SameIn | undefined,
): Omit<Compared, "known"> {
  if (!before && !same) return { changes, ...compared };
  const { told = [], notLost = [], notNew = [] }: Partial<SameIn> = same ?? {};
  const since = new Map(same?.seconds);
  // Both names stand under the follow that counts, so that one leads to the other.
  const toldSeconds = (side: 0 | 1) =>
    told.map((pair): NamedSecond => [pair[side], since.get(pair[1]) ?? unknownSince]);
  const [was, is] = [before?.seconds ?? [], same?.seconds ?? []];
  const places = placesOfAll(
    changes.refollowed,
    was.map(([name]) => name),
  );
  const secondsBefore = compared.refollowedBefore.slice();
  for (const [index, place] of places.entries())
    if (place >= 0) secondsBefore[place] = was[index]?.[1] ?? unknownSince;
  const veiledBefore = new Set(placesOfAll(changes.refollowed, before?.veiled ?? []));
  // By the rules, whoever was not known yet, or known without a time, has not followed again.
  const isAgain = (place: number) => {
    const second = secondsBefore[place] ?? unknownSince;
    const isNewer = (changes.refollowed.since[place] ?? unknownSince) > second;
    return isNewer && second !== unknownSince && !veiledBefore.has(place);
  };
  return {
    ...compared,
    refollowedBefore: secondsBefore.filter((_, place) => isAgain(place)),
    changes: {
      ...changes,
      refollowed: filterPeople(changes.refollowed, isAgain),
      lost: withSeconds(exceptFor(changes.lost, notLost), was),
      new: exceptFor(changes.new, notNew),
      renamed: withPeople(changes.renamed, toldSeconds(1)),
      former: withPeople(changes.former, toldSeconds(0)),
      returned: withSeconds(exceptFor(changes.returned, notNew), is),
      ...(told.length > 0 && { told }),
    },
  };
}

/** The list without the people of these names; the same list where none of them is in it. */
export function exceptFor(list: NameList, names: readonly string[]): NameList {
  const places = new Set(placesOfAll(list, names).filter((place) => place >= 0));
  return places.size === 0 ? list : filterPeople(list, (index) => !places.has(index));
}

/** The list with these people; whoever is in it already gets the given second. */
function withPeople(list: NameList, people: readonly NamedSecond[]): NameList {
  if (people.length === 0) return list;
  const some = nameListOf(people.map(([username, second]) => ({ username, since: second })));
  return joinLists(
    exceptFor(
      list,
      people.map(([name]) => name),
    ),
    some,
  );
}

function withSeconds(list: NameList, seconds: readonly NamedSecond[]): NameList {
  const places = placesOfAll(
    list,
    seconds.map(([name]) => name),
  );
  if (places.every((place) => place < 0)) return list;
  const since = list.since.slice();
  for (const [index, place] of places.entries())
    if (place >= 0) since[place] = seconds[index]?.[1] ?? unknownSince;
  return { size: list.size, bytes: list.bytes.slice(), offsets: list.offsets.slice(), since };
}
