import rates from "content:engagement-rates";
import rules from "content:recommendations";
import { describe, expect, test } from "vitest";
import { builtInProfile } from "~/features/analysis/built-in-profile";
import { categoriesOf } from "~/features/analysis/categories";
import type { PostFigures } from "~/features/export/export";
import { foldImports } from "~/features/history/fold";
import { allTime, type ImportLists } from "~/features/history/history";
import { inOrderOfTime } from "~/features/history/import";
import { newcomersOf } from "~/features/history/newcomers";
import { coversAll } from "~/features/history/window";
import { emptyNameList, type NameList } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";
import { listOf, manyFrom } from "../../history/rules/lists";

const day = 86_400;
const start = 1_770_000_000;

interface Sent {
  on: number;
  followers: NameList;
  lists?: Partial<ImportLists>;
  window?: { from: number; to: number };
}

const importsOf = (sent: Sent[]) =>
  sent
    .map(({ on, window = allTime }, index) => ({
      id: String(index),
      takenAt: (start + on * day) * 1_000,
      startedAt: 0,
      account: "ana",
      window,
    }))
    .sort(inOrderOfTime);

async function profileOf(...sent: Sent[]) {
  const imports = importsOf(sent);
  const followersOf = async (id: string) => sent[Number(id)]?.followers ?? emptyNameList;
  const fold = await foldImports(imports, followersOf);
  const last = imports.at(-1);
  if (!fold || !last) throw new Error("no import");
  const newest = {
    following: undefined,
    pendingRequests: undefined,
    postTimes: [],
    insights: undefined,
    ...sent[Number(last.id)]?.lists,
  };
  const categories = categoriesOf({
    followers: fold.known.list,
    takenAt: last.takenAt,
    coversAll: coversAll(imports),
    following: newest.following,
    pendingRequests: newest.pendingRequests,
    changes: fold.changes,
    commenters: { note: "needs-connection" },
    hasWholeComments: false,
  });
  const counts = imports.map(({ id, takenAt }) => ({
    at: takenAt / 1_000,
    followers: sent[Number(id)]?.followers.size ?? 0,
  }));
  return builtInProfile({
    exports: { imports, fold, newest, counts, followersOf, free: () => {} },
    reading: undefined,
    categories,
    content: { rules, rates },
    timeZone: null,
    now: 1_780_000_000_000,
  });
}

