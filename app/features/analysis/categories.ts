import { day } from "../../platform/values/durations.ts";
import { IndexList } from "../../platform/values/index-list.ts";
import { mergeLists, type NameList } from "../../platform/values/name-list.ts";
import { newestFirst, oldestFirst } from "../../platform/values/order.ts";
import { type Changes, oldNamesTold } from "../history/changes.ts";
import { type Commenters, isKnown, reactingPeople } from "../history/commenters.ts";
import { followedChanges } from "../history/followed-changes.ts";
import type { CategoryResult, ComputedCategory, Note } from "../history/history.ts";
import { namedAsKnown, type OutdatedNames } from "../history/renamed-in.ts";
import { secondsOf } from "../history/window.ts";
import { audienceKeys, builtInKeys, type FollowedKey, followedKeys } from "./profile.ts";

/** The categories of people of docs/product.md#profile-document and docs/product.md#categories. */
export const peopleCategories = [...audienceKeys, ...builtInKeys] as const;
export type PeopleCategory = (typeof peopleCategories)[number];

/** With a single export, those who came in its last 30 days are new (docs/product.md#categories). Milliseconds. */
export const newFor = 30 * day;

const note = (reason: Note): CategoryResult => ({ note: reason });
const newest = (people: NameList, indices?: Uint32Array<ArrayBuffer>): ComputedCategory => ({
  people,
  order: newestFirst(people, indices),
});
const longest = (people: NameList, indices?: Uint32Array<ArrayBuffer>): ComputedCategory => ({
  people,
  order: oldestFirst(people, indices),
});

/**
 * Every category from what is known.
 * @param followers the known list after the newest import
 * @param takenAt of the newest import, in epoch milliseconds
 * @param coversAll whether all follows up to the newest import are known: who followed at a time that no export covers
 *   may well follow back
 * @param following of the newest import
 * @param pendingRequests of the newest import
 * @param changes of the last two imports, undefined with a single one
 * @param commenters of the connection
 * @param hasWholeComments whether all comments of some posts are known: who is silent is told of these
 * @param earlier the import before it: when it was taken, and whom the subscriber followed then
 * @param outdated names under which the known list still has people who are called otherwise by now
 */
export function categoriesOf(known: {
  followers: NameList;
  takenAt: number;
  coversAll: boolean;
  following: NameList | undefined;
  pendingRequests: NameList | undefined;
  changes: Changes | undefined;
  commenters: Commenters;
  hasWholeComments: boolean;
  earlier?: { takenAt: number; following: NameList | undefined } | undefined;
  outdated?: OutdatedNames | undefined;
}): Record<PeopleCategory, CategoryResult> {
  const { followers, following, pendingRequests, changes, commenters, outdated } = known;
  const asKnown = (list: NameList) => (outdated ? namedAsKnown(list, followers, outdated) : list);
  const fromChanges = (category: (changes: Changes) => ComputedCategory) =>
    changes ? category(changes) : note("needs-second-export");
  return {
    lostFollowers: fromChanges(({ lost }) => longest(lost)),
    newFollowers: changes ? newest(changes.new) : lateFollowers(followers, known.takenAt),
    ...reactingPeople(
      followers,
      isKnown(commenters) ? asKnown(commenters) : commenters,
      known.coversAll,
      known.hasWholeComments,
    ),
    ...mutual({ ...known, following: following && asKnown(following) }),
    renamed: fromChanges(({ renamed, former, told }) => ({
      ...newest(renamed),
      former,
      ...oldNamesTold(told),
    })),
    returned: fromChanges(({ returned }) => newest(returned)),
    refollowed: fromChanges(({ refollowed }) => newest(refollowed)),
    pendingRequests: pendingRequests ? longest(pendingRequests) : note("needs-export"),
    ...followedCategories(known),
  };
}

/** Whom the subscriber followed and stopped following between the last two exports, and what became of mutual follows. */
function followedCategories({
  followers,
  following,
  changes,
  earlier,
}: Parameters<typeof categoriesOf>[0]): Record<FollowedKey, CategoryResult> {
  if (!following || !changes || !earlier?.following) {
    return allMissing(followedKeys, following ? "needs-second-export" : "needs-following");
  }
  const found = followedChanges({
    before: earlier.following,
    takenBefore: earlier.takenAt,
    following,
    followers,
    changes,
  });
  return {
    followedByYou: newest(found.followed),
    unfollowedByYou: longest(found.unfollowed),
    newFriends: newest(found.newFriends),
    lostFriends: longest(found.lostFriends),
  };
}

/** Every category where there is a connection and no export. */
export function categoriesWithoutExport(
  commenters: Commenters,
): Record<PeopleCategory, CategoryResult> {
  const all = allMissing(peopleCategories, "needs-export");
  return isKnown(commenters)
    ? all
    : { ...all, secretFans: commenters, inactiveFollowers: commenters };
}

const allMissing = <Key extends PeopleCategory>(keys: readonly Key[], reason: Note) =>
  Object.fromEntries(keys.map((key) => [key, note(reason)])) as Record<Key, CategoryResult>;

function lateFollowers(followers: NameList, takenAt: number): ComputedCategory {
  const from = secondsOf(takenAt - newFor);
  const late = new IndexList();
  for (let index = 0; index < followers.size; index += 1)
    if ((followers.since[index] ?? 0) >= from) late.add(index);
  return newest(followers, late.finish());
}

function mutual({
  followers,
  following,
  coversAll,
}: {
  followers: NameList;
  following: NameList | undefined;
  coversAll: boolean;
}): Record<"friends" | "fans" | "notFollowingBack", CategoryResult> {
  if (!following) return allMissing(["friends", "fans", "notFollowingBack"], "needs-following");
  const friends = new IndexList();
  const fans = new IndexList();
  const notBack = new IndexList();
  mergeLists(followers, following, (follower, followed) => {
    if (followed < 0) fans.add(follower);
    else if (follower < 0) notBack.add(followed);
    else friends.add(follower);
  });
  return {
    friends: newest(followers, friends.finish()),
    fans: newest(followers, fans.finish()),
    notFollowingBack: coversAll ? longest(following, notBack.finish()) : note("needs-export"),
  };
}
