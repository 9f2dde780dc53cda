import type { NameList } from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import { mergedLists } from "../../platform/values/name-list-merge.ts";
import { windowAfter } from "./fold.ts";
import { placeOfUsername } from "./followed-through.ts";
import type { ImportSummary } from "./history.ts";
import { filterPeople } from "./known-list.ts";
import type { Rename, Turnover } from "./turnover.ts";
import { isAllTime } from "./window.ts";

/** Names that somebody may have had or have are followed up to so many: an invented export may give one second to all. */
export const mostNames = 100;

export const isTooMany = ({ former, present }: Rename): boolean =>
  former.length + present.length > mostNames;

/** A rename as of what is known by now. */
export interface ToldRename extends Rename {
  /** It may have happened before the import before: the new name may have been theirs there. */
  isLate?: true;
}

/** An import in use with who was renamed in it. */
export interface RenamedIn {
  renames: readonly ToldRename[];
  followed?: readonly ToldRename[];
  /** Epoch milliseconds. */
  takenAt: number;
  /** Names under which the known list still has people who are called otherwise by now. */
  outdated?: OutdatedNames;
  /** The known list still has people of before whom the export does not show. */
  keepsOthers?: boolean;
}

/** By an old name, what its bearer may be called now: one name, but for those of one second. */
export type OutdatedNames = ReadonlyMap<string, readonly string[]>;

const none: OutdatedNames = new Map();

/**
 * Who was renamed in each import, each new name told once. A mutual friend is renamed among the followers and among those whom the
 * subscriber follows, and one of the two may be told later: a range leaves old names in the known list, and an export may
 * lack the list of those followed.
 * @param used in the order of their time
 */
export function renamesIn(
  used: readonly (Pick<ImportSummary, "id" | "takenAt" | "window"> & {
    following: number | null;
  })[],
  turnovers: ReadonlyMap<string, Pick<Turnover, "renames" | "followed">> | undefined,
): RenamedIn[] {
  let known = none;
  let own = none;
  let isLate = false;
  return used.map((one, at) => {
    const { renames = [], followed = [] } = turnovers?.get(one.id) ?? {};
    const before = used[at - 1];
    const told = {
      renames: marked(untold(renames, known), isLate),
      followed: marked(untold(followed, own), before?.following === null),
    };
    isLate = !isAllTime(windowAfter(before, one));
    known = !isLate ? none : outdatedBy(told.followed, without(known, renames));
    own = one.following === null ? outdatedBy(told.renames, own) : none;
    return { takenAt: one.takenAt, ...told, outdated: known, keepsOthers: isLate };
  });
}

const marked = (renames: readonly Rename[], isLate: boolean): readonly ToldRename[] =>
  isLate ? renames.map((one) => ({ ...one, isLate })) : renames;

/** Renames as of what is known by now: of whoever has an outdated name it is told what they were called last. */
function untold(renames: readonly Rename[], outdated: OutdatedNames): readonly Rename[] {
  if (outdated.size === 0) return renames;
  return renames.flatMap((one) => {
    const isKnown = one.former.some((name) => outdated.has(name));
    if (one.isTold || !isKnown || isTooMany(one)) return [one];
    const was = new Set(one.former.flatMap((name) => outdated.get(name) ?? [name]));
    const is = new Set(one.present);
    const former = [...was].filter((name) => !is.has(name));
    const present = one.present.filter((name) => !was.has(name));
    if (former.length === 0 || present.length === 0) return [];
    const isUnclear = one.isUnclear || former.length !== present.length;
    return [{ former, present, ...(isUnclear && { isUnclear: true as const }) }];
  });
}

/** The outdated names, and those of people who have been renamed in the other list. */
function outdatedBy(renames: readonly Rename[], outdated: OutdatedNames): OutdatedNames {
  const nextOf = new Map<string, readonly string[]>();
  for (const one of renames)
    if (!isTooMany(one))
      for (const name of one.former)
        nextOf.set(name, one.isUnclear ? [name, ...one.present] : one.present);
  const found = new Map<string, readonly string[]>();
  const isFollowed = new Set<string>();
  for (const [old, names] of outdated) {
    const next = new Set(names.flatMap((name) => nextOf.get(name) ?? [name]));
    found.set(old, [...next].slice(0, mostNames));
    for (const name of names) isFollowed.add(name);
  }
  for (const [name, names] of nextOf) if (!isFollowed.has(name)) found.set(name, names);
  return found;
}

function without(outdated: OutdatedNames, renames: readonly Rename[]): OutdatedNames {
  if (outdated.size === 0) return outdated;
  const gone = new Set(renames.flatMap(({ former }) => former));
  return new Map([...outdated].filter(([name]) => !gone.has(name)));
}

/**
 * A list in which people are called as in the known list, where that has an old name of theirs. A name that nobody can tell
 * for sure stays.
 */
export function namedAsKnown(list: NameList, known: NameList, outdated: OutdatedNames): NameList {
  const oldNames = new Map<number, string>();
  for (const [old, [now = old, ...others]] of outdated) {
    if (others.length > 0 || placeOfUsername(known, old) < 0 || placeOfUsername(known, now) >= 0)
      continue;
    const place = placeOfUsername(list, now);
    if (place >= 0) oldNames.set(place, old);
  }
  if (oldNames.size === 0) return list;
  const renamed = Array.from(oldNames, ([place, username]) => ({
    username,
    since: list.since[place],
  }));
  return mergedLists([filterPeople(list, (at) => !oldNames.has(at)), nameListOf(renamed)]);
}
