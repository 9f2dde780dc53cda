import { arrivalOf } from "./changes.ts";
import { type FoldedImport, windowAfter } from "./fold.ts";
import { placeOfUsername } from "./followed-through.ts";
import type { HiddenNames } from "./hidden-people.ts";
import type { KeptLists } from "./kept-lists.ts";
import { isTooMany, mostNames, type ToldRename } from "./renamed-in.ts";
import type { SameIn } from "./same-people.ts";
import { allRenames, isOneName, type Rename, type Turnover } from "./turnover.ts";
import { contains, knownTimeOf } from "./window.ts";

/** The lists in which a person may stand. */
const sides = ["followers", "following", "pendingRequests"] as const;
type Side = (typeof sides)[number];

/** Where names stand in an import: the second by the name, null where it is not known. Undefined without such a list. */
export type Sighting = { takenAt: number } & Partial<
  Record<Side, ReadonlyMap<string, number | null>>
>;

/** What has become of a person with an import. Times of imports are epoch milliseconds, those of follows epoch seconds. */
export type PersonEvent =
  | { kind: "there" | "new" | "was-there"; at: number; since: number | null }
  | { kind: "left"; from: number; at: number }
  | { kind: "returned" | "refollowed"; from: number; at: number; since: number | null }
  | {
      kind: "renamed";
      from: number;
      at: number;
      /** Both empty where they are not told: somebody hidden is among them, or they are too many. */
      former: readonly string[];
      present: readonly string[];
      /** The second of whoever is there under this name, and was known by it or by another. */
      since?: number | null;
    }
  | {
      kind: "unclear";
      from: number;
      at: number;
      /** Empty where they are not told. */
      names: readonly string[];
      /** The second of whoever is there under this name. */
      since?: number | null;
    }
  | {
      kind: "followed-by-you" | "asked-by-you";
      from: number | null;
      at: number;
      since: number | null;
    }
  | { kind: "unfollowed-by-you" | "request-ended"; from: number; at: number };

/** A person over all imports in use. */
export interface PersonCourse {
  /** What they are called now, as far as the exports tell. */
  username: string;
  /** Their other names. */
  otherNames: string[];
  /** Epoch seconds, null where it is not known; undefined where they do not follow, or nothing is known of it. */
  followsSince?: number | null;
  followedSince?: number | null;
  askedSince?: number | null;
  /** Oldest first. */
  events: PersonEvent[];
}

/** All names that somebody with this one may have had or have, itself first. */
export function relatedNames(
  username: string,
  turnovers: readonly Pick<Turnover, "renames" | "followed">[],
): string[] {
  const names = new Set([username]);
  for (let before = 0; before < names.size && names.size < mostNames; ) {
    before = names.size;
    for (const turnover of turnovers)
      for (const rename of allRenames(turnover)) {
        const all = [...rename.former, ...rename.present];
        if (isTooMany(rename) || !all.some((name) => names.has(name))) continue;
        for (const name of all) names.add(name);
      }
  }
  return [...names].slice(0, mostNames);
}

/** Where these names stand in an import. @param same what the subscriber's word changes in it */
export function sightingOf(
  takenAt: number,
  lists: Pick<KeptLists, Side>,
  names: readonly string[],
  same?: SameIn,
): Sighting {
  const sighting: Sighting = { takenAt };
  for (const side of sides) {
    const list = lists[side];
    if (!list) continue;
    const found = new Map<string, number | null>();
    for (const name of names) {
      const place = placeOfUsername(list, name);
      if (place >= 0) found.set(name, list.since[place] || null);
    }
    sighting[side] = side === "followers" && same ? followersWith(found, names, same) : found;
  }
  return sighting;
}

function followersWith(
  found: Map<string, number | null>,
  names: readonly string[],
  { held, veiled, seconds }: SameIn,
): Map<string, number | null> {
  const wanted = new Set(names);
  for (const [name, second] of held) if (wanted.has(name)) found.set(name, second || null);
  for (const name of veiled) found.delete(name);
  for (const [name, second] of seconds) if (found.has(name)) found.set(name, second || null);
  return found;
}

/**
 * What the imports tell of whoever had this name last.
 * @param imports in use, in the order of their time, each with what it changed and where the names stand in it
 * @returns undefined for somebody who is in none
 */
