import { describe, expect, test } from "vitest";
import { categoriesOf, type PeopleCategory } from "~/features/analysis/categories";
import { changesBetween } from "~/features/history/changes";
import { allTime, type CategoryResult } from "~/features/history/history";
import { inDisplayOrder, listOf, recordOf } from "../../history/rules/lists";

const day = 86_400;
const takenAt = 200 * day * 1_000;
type People = Record<string, number | null>;

const shown = (result: CategoryResult) =>
  "note" in result ? result.note : inDisplayOrder(result).join(" ");

function shownOf(parts: {
  followers: People;
  following?: People;
  pendingRequests?: People;
  before?: People;
  coversAll?: boolean;
}): Record<PeopleCategory, string> {
  const { followers, following, pendingRequests, before, coversAll = true } = parts;
  const known = before && {
    list: listOf(before),
    takenAt: 100 * day * 1_000,
    knownTime: [allTime],
  };
  const categories = categoriesOf({
    followers: listOf(followers),
    takenAt,
    coversAll,
    following: following && listOf(following),
    pendingRequests: pendingRequests && listOf(pendingRequests),
    changes: known && changesBetween(known, listOf(followers), allTime).changes,
    commenters: { note: "needs-connection" },
    hasWholeComments: false,
  });
  return Object.fromEntries(
    Object.entries(categories).map(([key, result]) => [key, shown(result)]),
  ) as Record<PeopleCategory, string>;
}

describe("a single export", () => {
  const followers = {
    ana: 1 * day,
    late: 170 * day,
    earlier: 170 * day - 1,
    today: 200 * day,
    unknown: null,
  };

  test("without anything else", () => {
    expect(shownOf({ followers })).toEqual({
      lostFollowers: "needs-second-export",
      newFollowers: "today late",
      secretFans: "needs-connection",
      inactiveFollowers: "needs-connection",
      friends: "needs-following",
      fans: "needs-following",
      notFollowingBack: "needs-following",
      renamed: "needs-second-export",
      returned: "needs-second-export",
      refollowed: "needs-second-export",
      pendingRequests: "needs-export",
      followedByYou: "needs-following",
      unfollowedByYou: "needs-following",
      newFriends: "needs-following",
      lostFriends: "needs-following",
    });
  });

  test("with following and requests", () => {
    const following = { ana: 5, today: 6, zoe: 9, yan: 8, xaver: null };
    expect(
      shownOf({ followers, following, pendingRequests: { b: 2, a: 1, c: null } }),
    ).toMatchObject({
      friends: "today ana",
      fans: "late earlier unknown",
      notFollowingBack: "yan zoe xaver",
      pendingRequests: "a b c",
    });
  });

  test("of a part of the time only, nobody is said not to follow back", () => {
    expect(shownOf({ followers, following: { ana: 5, zoe: 9 }, coversAll: false })).toMatchObject({
      friends: "ana",
      fans: "today late earlier unknown",
      notFollowingBack: "needs-export",
    });
  });

  test("empty lists are counts, not gaps", () => {
    expect(shownOf({ followers: {}, following: {}, pendingRequests: {} })).toMatchObject({
      newFollowers: "",
      friends: "",
      fans: "",
      notFollowingBack: "",
      pendingRequests: "",
    });
  });
});

test("two exports", () => {
  const before = {
    short: 50 * day,
    long: 2 * day,
    unknown: null,
    old: 7 * day,
    older: 6 * day,
    twice: 5,
    also: 5,
  };
  const followers = {
    name: 7 * day,
    namer: 6 * day,
    back: 3 * day,
    again: 4 * day,
    fresh: 120 * day,
    fresher: 130 * day,
    unknown2: null,
    twice: 150 * day,
    also: 151 * day,
  };
  expect(shownOf({ followers, before })).toMatchObject({
    lostFollowers: "long short unknown",
    newFollowers: "fresher fresh unknown2",
    renamed: "name namer",
    returned: "again back",
    refollowed: "also twice",
  });
});

test("the renamed carry the names that they may have had", () => {
  const known = { list: listOf({ a: 5, b: 5, c: 6 }), takenAt, knownTime: [allTime] };
  const followers = listOf({ x: 5, y: 5, z: 6 });
  const { renamed } = categoriesOf({
    followers,
    takenAt,
    coversAll: true,
    following: undefined,
    pendingRequests: undefined,
    changes: changesBetween(known, followers, allTime).changes,
    commenters: { note: "needs-connection" },
    hasWholeComments: false,
  });
  expect("former" in renamed && renamed.former && recordOf(renamed.former)).toEqual({
    a: 5,
    b: 5,
    c: 6,
  });
});
