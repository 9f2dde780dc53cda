import rates from "content:engagement-rates";
import { describe, expect, test } from "vitest";
import { analyzedPosts } from "~/features/analysis/posts";
import { figuresOf } from "~/features/analysis/rules/figures";
import { reachOf } from "~/features/analysis/rules/profile-document";
import type { PostFigures } from "~/features/export/export";
import type { ReadPost } from "~/features/history/account-reading";

const second = 1_777_593_600;
const day = 86_400;

const read = (daysAgo: number, more: Partial<ReadPost> = {}): ReadPost => ({
  id: `p${daysAgo}`,
  kind: "post",
  postedAt: (second - daysAgo * day) * 1_000,
  permalink: null,
  pictureUrl: null,
  likes: 10,
  comments: 2,
  figures: {},
  readAt: 1,
  commenters: [],
  ...more,
});
const exported = (daysAgo: number, more: Partial<PostFigures> = {}): PostFigures => ({
  kind: "post",
  postedAt: second - daysAgo * day,
  likes: 100,
  comments: 20,
  saves: 5,
  shares: 4,
  reach: 900,
  follows: 3,
  ...more,
});

const first = (insights: PostFigures[], ...posts: ReadPost[]) =>
  analyzedPosts(insights, { posts })[0];

describe("a post that both sources have", () => {
  const both = exported(1);
  test.each<[string, Partial<ReadPost>, Partial<PostFigures>, object]>([
    ["is the connection's", {}, {}, { likes: 10, comments: 2 }],
    ["has what only the export tells", {}, {}, { saves: 5, shares: 4, reach: 900, follows: 3 }],
    [
      "has what the connection's insights tell, before the export's",
      { figures: { reach: 1, saved: 2, shares: 3, follows: 4 } },
      {},
      { reach: 1, saves: 2, shares: 3, follows: 4 },
    ],
    [
      "hidden likes, told by the connection's insights",
      { likes: null, figures: { likes: 7 } },
      {},
      { likes: 7 },
    ],
    ["hidden likes, told by the export's insights", { likes: null }, {}, { likes: 100 }],
    ["hidden likes that nobody tells", { likes: null }, { likes: null }, { likes: null }],
    ["none at all is no hidden like", { likes: 0, comments: 0 }, {}, { likes: 0, comments: 0 }],
    [
      "a picture's time a second before the post's",
      {},
      { postedAt: both.postedAt - 1 },
      { saves: 5 },
    ],
    ["another second is another post", {}, { postedAt: both.postedAt + 1 }, { saves: null }],
    ["two seconds before are another post", {}, { postedAt: both.postedAt - 2 }, { saves: null }],
    ["stories are no posts", {}, { kind: "story" }, { saves: null }],
  ])("%s", (_, reading, insight, expected) => {
    expect(first([{ ...both, ...insight }], read(1, reading))).toMatchObject(expected);
  });

  test("an insight of the second before belongs to the post of that second", () => {
    const early = read(2, { postedAt: (both.postedAt - 1) * 1_000 });
    const posts = analyzedPosts([{ ...both, postedAt: both.postedAt - 1 }], {
      posts: [read(1), early],
    });
    expect(posts.map(({ saves }) => saves)).toEqual([null, 5]);
  });
});

test("with a connection, exactly its posts count: newest first, and without those that only an export has", () => {
  const posts = analyzedPosts([exported(3), exported(5)], { posts: [read(4), read(1)] });
  expect(posts.map(({ postedAt }) => (second - postedAt) / day)).toEqual([1, 4]);
  expect(analyzedPosts([exported(3)], { posts: [] })).toEqual([]);
  expect(analyzedPosts([exported(3)])).toHaveLength(1);
});

describe("the figures of a connection", () => {
  const unlabelled = exported(1, {
    likes: null,
    comments: null,
    unlabelled: ["likes", "comments"],
  });
  const of = (posts: ReadPost[]) =>
    figuresOf({
      posts: analyzedPosts([unlabelled], { posts }),
      isConnected: true,
      counts: [{ at: second, followers: 100 }],
      rates,
    });

  test.each<[string, ReadPost[], object]>([
    [
      "hidden likes are in no average",
      [read(1), read(2, { likes: null }), read(3, { likes: 30 })],
      { analyzed: 3, unknownLikes: 1, likes: { total: 40, average: 20 }, comments: { total: 6 } },
    ],
    [
      "all hidden",
      [read(1, { likes: null })],
      { unknownLikes: 1, likes: { note: "likes-hidden" }, comments: { total: 2, average: 2 } },
    ],
    [
      "never posted",
      [],
      {
        analyzed: 0,
        likes: { total: 0, average: null },
        comments: { total: 0, average: null },
        engagement: undefined,
      },
    ],
    [
      "comments that Instagram does not tell",
      [read(1, { comments: null })],
      { comments: { note: "needs-insights" } },
    ],
    [
      "nine posts are not rated",
      Array.from({ length: 9 }, (_, at) => read(at)),
      { engagement: undefined },
    ],
    ["ten are", Array.from({ length: 10 }, (_, at) => read(at)), { engagement: { percent: 12 } }],
  ])("%s", (_, posts, expected) => {
    expect(of(posts)).toMatchObject(expected);
  });
});

