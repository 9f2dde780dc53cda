import { expect, test } from "vitest";
import { categoriesOf } from "~/features/analysis/categories";
import { audienceMeasures } from "~/features/analysis/rules/audience-measures";
import { changesBetween } from "~/features/history/changes";
import { allTime } from "~/features/history/history";
import type { NameList } from "~/platform/values/name-list";
import { listOf, manyFrom } from "../../history/rules/lists";

const day = 86_400;
const takenAt = 1_777_593_600;
const takenBefore = takenAt - 40 * day;

function measured(
  followers: NameList,
  more: {
    following?: NameList;
    pendingRequests?: NameList;
    before?: NameList;
    coversAll?: boolean;
  },
) {
  const { following, pendingRequests, before, coversAll = true } = more;
  const known = before && { list: before, takenAt: takenBefore * 1_000, knownTime: [allTime] };
  const categories = categoriesOf({
    followers,
    takenAt: takenAt * 1_000,
    coversAll,
    following,
    pendingRequests,
    changes: known && changesBetween(known, followers, allTime).changes,
    commenters: { note: "needs-connection" },
    hasWholeComments: false,
  });
  return audienceMeasures({
    categories,
    followers,
    coversAll,
    following,
    takenAt,
    takenBefore: before && takenBefore,
    newcomers: undefined,
  });
}

test("who is followed, and who follows back", () => {
  // f1 to f60 follow each other with the subscriber; f61 to f90 are followed only.
  const followers = manyFrom("f", 60, takenAt - 200 * day, day);
  const following = manyFrom("f", 90, takenAt - 900 * day, day);
  expect(measured(followers, { following })).toMatchObject({
    following: 90,
    notBack: 30,
    notBackPercent: (30 / 90) * 100,
    longFollowed: 50,
    longFollowedNotBack: 0,
    loyal: 50,
    loyalFans: 0,
    recentFans: 0,
  });
  const few = measured(followers, { following: listOf({ f1: 1, f60: 2 }) });
  expect([few.loyal, few.loyalFans, few.longFollowed]).toEqual([50, 49, undefined]);
});

test("those who came in the last 30 days and are not followed back", () => {
  const followers = listOf({
    late: takenAt - day,
    friend: takenAt - day,
    early: takenAt - 31 * day,
    unknown: null,
  });
  expect(measured(followers, { following: listOf({ friend: 5 }) }).recentFans).toBe(1);
});

test("of a part of the time, nothing is said about who does not follow back", () => {
  const lists = { following: manyFrom("x", 90, takenAt - 900 * day, day), coversAll: false };
  const measures = measured(listOf({ a: takenAt }), lists);
  expect([measures.notBack, measures.notBackPercent, measures.longFollowedNotBack]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("of a part of the time, nobody is said to have followed longest", () => {
  const followers = manyFrom("f", 60, takenAt - 200 * day, day);
  const lists = { following: listOf({ f1: 1 }) };
  expect(measured(followers, lists)).toMatchObject({ loyal: 50, loyalFans: 49 });
  const { loyal, loyalFans, recentFans } = measured(followers, { ...lists, coversAll: false });
  expect([loyal, loyalFans, recentFans]).toEqual([undefined, undefined, 0]);
});

test("what changed", () => {
  const before = listOf({
    soon: takenAt - 29 * day,
    later: takenAt - 31 * day,
    year: takenBefore - 364 * day,
    longest: takenBefore - 366 * day,
    unknown: null,
    again: takenAt - 500 * day,
  });
  const followers = listOf({
    again: takenAt - 3 * day,
    back: takenAt - 400 * day,
    fresh: takenAt - 4 * day,
    fresher: takenAt - 2 * day,
  });
  expect(measured(followers, { before })).toMatchObject({
    daysBetween: 40,
    new: 2,
    lost: 5,
    netLost: 3,
    netWon: -3,
    lostSoon: 1,
    lostSoonPercent: 20,
    lostLong: 1,
    returned: 1,
    refollowed: 1,
  });
  expect(measured(followers, {}).lost).toBeUndefined();
});

test("requests older than 90 days", () => {
  const pendingRequests = listOf({ a: takenAt - 91 * day, b: takenAt - 89 * day, c: null });
  expect(measured(listOf({}), { pendingRequests }).oldRequests).toBe(1);
  expect(measured(listOf({}), {}).oldRequests).toBeUndefined();
});