export function personCourse(
  username: string,
  imports: readonly {
    import: FoldedImport;
    renames: readonly ToldRename[];
    /** Of those whom the subscriber follows, where `renames` has none of the names. */
    followed?: readonly ToldRename[] | undefined;
    sighting: Sighting;
    /** Names in the sighting that the export does not show: the new name has yet to come. */
    held?: readonly string[];
    /** For whom the follow of an older name counts no more. */
    ended?: readonly string[];
    /** What those are called whom the subscriber has hidden. */
    hidden?: HiddenNames | undefined;
  }[],
): PersonCourse | undefined {
  const isSeen = imports.some(({ sighting }) =>
    sides.some((side) => sighting[side]?.has(username)),
  );
  const isNamed = imports.some((one) =>
    allRenames(one).some(
      ({ former, present }) => former.includes(username) || present.includes(username),
    ),
  );
  if (!isSeen && !isNamed) return undefined;
  return courseIn(username, fromFirstSight(saidOnce(imports.map(toldOnce))));
}

function courseIn(username: string, imports: Seen): PersonCourse {
  const names = namesByImport(username, imports);
  // On the page of a hidden person, the hidden may be named.
  const isHidden = names.some((name, at) => name !== undefined && imports[at]?.hidden?.has(name));
  const present = names.findLast((name) => name !== undefined) ?? username;
  const told = isHidden ? imports.map(withoutHidden) : imports;
  const { events: asFollower, follows } = followerEvents(told, names);
  const events = inOrder([
    ...asFollower,
    ...renamedAsFollowed(told, names),
    ...ownEvents(imports, names, "following"),
    ...ownEvents(imports, names, "pendingRequests"),
  ]);
  // The newest export alone tells who is asked, as for the list of all of them (features/analysis/categories.ts).
  const asked = imports.at(-1)?.sighting.pendingRequests?.get(names.at(-1) ?? "");
  return {
    username: present,
    otherNames: [...new Set(names)].flatMap((name) =>
      name === undefined || name === present ? [] : [name],
    ),
    ...standing(events, follows, (side) => {
      const at = imports.findLastIndex((one, index) => one.sighting[side]?.has(names[index] ?? ""));
      return imports[at]?.sighting[side]?.get(names[at] ?? "");
    }),
    ...(asked !== undefined && { askedSince: asked }),
    events,
  };
}

type Seen = Parameters<typeof personCourse>[1];

const dayKinds: ReadonlySet<PersonEvent["kind"]> = new Set([
  "there",
  "new",
  "was-there",
  "refollowed",
  "followed-by-you",
  "asked-by-you",
]);

/** The second of an event that is told by its day; undefined for others. */
const secondOf = (event: PersonEvent): number | undefined =>
  (dayKinds.has(event.kind) && "since" in event && event.since) || undefined;

/** By the import that tells them; of those that one import tells, the ones that are told by their day by that. */
function inOrder(events: readonly PersonEvent[]): PersonEvent[] {
  const sorted = events.toSorted((a, b) => a.at - b.at);
  const dated = sorted
    .filter((event) => secondOf(event) !== undefined)
    .sort((a, b) => a.at - b.at || (secondOf(a) ?? 0) - (secondOf(b) ?? 0))
    .values();
  return sorted.map((event) =>
    secondOf(event) === undefined ? event : (dated.next().value ?? event),
  );
}

/** Of whom both lists tell a new name, the followed tell what they were called last: the known list may have an older name. */
function toldOnce(one: Seen[number]): Seen[number] {
  const followed = new Map(
    (one.followed ?? []).filter(isOneName).map((other) => [other.present[0], other]),
  );
  // One that is told late may be from before an export without a list of the followed.
  const isBoth = (rename: Rename) => {
    const other = isOneName(rename) ? followed.get(rename.present[0]) : undefined;
    return other && (!other.isLate || other.former[0] === rename.former[0]);
  };
  const both = one.renames.filter(isBoth);
  if (both.length === 0) return one;
  const named = new Set(both.map(({ present }) => present[0]));
  return {
    ...one,
    renames: one.renames.map((rename) =>
      isBoth(rename)
        ? { ...rename, former: followed.get(rename.present[0])?.former ?? [] }
        : rename,
    ),
    followed: one.followed?.filter((other) => !isOneName(other) || !named.has(other.present[0])),
  };
}

/** By the subscriber's word a name leads on from what they were called last: the followed may have told a new one meanwhile. */
function saidOnce(imports: Seen): Seen {
  let calledBy = new Map<string, string | undefined>();
  return imports.map((one) => {
    const renames = one.renames.flatMap((rename) => {
      const last = rename.isTold && calledBy.get(rename.former[0] ?? "");
      if (!last) return [rename];
      return rename.present.includes(last) ? [] : [{ ...rename, former: [last] }];
    });
    const followed = new Map(
      (one.followed ?? []).filter(isOneName).map(({ former, present }) => [former[0], present[0]]),
    );
    calledBy = new Map(
      (one.held ?? []).map((name) => {
        const last = calledBy.get(name) ?? name;
        return [name, followed.get(last) ?? last];
      }),
    );
    return { ...one, renames };
  });
}

