import rates from "content:engagement-rates";
import { describe, expect, test } from "vitest";
import {
  postMeasures,
  rateMeasures,
  rhythmMeasures,
  timingMeasures,
} from "~/features/analysis/rules/posting-measures";
import type { PostFigures } from "~/features/export/export";
import { chanceOfHeads, median } from "~/platform/values/statistics";

const day = 86_400;
/** Friday, 1 May 2026, 00:00 UTC. */
const now = 1_777_593_600;

const post = (postedAt: number, more: Partial<PostFigures> = {}): PostFigures => ({
  kind: "post",
  postedAt,
  likes: 10,
  comments: 0,
  saves: null,
  shares: null,
  reach: null,
  follows: null,
  ...more,
});
const daily = (count: number, more: (index: number) => Partial<PostFigures>) =>
  Array.from({ length: count }, (_, index) => post(now - (index + 1) * day, more(index)));

describe("how often the subscriber posts", () => {
  const ago = (...days: number[]) => days.map((count) => now - count * day);

  test.each<[string, number[], object]>([
    ["never", [], {}],
    ["after the export only", ago(-1), {}],
    ["lately only: of before nothing is known", ago(3, 20), { daysSinceLastPost: 3 }],
    [
      "for long",
      ago(3, 20, 31, 50, 55, 200),
      { daysSinceLastPost: 3, postsLast30: 2, postsBefore30: 3, longestGapDays: 19 },
    ],
    [
      "not any more",
      ago(100, 200),
      {
        daysSinceLastPost: 100,
        postsLast30: 0,
        postsBefore30: 0,
        longestGapDays: undefined,
      },
    ],
  ])("%s", (_, times, measures) => {
    expect(rhythmMeasures(times, now)).toEqual(measures);
    expect(rhythmMeasures(times.toReversed(), now)).toEqual(measures);
  });
});

describe("when posts do best", () => {
  /** 40 posts, one an hour from midnight on; those of 18:00 to 21:00 differ. */
  const hourly = (count: number, best: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = now - 7 * day * Math.floor(index / 24) + (index % 24) * 3_600;
      return post(at, { likes: index % 24 >= 18 && index % 24 < 21 ? best : 10 + (index % 3) });
    });

  test("names the weekday and the hours", () => {
    expect(timingMeasures(hourly(72, 40), "UTC")).toMatchObject({
      bestBlock: "Fridays from 18:00 to 21:00 (UTC)",
      bestBlockPosts: 9,
      bestBlockTimes: 40 / 11,
    });
    expect(timingMeasures(hourly(72, 40), "UTC").bestBlockChance).toBeLessThan(10);
  });

  test("by the clock of the subscriber's time zone, which it names", () => {
    expect(timingMeasures(hourly(72, 40), "Asia/Tokyo")).toMatchObject({
      bestBlock: "Saturdays from 03:00 to 06:00 (Asia/Tokyo)",
      bestBlockPosts: 9,
    });
    expect(timingMeasures(hourly(72, 40), "America/New_York").bestBlock).toMatch(
      / \(America\/New York\)$/,
    );
  });

  test("a block that is not better is no more than chance", () => {
    expect(timingMeasures(hourly(72, 11), "UTC").bestBlockChance).toBeGreaterThan(10);
  });

  test.each([
    ["29 posts", hourly(29, 40)],
    ["hidden likes", hourly(72, 40).map((one) => ({ ...one, likes: null }))],
    ["no difference at all", daily(40, () => ({}))],
    ["no two posts of one block", daily(40, (index) => ({ postedAt: now - index * 27 * 3_600 }))],
  ])("nothing is said with %s", (_, posts) => {
    expect(timingMeasures(posts, "UTC").bestBlock).toBeUndefined();
  });
});

describe("which kind of post does better", () => {
  const mixed = (reels: number, stills: number, likes: number) => [
    ...daily(reels, (index) => ({ kind: "reel", likes: likes + (index % 2) })),
    ...daily(stills, (index) => ({ likes: 10 + (index % 2) })),
  ];

  test("reels", () => {
    const measures = timingMeasures(mixed(12, 20, 30), "UTC");
    expect(measures).toMatchObject({ reels: 12, stills: 20, reelTimes: 30.5 / 10.5 });
    expect(measures.reelChance).toBeLessThan(1);
    expect(measures.stillChance).toBeGreaterThan(50);
  });

  test("needs ten of each", () => {
    expect(timingMeasures(mixed(9, 20, 30), "UTC").reelTimes).toBeUndefined();
    expect(timingMeasures(mixed(20, 9, 30), "UTC").reelTimes).toBeUndefined();
  });
});

describe("what single posts say", () => {
  test("the one with most, beside the usual", () => {
    const posts = daily(10, (index) => ({
      saves: index === 4 ? 90 : 30,
      shares: 0,
      follows: index,
    }));
    expect(postMeasures(posts)).toMatchObject({
      savedMost: 90,
      savedTimes: 3,
      savedDate: "Apr 26, 2026",
      sharedMost: 0,
      sharedTimes: 0,
      followsMost: 9,
      followsTimes: 2,
      followsDate: "Apr 21, 2026",
    });
    expect(postMeasures(posts.slice(1)).savedMost).toBeUndefined();
  });

  test("the latest ten beside the ten before", () => {
    const posts = daily(25, (index) => ({
      likes: index < 10 ? 5 : index < 20 ? 20 : 1_000,
      reach: index < 10 ? 300 : 100,
    }));
    expect(postMeasures(posts)).toMatchObject({
      recentMedian: 5,
      earlierMedian: 20,
      recentTimes: 0.25,
      reachRecent: 300,
      reachEarlier: 100,
      reachTimes: 3,
    });
    expect(postMeasures(posts.slice(0, 19)).recentTimes).toBeUndefined();
  });

  test("the rate, with its source", () => {
    expect(rateMeasures(undefined, rates)).toEqual({});
    expect(
      rateMeasures({ cell: 4, status: "Good", percent: 3, usualPercent: 2.28 }, rates),
    ).toEqual({
      engagementCell: 4,
      engagementPercent: 3,
      usualPercent: 2.28,
      usualSource: "HypeAuditor, 2018",
    });
  });
});

test("medians and coins", () => {
  expect([[], [3], [1, 9], [9, 1, 2]].map(median)).toEqual([undefined, 3, 5, 2]);
  expect(chanceOfHeads(0, 5)).toBe(1);
  expect(chanceOfHeads(5, 5)).toBe(1 / 32);
  expect(chanceOfHeads(2, 3)).toBe(0.5);
  expect(chanceOfHeads(150, 300)).toBeCloseTo(0.523, 3);
});