describe("the profile (docs/product.md#profile-document and docs/product.md#sources)", () => {
  test("of a single list of followers", async () => {
    const none = { totalValue: null, items: [] };
    const unknown = { ...none, note: "needs-following" };
    expect(await profileOf({ on: 100, followers: listOf({ ben: start + 90 * day }) })).toEqual({
      _source: "built-in",
      _insights: { status: "completed", recommendations: [] },
      _updatedAt: new Date(1_780_000_000_000),
      _takenAt: new Date((start + 100 * day) * 1_000),
      _sources: {
        export: { takenAt: new Date((start + 100 * day) * 1_000), account: "ana" },
        connection: null,
      },
      _notes: {
        lostFollowers: "needs-second-export",
        secretFans: "needs-connection",
        inactiveFollowers: "needs-connection",
        friends: "needs-following",
        fans: "needs-following",
        notFollowingBack: "needs-following",
        renamed: "needs-second-export",
        returned: "needs-second-export",
        refollowed: "needs-second-export",
        pendingRequests: "needs-export",
        likes: "needs-insights",
        comments: "needs-insights",
      },
      _followed: {
        followedByYou: unknown,
        unfollowedByYou: unknown,
        newFriends: unknown,
        lostFriends: unknown,
      },
      _calculatedData: {
        audience: {
          lostFollowers: none,
          newFollowers: { totalValue: 1, items: [{ username: "ben" }] },
          secretFans: none,
          inactiveFollowers: none,
          friends: none,
          fans: none,
          notFollowingBack: none,
          renamed: none,
          returned: none,
          refollowed: none,
          pendingRequests: none,
        },
        other: { likes: none, comments: none },
      },
      topPosts: { mostLikedPosts: [], mostCommentedPosts: [] },
      userEngagement: {
        engagementRate: null,
        averageLikesPerPost: null,
        averageCommentsPerPost: null,
        reach: null,
      },
      overviewStatistics: { totalPostsAnalyzed: null, postsWithHiddenLikes: 0 },
    });
  });

  test("counts everybody and holds 200 of them, those who matter first", async () => {
    const { _calculatedData, _notes } = await profileOf({
      on: 100,
      followers: manyFrom("f", 500, start, 60),
      lists: { following: emptyNameList },
    });
    const { fans, friends } = _calculatedData.audience;
    expect(fans.totalValue).toBe(500);
    expect(fans.items).toHaveLength(200);
    expect(fans.items[0]).toEqual({ username: "f500" });
    expect(friends).toEqual({ totalValue: 0, items: [] });
    expect(_notes).not.toHaveProperty("fans");
  });

  test("of insights, with the figures and what follows from them", async () => {
    const insights = Array.from(
      { length: 12 },
      (_, index): PostFigures => ({
        kind: "post",
        postedAt: start + (index + 1) * day,
        likes: 90 + index,
        comments: 10,
        saves: null,
        shares: null,
        reach: null,
        follows: null,
      }),
    );
    const profile = await profileOf({
      on: 100,
      followers: manyFrom("f", 1_000, start, 60),
      lists: { insights },
    });
    expect(profile.userEngagement).toEqual({
      engagementRate: { status: "Excellent", cell: 5 },
      averageLikesPerPost: 95.5,
      averageCommentsPerPost: 10,
      reach: null,
    });
    expect(profile._calculatedData.other.likes).toEqual({ totalValue: 1_146, items: [] });
    expect(profile.overviewStatistics.totalPostsAnalyzed).toBe(12);
    expect(profile.topPosts.mostLikedPosts[0]).toEqual({
      postPicUrl: null,
      count: 101,
      date: new Date((start + 12 * day) * 1_000),
      user: "ana",
    });
    expect(profile._insights.recommendations).toEqual([
      expect.stringMatching(/^Your last post was 88 days before this export\. /),
      expect.stringMatching(/^The likes and comments of your usual post come to 11% of /),
    ]);
  });

  test("says nothing of the last posts where its range ended weeks before it was taken", async () => {
    const postTimes = Array.from({ length: 12 }, (_, index) => start + index * day);
    const profile = await profileOf({
      on: 60,
      followers: manyFrom("f", 30, start, 3_600),
      window: { from: 0, to: start + 20 * day },
      lists: { postTimes },
    });
    expect(profile._insights.recommendations.join()).not.toContain("before this export");
  });

  test("of two exports, says who came back and whom the subscriber never followed back", async () => {
    const first = manyFrom("f", 60, start, 3_600);
    const second = nameListOf([
      ...Array.from({ length: 60 }, (_, index) => ({
        username: `f${index + 1}`,
        since: start + index * 3_600,
      })),
      { username: "back", since: start + 5 },
    ]);
    const { _insights } = await profileOf(
      { on: 40, followers: first },
      {
        on: 100,
        followers: second,
        lists: {
          following: emptyNameList,
          pendingRequests: listOf({ old: start, young: start + 50 * day }),
        },
      },
    );
    expect(_insights.recommendations.map((sentence) => sentence.slice(0, 60))).toEqual([
      "Of the 50 people who have followed you longest, you do not f",
      "1 person who had disappeared is among your followers again. ",
      "1 of your requests to follow somebody is older than 90 days ",
    ]);
  });

  test("after an export of part of the time, no number of days is said of those who left", async () => {
    const sentences = async (window: { from: number; to: number }) => {
      const { _insights } = await profileOf(
        { on: 40, followers: manyFrom("f", 60, start, 3_600) },
        {
          on: 100,
          followers: window === allTime ? manyFrom("f", 60, start, 3_600) : emptyNameList,
          window,
        },
        { on: 130, followers: manyFrom("f", 30, start, 3_600) },
      );
      return _insights.recommendations.join(" ");
    };
    expect(await sentences(allTime)).toContain("In 30 days, 30 people left");
    expect(await sentences({ ...allTime, from: start + 70 * day })).not.toContain("people left");
  });

  test("by an export of part of the time, nobody is said to have stayed who followed before it", async () => {
    const grown = nameListOf(
      Array.from({ length: 60 }, (_, index) => ({
        username: `f${index + 1}`,
        since: start + (index < 20 ? index : 70 * day + index),
      })),
    );
    const sentences = async (window: { from: number; to: number }) =>
      (
        await profileOf(
          { on: 60, followers: manyFrom("f", 20, start, 1) },
          { on: 91, followers: grown, window },
        )
      )._insights.recommendations.join(" ");
    expect(await sentences(allTime)).toContain("In 31 days, 40 people came");
    expect(await sentences({ ...allTime, from: start + 61 * day })).not.toContain("people came");
  });
});

describe("how many of the new ones stay", () => {
  const monthBefore = (on: number) => start + (on - 15) * day;
  const came = (count: number, on: number, left = 0) =>
    manyFrom("n", count - left, monthBefore(on), 60);

  const newcomers = async (...sent: Sent[]) => {
    const imports = importsOf(sent);
    const asked: string[] = [];
    const followersOf = async (id: string) => {
      asked.push(id);
      return sent[Number(id)]?.followers ?? emptyNameList;
    };
    const fold = await foldImports(imports, followersOf);
    asked.length = 0;
    const found = fold && (await newcomersOf(imports, fold.known, followersOf, () => {}));
    return { found, asked: asked.join(" ") };
  };

  test("is told from the newest export of at least 30 days before", async () => {
    expect(
      await newcomers(
        { on: 20, followers: came(5, 20) },
        { on: 60, followers: came(40, 60) },
        { on: 80, followers: came(40, 60, 2) },
        { on: 90, followers: came(40, 60, 10) },
      ),
    ).toEqual({ found: { came: 40, stayed: 30 }, asked: "1" });
  });

  test("who has another name stayed, who came earlier does not count", async () => {
    const at = monthBefore(60);
    expect(
      await newcomers(
        { on: 60, followers: listOf({ ana: at, ben: at + 1, old: start - 90 * day }) },
        { on: 90, followers: listOf({ anna: at, old: start - 90 * day }) },
      ),
    ).toMatchObject({ found: { came: 2, stayed: 1 } });
  });

  test.each<[string, Sent[]]>([
    ["a single export", [{ on: 60, followers: came(40, 60) }]],
    [
      "29 days",
      [
        { on: 60, followers: came(40, 60) },
        { on: 89, followers: came(40, 60) },
      ],
    ],
    [
      "a range that does not cover the month",
      [
        { on: 60, followers: came(40, 60) },
        { on: 95, followers: came(4, 95), window: { from: start + 65 * day, to: 1e12 } },
      ],
    ],
  ])("nothing is told of %s", async (_, sent) => {
    expect(await newcomers(...sent)).toEqual({ found: undefined, asked: "" });
  });
});