/** Who is seen under a new name before it is told has it from then on. */
function fromFirstSight(imports: Seen): Seen {
  const shows = (at: number, name = "") =>
    sides.some((side) => imports[at]?.sighting[side]?.has(name));
  const firstOf = ({ former: [old], present: [now] }: Rename, told: number) => {
    let first = told;
    while (first > 1 && shows(first - 1, now) && !shows(first - 1, old)) first -= 1;
    return first;
  };
  const firsts = new Map<Rename, number>();
  for (const [at, one] of imports.entries())
    for (const rename of allRenames(one)) {
      const first = rename.isLate && isOneName(rename) ? firstOf(rename, at) : at;
      if (first < at) firsts.set(rename, first);
    }
  if (firsts.size === 0) return imports;
  const stays = (rename: Rename) => !firsts.has(rename);
  return imports.map((one, at) => ({
    ...one,
    renames: one.renames.filter(stays),
    followed: [
      ...(one.followed ?? []).filter(stays),
      ...[...firsts].flatMap(([rename, first]) => (first === at ? [rename] : [])),
    ],
  }));
}

const withoutHidden = ({ hidden, ...one }: Seen[number]): Seen[number] => one;
type Names = readonly (string | undefined)[];

/**
 * What they are called in each import: the name at the last one that shows it, followed back and on from there. Undefined
 * where somebody else has the name.
 */
function namesByImport(username: string, imports: Seen): (string | undefined)[] {
  const shown = imports.findLastIndex(
    (one) =>
      (one.sighting.followers?.has(username) && !one.held?.includes(username)) ||
      one.sighting.following?.has(username) ||
      allRenames(one).some(({ present }) => present.includes(username)),
  );
  const given = imports.findLastIndex((one) =>
    allRenames(one).some(({ former }) => former.includes(username)),
  );
  const anchor = Math.max(shown, given - 1, 0);
  const names: (string | undefined)[] = imports.map(() => username);
  const renamesAt = (at: number) => {
    const one = imports[at];
    return one && allRenames(one);
  };
  for (let at = anchor + 1; at < imports.length; at += 1)
    names[at] = otherName(renamesAt(at), names[at - 1], "former", "present");
  for (let at = anchor - 1; at >= 0; at -= 1)
    names[at] = otherName(renamesAt(at + 1), names[at + 1], "present", "former");
  return names;
}

/**
 * The name on the other side of a rename; the same where there is none, or nobody can tell which it is. Undefined where it is
 * somebody else's there.
 */
function otherName(
  renames: readonly Rename[] = [],
  name: string | undefined,
  side: "former" | "present",
  other: "former" | "present",
): string | undefined {
  if (name === undefined) return undefined;
  const rename = renames.find((one) => one[side].includes(name));
  if (!rename) return renames.some((one) => one[other].includes(name)) ? undefined : name;
  const [only] = rename[other];
  return isOneName(rename) && only !== undefined ? only : name;
}

/** A follow as the known list has it. */
interface KnownFollow {
  since: number | null;
  /** When the last import that shows it was taken. */
  shownAt: number;
}

/**
 * By the rules of `changesBetween`, for the names of one person. Where only the list of those whom the subscriber follows
 * tells that two names are one person's, the lists of followers have two: one lost, and one new.
 */
function followerEvents(imports: Seen, names: Names) {
  const events: PersonEvent[] = [];
  const known = new Map<string, KnownFollow>();
  let wasEver = false;
  for (const [index, { import: one, renames, sighting, ended, hidden }] of imports.entries()) {
    const before = imports[index - 1]?.import;
    const at = one.takenAt;
    const from = before?.takenAt ?? at;
    const [formerly, name] = [names[index - 1], names[index] ?? ""];
    const since = sighting.followers?.get(name);
    const isThere = since !== undefined;
    const group = renames.find(
      ({ former, present }) => former.includes(formerly ?? "") || present.includes(name),
    );
    const isRenamed = group !== undefined && (known.size > 0 || isThere);
    if (isRenamed) {
      const { former, present } = mayBeTold(group, imports[index - 1]?.hidden, hidden);
      const told = { from, at, ...(isThere && { since }) };
      if (group.isUnclear)
        events.push({ kind: "unclear", ...told, names: [...former, ...present] });
      else events.push({ kind: "renamed", ...told, former, present });
      // Of several of one second nobody can tell which is who: what follows is told of the name.
      for (const [old, follow] of known) if (!isOther(follow.since, since)) known.delete(old);
      wasEver = true;
    }
    const last = isThere ? takeFollow(known, name, since) : undefined;
    const window = windowAfter(before, one);
    for (const [old, follow] of known) {
      const isTold = follow.since === null || contains(window, follow.since);
      const again = sighting.followers?.get(old);
      if (!isTold || (again !== undefined && !isOther(follow.since, again))) continue;
      events.push({ kind: "left", from: follow.shownAt, at });
      known.delete(old);
    }
    if (isThere && last) {
      const isNewer = last.since !== null && since !== null && since > last.since;
      if (isNewer && !ended?.includes(name)) events.push({ kind: "refollowed", from, at, since });
    } else if (isThere && !isRenamed) {
      const kind = before
        ? arrivalOf(since ?? 0, {
            takenAt: before.takenAt,
            knownTime: knownTimeOf(imports.slice(0, index).map((earlier) => earlier.import)),
          })
        : "there";
      if (kind === "returned" || (kind === "new" && wasEver))
        events.push({ kind: kind === "new" ? "refollowed" : kind, from, at, since });
      else events.push({ kind, at, since });
    }
    if (!isThere) continue;
    known.set(name, { since, shownAt: at });
    wasEver = true;
  }
  return { events, follows: known.get(names.at(-1) ?? "") ?? [...known.values()].at(-1) };
}

