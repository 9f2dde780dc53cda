import rates from "content:engagement-rates";
import { describe, expect, test } from "vitest";
import { readFiles } from "#tests/features/export/rules/reading";
import { countsOfExports } from "~/features/analysis/account-sources";
import type { KnownCount } from "~/features/analysis/engagement";
import { analyzedPosts } from "~/features/analysis/posts";
import { figuresOf } from "~/features/analysis/rules/figures";
import type { PostFigures } from "~/features/export/export";
import { allTime } from "~/features/history/history";
import { firstTurnover } from "~/features/history/turnover";

const day = 86_400;
const now = 1_777_593_600;

/** A post of so many days ago. */
const post = (daysAgo: number, more: Partial<PostFigures> = {}): PostFigures => ({
  kind: "post",
  postedAt: now - daysAgo * day,
  likes: 10,
  comments: 2,
  saves: null,
  shares: null,
  reach: null,
  follows: null,
  ...more,
});
const posts = (count: number, more: (index: number) => Partial<PostFigures> = () => ({})) =>
  Array.from({ length: count }, (_, index) => post(index, more(index)));

const figures = (insights: PostFigures[] | undefined, { counts = [] as KnownCount[] } = {}) =>
  figuresOf({
    posts: analyzedPosts(insights),
    isConnected: false,
    counts,
    rates,
  });

describe("likes and comments", () => {
  test("are totals and averages over the latest 200 posts and reels", () => {
    const insights = [
      ...posts(199, () => ({ likes: 3, comments: 1 })),
      post(200, { kind: "reel", likes: 203, comments: 0 }),
      post(0.5, { kind: "story", likes: 5_000 }),
      post(0.5, { kind: "live", likes: 5_000 }),
      post(900, { likes: 1e6, comments: 1e6 }),
    ];
    expect(figures(insights)).toMatchObject({
      analyzed: 200,
      likes: { total: 800, average: 4 },
      comments: { total: 199, average: 199 / 200 },
    });
  });

  test("likes that are not known are left out of the average", () => {
    const insights = posts(4, (index) => ({ likes: index === 0 ? null : index * 10 }));
    expect(figures(insights).likes).toEqual({ total: 60, average: 20 });
  });

  test.each<[string, PostFigures[] | undefined, unknown, unknown, number | null]>([
    ["no insights", undefined, "needs-insights", "needs-insights", null],
    ["insights without a post", [], "needs-insights", "needs-insights", null],
    [
      "insights of stories only",
      [post(1, { kind: "story", likes: null, unlabelled: ["likes", "comments"] })],
      "needs-insights",
      "needs-insights",
      null,
    ],
    [
      "no known label",
      [post(1, { likes: null, comments: null, unlabelled: ["likes", "comments"] })],
      "unknown-labels",
      "unknown-labels",
      1,
    ],
    [
      "all likes hidden",
      posts(3, () => ({ likes: null })),
      "likes-hidden",
      { total: 6, average: 2 },
      3,
    ],
    [
      "no comments",
      posts(3, () => ({ comments: null })),
      { total: 30, average: 10 },
      "needs-insights",
      3,
    ],
    [
      "labels of some unknown",
      posts(3, (index) => (index ? { likes: index } : { likes: null, unlabelled: ["likes"] })),
      "unknown-labels",
      { total: 6, average: 2 },
      3,
    ],
    [
      "one without a known label, told by another entry of the post",
      [post(1), post(1, { likes: null, unlabelled: ["likes"] })],
      { total: 10, average: 10 },
      { total: 2, average: 2 },
      1,
    ],
    [
      "nobody liked",
      [post(1, { likes: 0, comments: 0 })],
      { total: 0, average: 0 },
      { total: 0, average: 0 },
      1,
    ],
  ])("%s", (_, insights, likes, comments, analyzed) => {
    const noted = (value: unknown) => (typeof value === "string" ? { note: value } : value);
    const found = figures(insights);
    expect(found.likes).toEqual(noted(likes));
    expect(found.comments).toEqual(noted(comments));
    expect(found.analyzed).toBe(analyzed);
  });
});

/** A file of insights with an entry for each of these maps of labels. */
const file = (name: string, entries: Record<string, string>[]) => ({
  name: `past_instagram_insights/${name}.json`,
  bytes: JSON.stringify({
    [`organic_insights_${name}`]: entries.map((values, index) => ({
      media_map_data: { "Media Thumbnail": { creation_timestamp: now - index * day } },
      string_map_data: Object.fromEntries(
        Object.entries(values).map(([label, value]) => [label, { value }]),
      ),
    })),
  }),
});

