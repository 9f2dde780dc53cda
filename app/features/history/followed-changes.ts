import { dayInSeconds } from "../../platform/values/durations.ts";
import { IndexList } from "../../platform/values/index-list.ts";
import {
  mergeLists,
  type NameList,
  peopleOf,
  pickPeople,
  unknownSince,
} from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import { mergedLists } from "../../platform/values/name-list-merge.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { placeOfUsername } from "./followed-through.ts";
import { allTime } from "./history.ts";
import { filterPeople } from "./known-list.ts";
import { exceptFor, renamedOneByOne } from "./same-people.ts";
import { secondsOf } from "./window.ts";

/** What changed between two exports in whom the subscriber follows, and in mutual follows. */
export interface FollowedChanges {
  /** Whom the subscriber has followed since. */
  followed: NameList;
  /** Whom they follow no more: they stopped, or the account is gone. */
  unfollowed: NameList;
  newFriends: NameList;
  /** Those who left, under their old name, and those who still follow, under their present one. */
  lostFriends: NameList;
}

/**
 * An export has everybody whom the subscriber follows, whatever range it was asked for. They are compared as followers are:
 * who has a new name keeps the second of the follow.
 * @param before whom they followed by the export before, which was taken at `takenBefore` (epoch milliseconds)
 * @param changes of the followers between the same two exports
 */
export function followedChanges({
  before,
  takenBefore,
  following,
  followers,
  changes,
}: {
  before: NameList;
  takenBefore: number;
  following: NameList;
  followers: NameList;
  changes: Changes;
}): FollowedChanges {
  const known = { list: before, takenAt: takenBefore, knownTime: [allTime] };
  const own = changesBetween(known, following, allTime).changes;
  const { followed, unfollowed } = withoutRenamed(own, changes);
  const cameToFollow = marksOf(followers, [changes.new, changes.returned]);
  const newlyFollowed = [followed, own.returned].map((list) =>
    exceptFor(list, renamedSince(before, list, changes)),
  );
  const isNewlyOne = marksOf(followers, [changes.new, changes.returned, ...newlyFollowed]);
  const isUnclear = marksOf(followers, [changes.unclear, own.unclear]);
  const isFollowed = marksOf(followers, [following]);
  const wasUnfollowed = marksOf(followers, [unfollowed, presentNamesOf(unfollowed, changes)]);
  const wasFollowed = marksOf(changes.lost, [before]);
  return {
    followed,
    unfollowed,
    newFriends: filterPeople(
      followers,
      (at) => isFollowed[at] === 1 && isNewlyOne[at] === 1 && isUnclear[at] === 0,
    ),
    lostFriends: mergedLists([
      filterPeople(changes.lost, (at) => wasFollowed[at] === 1),
      filterPeople(followers, (at) => wasUnfollowed[at] === 1 && cameToFollow[at] === 0),
    ]),
  };
}

const isIn = (list: NameList, name: string) => placeOfUsername(list, name) >= 0;

/**
 * Who is who of the followers who have a new name, by a second that one alone has or as the subscriber says.
 * @param list has the old name
 */
function renamesAmong(
  list: NameList,
  { former, renamed, told = [] }: Changes,
): (readonly [old: string, now: string])[] {
  const places = new IndexList();
  mergeLists(list, former, (index, place) => {
    if (index >= 0 && place >= 0) places.add(place);
  });
  const listed = [...peopleOf(pickPeople(former, places.finish()))];
  const newNameOf = listed.length > 0 ? renamedOneByOne({ former, renamed }) : () => undefined;
  const bySecond = listed.map(
    ({ username, since = unknownSince }) => [username, newNameOf(since) ?? ""] as const,
  );
  return [...told.filter(([old]) => isIn(list, old)), ...bySecond];
}

/** The names in `list` of followers who were in `before` under the name that they had: it may be somebody else's now. */
function renamedSince(before: NameList, list: NameList, changes: Changes): string[] {
  const isListed = marksOf(changes.renamed, [list]);
  const seconds = new Set(changes.renamed.since.filter((_, index) => isListed[index] === 1));
  const [former, renamed] = [changes.former, changes.renamed].map((people) =>
    filterPeople(people, (index) => seconds.has(people.since[index] ?? unknownSince)),
  ) as [NameList, NameList];
  return renamesAmong(before, { ...changes, former, renamed }).map(([, now]) => now);
}

/** Who is who among the followers is so here, too. */
function withoutRenamed(own: Changes, changes: Changes) {
  const same = renamesAmong(own.lost, changes).filter(([, now]) => isIn(own.new, now));
  return {
    followed: exceptFor(
      own.new,
      same.map(([, now]) => now),
    ),
    unfollowed: exceptFor(
      own.lost,
      same.map(([old]) => old),
    ),
  };
}

/** The present names of people of the list who follow under a new one. */
function presentNamesOf(list: NameList, { former, renamed, told = [] }: Changes): NameList {
  const isListed = marksOf(former, [list]);
  const wanted = new Set(former.since.filter((_, index) => isListed[index] === 1));
  const isTold = new Map(told.map(([old, now]) => [now, old]));
  const names = new Set(isTold.size > 0 ? Array.from(peopleOf(list), (one) => one.username) : []);
  return nameListOf(
    [...peopleOf(renamed)].filter(({ username, since = unknownSince }) => {
      const old = isTold.get(username);
      return old === undefined ? wanted.has(since) : names.has(old);
    }),
  );
}

/** Of each person of the list, 1 where they are in one of the others. */
function marksOf(list: NameList, others: readonly NameList[]): Uint8Array {
  const marks = new Uint8Array(list.size);
  for (const other of others)
    mergeLists(list, other, (index, place) => {
      if (index >= 0 && place >= 0) marks[index] = 1;
    });
  return marks;
}

/** Days up to which a request counts as so old; the last ones are older than all of them. */
export const waitingDays = [30, 90, 365] as const;

/**
 * For how long requests have been waiting.
 * @param takenAt epoch milliseconds of the export
 * @returns how many up to each of `waitingDays`, how many longer, and how many of which it is not known
 */
export function waitingOf({ since }: NameList, takenAt: number): number[] {
  const counts = [...waitingDays.map(() => 0), 0, 0];
  const now = secondsOf(takenAt);
  for (const second of since) {
    const days = (now - second) / dayInSeconds;
    const found = waitingDays.findIndex((most) => days <= most);
    const place = second === 0 ? waitingDays.length + 1 : found < 0 ? waitingDays.length : found;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