/** Whether two seconds are surely of two follows. */
const isOther = (one: number | null, other: number | null | undefined): boolean =>
  one !== null && typeof other === "number" && one !== other;

/** Takes out the follow that the known list has under this name, or by this second under an older one. */
function takeFollow(known: Map<string, KnownFollow>, name: string, since: number | null) {
  const isSame = (old: string) => since !== null && known.get(old)?.since === since;
  const found = known.has(name) ? name : ([...known.keys()].find(isSame) ?? "");
  const follow = known.get(found);
  known.delete(found);
  return follow;
}

/** The new names of whom the subscriber follows, and who does not follow back. */
function renamedAsFollowed(imports: Seen, names: Names): PersonEvent[] {
  return imports.flatMap((one, index) => {
    const before = imports[index - 1];
    const [formerly, name] = [names[index - 1], names[index]];
    const rename = one.followed?.find(
      ({ former, present }) => former.includes(formerly ?? "") && present.includes(name ?? ""),
    );
    if (!before || !rename || formerly === name) return [];
    const told = mayBeTold(rename, before.hidden, one.hidden);
    return [{ kind: "renamed", from: before.import.takenAt, at: one.import.takenAt, ...told }];
  });
}

/** Neither side where somebody hidden is among them. */
function mayBeTold(
  { former, present }: Rename,
  formerly: HiddenNames | undefined,
  hidden: HiddenNames | undefined,
): Pick<Rename, "former" | "present"> {
  const isTold =
    !isTooMany({ former, present }) &&
    !former.some((name) => formerly?.has(name)) &&
    !present.some((name) => hidden?.has(name));
  return isTold ? { former, present } : { former: [], present: [] };
}

/** Whom the subscriber follows, or has asked to. An export without such a list tells nothing. */
function ownEvents(
  imports: Seen,
  names: Names,
  side: "following" | "pendingRequests",
): PersonEvent[] {
  const [begins, ends] =
    side === "following"
      ? (["followed-by-you", "unfollowed-by-you"] as const)
      : (["asked-by-you", "request-ended"] as const);
  const events: PersonEvent[] = [];
  let isOn = false;
  let last: number | null = null;
  for (const [index, { import: one, sighting }] of imports.entries()) {
    const name = names[index] ?? "";
    // Whoever is followed has answered: without any request, Instagram leaves their list out.
    const isAnswered = side === "pendingRequests" && sighting.following?.has(name) === true;
    const list = sighting[side];
    if (!list && !isAnswered) continue;
    const since = list?.get(name);
    if (since !== undefined && !isOn)
      events.push({ kind: begins, from: last, at: one.takenAt, since });
    // Whom the subscriber follows is whole in every export; of a list of requests that is not known.
    const isCovered =
      side === "following" || isAnswered || windowAfter(imports[index - 1]?.import, one).from === 0;
    if (since === undefined && isOn && isCovered)
      events.push({ kind: ends, from: last ?? one.takenAt, at: one.takenAt });
    if (since !== undefined || isCovered) isOn = since !== undefined;
    last = one.takenAt;
  }
  return events;
}

/** @param lastSecond of the newest list of a side that shows them: an older follower may have taken their name */
function standing(
  events: readonly PersonEvent[],
  follows: KnownFollow | undefined,
  lastSecond: (side: Side) => number | null | undefined,
) {
  let followed: number | null | undefined;
  for (const event of events) {
    if (event.kind === "followed-by-you") followed = event.since;
    else if (event.kind === "unfollowed-by-you") followed = undefined;
  }
  return {
    ...(follows && { followsSince: lastSecond("followers") ?? follows.since }),
    ...(followed !== undefined && { followedSince: lastSecond("following") ?? followed }),
  };
}