test.each<[string, ReturnType<typeof file>[], object]>([
  [
    "of a story",
    [
      file("posts", [
        { Likes: "--", Comments: "1" },
        ...Array(11).fill({ Likes: "10", Comments: "1" }),
      ]),
      file("stories", [{ Likes: "1", "Sticker taps": "2" }]),
    ],
    { likes: { total: 110, average: 10 }, comments: { total: 12, average: 1 } },
  ],
  [
    "beside a value that is no count",
    [
      file("posts", [
        { Likes: "--", Comments: "1", "Sticker taps": "2" },
        { Likes: "10", Comments: "--" },
      ]),
    ],
    { likes: { total: 10, average: 10 }, comments: { total: 1, average: 1 } },
  ],
  [
    "in the place of one figure",
    [
      file("posts", [
        { Beğeniler: "7", Comments: "--" },
        { Likes: "10", Comments: "3" },
      ]),
    ],
    { likes: { note: "unknown-labels" }, comments: { total: 3, average: 3 } },
  ],
])(
  "an unknown label %s hides nothing but the figure that may stand under it",
  async (_, files, expected) => {
    const followers = { name: "followers_1.json", bytes: "[]" };
    const { insights } = await readFiles([followers, ...files]);
    expect(figures(insights)).toMatchObject(expected);
  },
);

describe("the top posts", () => {
  test("are the ten with most, those with none left out", () => {
    const { mostLiked, mostCommented } = figures(
      posts(15, (index) => ({ likes: index * 7, comments: index < 3 ? index : null })),
    );
    expect(mostLiked.map(({ count }) => count)).toEqual([98, 91, 84, 77, 70, 63, 56, 49, 42, 35]);
    expect(mostLiked[0]?.postedAt).toBe(now - 14 * day);
    expect(mostCommented.map(({ count }) => count)).toEqual([2, 1]);
  });
});

describe("the engagement rate (docs/analysis.md#engagement)", () => {
  const counts = (followers: number): KnownCount[] => [{ at: now, followers }];
  const rated = (percent: number, followers: number, count = 12) =>
    figures(
      posts(count, () => ({ likes: (percent * followers) / 100, comments: 0 })),
      { counts: counts(followers) },
    ).engagement;

  test.each<[number, number]>([
    [999, 10.58],
    [1_000, 4.26],
    [4_999, 4.26],
    [5_000, 2.28],
    [20_000, 1.62],
    [100_000, 1.55],
    [1_000_000, 1.54],
    [50_000_000, 1.54],
  ])("of %d followers, %d %% is usual", (followers, usual) => {
    expect(rated(1, followers)?.usualPercent).toBe(usual);
  });

  test.each<[number, number, string]>([
    [0.49, 1, "Low"],
    [0.51, 2, "Below average"],
    [0.74, 2, "Below average"],
    [0.76, 3, "Average"],
    [1.32, 3, "Average"],
    [1.34, 4, "Good"],
    [1.99, 4, "Good"],
    [2.01, 5, "Excellent"],
    [9, 5, "Excellent"],
  ])("%d times the usual: cell %d, %s", (times, cell, status) => {
    expect(rated(4.26 * times, 2_000)).toMatchObject({ cell, status });
  });

  test("an edge belongs to the cell above it", () => {
    const exact = { ...rates, sizes: [{ percent: 4 }] };
    const at = (likes: number) =>
      figuresOf({
        posts: analyzedPosts(posts(10, () => ({ likes, comments: 0 }))),
        isConnected: false,
        counts: counts(100),
        rates: exact,
      }).engagement?.cell;
    expect([1.9, 2, 3, 8].map(at)).toEqual([1, 2, 3, 5]);
  });

  test.each([0, 1, 9])("%d posts are too few", (count) => {
    expect(rated(5, 1_000, count)).toBeUndefined();
  });

  test("posts whose likes are not known do not count", () => {
    const some = posts(11, (index) => ({ likes: index < 2 ? null : 10 }));
    expect(figures(some, { counts: counts(100) }).engagement).toBeUndefined();
  });

  test("is the median of the latest 30 posts", () => {
    const insights = posts(60, (index) => ({
      likes: index < 30 ? index : 100_000,
      comments: 0,
    }));
    expect(figures(insights, { counts: counts(100) }).engagement?.percent).toBe(14.5);
  });

  test("takes the followers of the time nearest to each post", () => {
    const insights = posts(20, (index) => ({ likes: index < 11 ? 20 : 10, comments: 0 }));
    const then: KnownCount[] = [
      { at: now, followers: 200 },
      { at: now - 20 * day, followers: 100 },
    ];
    expect(figures(insights, { counts: then }).engagement?.percent).toBe(10);
  });

  test("without a count of followers there is none", () => {
    expect(figures(posts(20)).engagement).toBeUndefined();
    expect(figures(posts(20), { counts: counts(0) }).engagement).toBeUndefined();
  });
});

const lastYear = { from: now - 365 * day, to: allTime.to };

test.each([
  ["to the last one", 12_301, allTime, [12_301]],
  ["rounded down", 12_300, allTime, [12_050]],
  ["to the last one", 12_301, lastYear, [12_301]],
  ["rounded down", 12_300, lastYear, [12_300]],
  ["to nobody", null, allTime, [12_050]],
  ["to nobody", null, lastYear, []],
])(
  "a rate is of the followers that Instagram showed %s (%s), else of a whole list, else as shown: %j",
  (_, followersShown, window, followers) => {
    const one = { id: "a", takenAt: now * 1_000, account: null, window, followersShown };
    const turnover = firstTurnover({ known: 12_050, firstLook: null });
    expect(countsOfExports([one], [turnover]).map((count) => count.followers)).toEqual(followers);
  },
);