describe("reach", () => {
  const readAt = second * 1_000;
  const at = (daysBefore: number, reach: number) => ({
    endsAt: readAt - daysBefore * day * 1_000,
    reach,
  });
  test.each<[string, { endsAt: number; reach: number }[], object | undefined]>([
    ["nothing is told", [], undefined],
    ["nothing of the last 30 days", [at(30, 9), at(60, 9)], undefined],
    ["an average, never a sum", [at(29, 10), at(3, 20), at(2, 60)], { averagePerDay: 30, days: 3 }],
    [
      "days that Instagram has not finished are in no average",
      [...Array.from({ length: 28 }, (_, n) => at(29 - n, 300)), at(1, 0), at(0, 0)],
      { averagePerDay: 300, days: 28 },
    ],
    ["where no other is known, they are", [at(1, 20), at(0, 0)], { averagePerDay: 10, days: 2 }],
    ["nobody was reached", [at(1, 0)], { averagePerDay: 0, days: 1 }],
  ])("%s", (_, reach, expected) => {
    expect(reachOf({ readAt, reach })).toEqual(expected);
  });
});

describe("a post and a reel of one second", () => {
  const post = exported(1, { likes: 10, comments: null });
  const reelLike = (of: Partial<PostFigures>): PostFigures => ({ ...post, kind: "reel", ...of });
  const none = {
    likes: null,
    comments: null,
    saves: null,
    shares: null,
    reach: null,
    follows: null,
  };

  test.each<[string, PostFigures, PostFigures, object[]]>([
    ["other likes", post, reelLike({ likes: 500 }), [{ likes: 10 }, { likes: 500 }]],
    [
      "the same likes, read at two moments",
      post,
      reelLike({ comments: 3, reach: 901 }),
      [{ likes: 10, comments: 3, reach: 900 }],
    ],
    [
      "the same reach, where one lacks its likes",
      { ...post, likes: null },
      reelLike({ likes: 7 }),
      [{ likes: 7, saves: 5 }],
    ],
    [
      "no figure that both have",
      { ...post, ...none, saves: 5 },
      reelLike({ ...none, likes: 7 }),
      [
        { saves: 5, likes: null },
        { likes: 7, saves: null },
      ],
    ],
    [
      "nothing but noughts",
      { ...post, ...none, saves: 0 },
      reelLike({ ...none, saves: 0 }),
      [{ saves: 0 }, { saves: 0 }],
    ],
  ])("have %s", (_, one, other, expected) => {
    const all = analyzedPosts([one, other]);
    expect(all).toHaveLength(expected.length);
    expect(all).toMatchObject(expected);
  });

  const both = [read(1, { likes: null }), read(1, { kind: "reel", likes: null })];
  test.each<[string, PostFigures[], ReadPost[], object[]]>([
    [
      "of both",
      [post, reelLike({ likes: 500, saves: 9 })],
      both,
      [{ likes: 10 }, { likes: 500, saves: 9 }],
    ],
    [
      "of one of them alone",
      [reelLike({ likes: 500, saves: 9 })],
      both,
      [
        { likes: null, saves: null },
        { likes: 500, saves: 9 },
      ],
    ],
    [
      "of the second before",
      [{ ...post, postedAt: post.postedAt - 1 }, reelLike({ likes: 500 })],
      both,
      [{ likes: 10 }, { likes: 500 }],
    ],
    [
      "of what is a reel in one and a post in the other",
      [reelLike({ likes: 500 })],
      [read(1, { likes: null })],
      [{ likes: 500 }],
    ],
  ])("that the connection gave have the figures %s", (_, insights, posts, expected) => {
    expect(analyzedPosts(insights, { posts })).toMatchObject(expected);
  });
});

test("a post that an export has twice is one, with what either entry tells", () => {
  const twice = [exported(1, { likes: null, reach: 7 }), exported(2), exported(1, { reach: 8 })];
  expect(analyzedPosts(twice)).toMatchObject([{ likes: 100, reach: 7 }, {}]);
});
