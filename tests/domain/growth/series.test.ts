import { describe, expect, test } from "vitest";
import type { Growth, GrowthOfExports, GrowthPost } from "~/domain/growth/growth";
import { isRange, type Period, periodOf, ranges } from "~/domain/growth/ranges";
import {
  engagementSeries,
  followerSeries,
  lossesBetween,
  reachSeries,
  weeklyFollows,
} from "~/domain/growth/series";

const day = 86_400_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dayNumber = (date: string) => at(date) / day;
const now = at("2026-11-22");

const nothing: Growth = {
  isOtherAccount: false,
  exports: null,
  instagramCounts: [],
  reach: [],
  posts: [],
  ledger: { outcome: "needs-export" },
};
const always: Period = { from: 0, to: now };

const ofExports = (given: Partial<GrowthOfExports> = {}): GrowthOfExports => ({
  imports: [],
  firstDay: dayNumber("2026-11-20"),
  stayed: [1, 0, 2],
  left: [0, 3, 0],
  undated: 5,
  cohorts: [],
  ...given,
});

const post = (given: Partial<GrowthPost> = {}): GrowthPost => ({
  kind: "post",
  postedAt: at("2026-11-01") / 1_000,
  permalink: null,
  likes: 10,
  comments: 1,
  saves: null,
  shares: null,
  reach: null,
  follows: null,
  rate: 1.1,
  ...given,
});

describe("ranges", () => {
  test.each([
    ["4-weeks", at("2026-10-25")],
    ["quarter", at("2026-08-23")],
    ["year", at("2025-11-22")],
  ] as const)("%s", (range, from) => {
    expect(periodOf(range, nothing, now)).toEqual({ from, to: now });
  });

  test.each<[string, Partial<Growth>, number]>([
    ["nothing: now", {}, now],
    ["the first follow", { exports: ofExports() }, at("2026-11-20")],
    [
      "the first count",
      { exports: ofExports(), instagramCounts: [{ at: at("2026-02-03") / 1_000, followers: 1 }] },
      at("2026-02-03"),
    ],
    ["the oldest post", { posts: [post(), post({ postedAt: 86_400 })] }, day],
    [
      "the first day with reach",
      { reach: [{ endsAt: at("2026-01-01"), reach: 3 }] },
      at("2026-01-01"),
    ],
  ])("all begins with %s", (_, growth, from) => {
    expect(periodOf("all", { ...nothing, ...growth }, now).from).toBe(from);
  });

  test("what is no range is none", () => {
    expect(ranges.every(isRange)).toBe(true);
    expect(["", "ALL", "decade", "__proto__"].some(isRange)).toBe(false);
  });
});

describe("followers over time", () => {
  test("nothing is known: nothing is drawn", () => {
    const series = { instagram: [], exports: [], reconstructed: [] };
    expect(followerSeries(nothing, always)).toEqual(series);
  });

  test("the three lines, each of its own kind", () => {
    const growth: Growth = {
      ...nothing,
      instagramCounts: [{ at: at("2026-11-21") / 1_000, followers: 12 }],
      exports: ofExports({
        imports: [
          { takenAt: at("2026-11-01"), followers: null, left: null },
          { takenAt: at("2026-11-20"), followers: 8, left: 1 },
        ],
      }),
    };
    const endOf = (date: string) => at(date) + day - 1;
    expect(followerSeries(growth, always)).toEqual({
      instagram: [{ at: at("2026-11-21"), followers: 12 }],
      exports: [{ at: at("2026-11-20"), followers: 8 }],
      reconstructed: [
        { at: endOf("2026-11-20"), followers: 6 },
        { at: endOf("2026-11-21"), followers: 6 },
        { at: now, followers: 8 },
      ],
    });
    expect(followerSeries(growth, { from: now - day, to: now }).exports).toEqual([]);
  });

  test("five years are some 400 points, and the last day is one of them", () => {
    const stayed = new Array<number>(1_826).fill(2);
    const exports = ofExports({ firstDay: now / day - 1_825, stayed, left: stayed, undated: 0 });
    const { reconstructed } = followerSeries({ ...nothing, exports }, always);
    expect(reconstructed.length).toBeLessThanOrEqual(400);
    expect(reconstructed.length).toBeGreaterThan(300);
    expect(reconstructed.at(-1)).toEqual({ at: now, followers: 3_652 });
  });
});

describe("by week", () => {
  // 16 November 2026 is a Monday.
  const exports = ofExports({
    firstDay: dayNumber("2026-11-14"),
    stayed: [1, 2, 4, 0, 0, 0, 0, 0, 8],
    left: [0, 1, 0, 1, 0, 0, 0, 0, 0],
  });

  test("weeks begin on Monday, and tell whether they are over", () => {
    const week = 7 * day;
    expect(weeklyFollows(exports, always)).toEqual([
      { from: at("2026-11-16") - week, gained: 4, leftSince: 1, isWhole: true },
      { from: at("2026-11-16"), gained: 13, leftSince: 1, isWhole: true },
    ]);
    const shorter = ofExports({ ...exports, stayed: exports.stayed.slice(0, 5) });
    expect(weeklyFollows(shorter, always).map(({ isWhole }) => isWhole)).toEqual([true, false]);
  });

  test("a period takes the weeks that it touches", () => {
    const period = { from: at("2026-11-18"), to: now };
    expect(weeklyFollows(exports, period).map(({ gained }) => gained)).toEqual([13]);
  });

  test("every follow is in one week", () => {
    const total = weeklyFollows(exports, always).reduce((sum, { gained }) => sum + gained, 0);
    expect(total).toBe(17);
  });

  test("who left is known between two exports only", () => {
    const imports = [
      { takenAt: at("2026-06-01"), followers: 9, left: null },
      { takenAt: at("2026-06-29"), followers: 9, left: 8 },
      { takenAt: at("2026-06-30"), followers: 9, left: 3 },
    ];
    expect(lossesBetween(ofExports({ imports }), always)).toEqual([
      { from: at("2026-06-01"), to: at("2026-06-29"), left: 8, perWeek: 2 },
      { from: at("2026-06-29"), to: at("2026-06-30"), left: 3, perWeek: 3 },
    ]);
    const period = { from: at("2026-07-01"), to: now };
    expect(lossesBetween(ofExports({ imports }), period)).toEqual([]);
  });
});

test("engagement of each post, oldest first, beside the account's own median", () => {
  const [old, middle, young] = [
    post({ postedAt: at("2026-01-01") / 1_000, likes: 4, comments: 0, rate: null }),
    post({ postedAt: at("2026-09-01") / 1_000, likes: 6, comments: 2, rate: 3 }),
    post({ likes: 20, comments: 2, rate: 5 }),
  ];
  const hidden = post({ likes: null, rate: null });
  const series = engagementSeries([young, hidden, middle, old], {
    from: at("2026-08-01"),
    to: now,
  });
  expect(series.points.map(({ engagement }) => engagement)).toEqual([8, 22]);
  expect(series).toMatchObject({ medianEngagement: 8, medianRate: 4 });
  expect(engagementSeries([hidden], always)).toEqual({
    points: [],
    medianEngagement: undefined,
    medianRate: undefined,
  });
});

test("reach of a period", () => {
  const reach = [at("2026-01-01"), at("2026-11-01")].map((endsAt) => ({ endsAt, reach: 7 }));
  const growth = { ...nothing, reach };
  expect(reachSeries(growth, { from: at("2026-06-01"), to: now })).toEqual([reach[1]]);
});
