import rules from "content:recommendations";
import { describe, expect, test } from "vitest";
import {
  holdsFor,
  type Measures,
  type RecommendationRule,
  recommend,
} from "~/features/analysis/rules/recommendations";

/** Of each rule: what makes it hold, what of that must be otherwise for it not to hold, and what is then read. */
const cases: Record<string, [bears: Measures, doesNot: Measures[], sentence: string]> = {
  "last-post-long-ago": [
    { daysSinceLastPost: 14, lastLook: "this export" },
    [{ daysSinceLastPost: 13 }],
    "Your last post was 14 days before this export.",
  ],
  "more-left-than-came": [
    { netLost: 5, daysBetween: 31, lost: 12, new: 7 },
    [{ netLost: 4 }, { daysBetween: 0 }],
    "In 31 days, 12 people left and 7 came.",
  ],
  "newcomers-leave": [
    { newcomers: 1_200, newcomersStayed: 900, newcomersStayedPercent: 75 },
    [{ newcomers: 19 }, { newcomersStayedPercent: 80.1 }],
    "Of 1,200 people who came within one month, 900 were still there 30 days or more later (75%).",
  ],
  "best-block": [
    {
      bestBlock: "Tuesdays from 18:00 to 21:00 (UTC)",
      bestBlockPosts: 9,
      bestBlockTimes: 1.84,
      bestBlockChance: 4,
    },
    [{ bestBlockPosts: 4 }, { bestBlockTimes: 1.2 }, { bestBlockChance: 10.1 }],
    "Your 9 posts on Tuesdays from 18:00 to 21:00 (UTC) got 1.8 times the likes and comments of your usual post.",
  ],
  "reels-do-better": [
    { reelTimes: 2, reelChance: 5, reels: 14, stills: 20 },
    [{ reelTimes: 1.2 }, { reelChance: 5.1 }],
    "Your reels get 2.0 times the likes and comments of your other posts (14 reels against 20 posts).",
  ],
  "stills-do-better": [
    { stillTimes: 1.5, stillChance: 0.1, reels: 14, stills: 20 },
    [{ stillTimes: 1.2 }, { stillChance: 6 }],
    "Your photos and carousels get 1.5 times the likes and comments of your reels (20 posts against 14 reels).",
  ],
  "posts-fade": [
    { recentTimes: 0.6, recentMedian: 60, earlierMedian: 100 },
    [{ recentTimes: 0.8 }, { earlierMedian: 4 }],
    "Your latest 10 posts have a median of 60 likes and comments; the 10 before had 100.",
  ],
  "posts-rise": [
    { recentTimes: 1.4, recentMedian: 1_400, earlierMedian: 1_000 },
    [{ recentTimes: 1.3 }, { recentMedian: 4 }],
    "Your latest 10 posts have a median of 1,400 likes and comments, up from 1,000 for the 10 before.",
  ],
  "posting-less": [
    { postsBefore30: 4, postsLast30: 1, lastLook: "this export" },
    [{ postsBefore30: 3 }, { postsLast30: 3 }],
    "In the 30 days before this export you posted 1 time, in the 30 days before that 4 times.",
  ],
  "long-gap": [
    { longestGapDays: 14, postsLast30: 4, lastLook: "this export" },
    [{ longestGapDays: 13 }, { postsLast30: 3 }],
    "In the three months before this export there were 14 days in a row without a post, then 4 posts in 30 days.",
  ],
  "rate-below-usual": [
    { engagementCell: 2, engagementPercent: 1.42, usualPercent: 4.26, usualSource: "X, 2018" },
    [{ engagementCell: 3 }],
    "The likes and comments of your usual post come to 1.4% of your followers; for accounts of your size 4.3% was usual (X, 2018).",
  ],
  "rate-above-usual": [
    { engagementCell: 4, engagementPercent: 14.6, usualPercent: 10.58, usualSource: "X, 2018" },
    [{ engagementCell: 3 }],
    "The likes and comments of your usual post come to 15% of your followers; for accounts of your size 11% was usual (X, 2018).",
  ],
  "saved-post": [
    { savedMost: 60, savedTimes: 6, savedDate: "May 1, 2026" },
    [{ savedMost: 4 }, { savedTimes: 2.9 }],
    "Your post of May 1, 2026 was saved 60 times, 6.0 times your usual.",
  ],
  "shared-post": [
    { sharedMost: 60, sharedTimes: 6, sharedDate: "May 1, 2026" },
    [{ sharedMost: 4 }, { sharedTimes: 2.9 }],
    "Your post of May 1, 2026 was shared 60 times, 6.0 times your usual.",
  ],
  "follows-from-post": [
    { followsMost: 12, followsTimes: 4, followsDate: "May 1, 2026" },
    [{ followsMost: 4 }, { followsTimes: 2.9 }],
    "Instagram counts 12 new followers from your post of May 1, 2026, 4.0 times as many as usual.",
  ],
  "reach-falls": [
    { reachTimes: 0.5, reachRecent: 500, reachEarlier: 1_000 },
    [{ reachTimes: 0.8 }, { reachEarlier: 49 }],
    "Your latest 10 posts reached 500 accounts at the median; the 10 before reached 1,000.",
  ],
  "long-followed-not-back": [
    { longFollowed: 50, longFollowedNotBack: 10 },
    [{ longFollowedNotBack: 9 }],
    "Of the 50 people whom you have followed longest, 10 do not follow you back.",
  ],
  "many-not-back": [
    { notBack: 400, following: 1_000, notBackPercent: 40 },
    [{ notBack: 19 }, { notBackPercent: 39 }],
    "40% of the people you follow (400 of 1,000) do not follow you back.",
  ],
  "loyal-fans": [
    { loyal: 50, loyalFans: 5 },
    [{ loyalFans: 4 }],
    "Of the 50 people who have followed you longest, you do not follow 5 back.",
  ],
  "recent-fans": [
    { recentFans: 3 },
    [{ recentFans: 2 }],
    "You do not follow back 3 of the people who came in the last 30 days of your export.",
  ],
  "left-soon": [
    { lostSoon: 6, lost: 20, lostSoonPercent: 30 },
    [{ lostSoon: 4 }, { lostSoonPercent: 29 }],
    "6 of the 20 people who left had followed you for less than 30 days.",
  ],
  "left-after-years": [
    { lostLong: 5 },
    [{ lostLong: 4 }],
    "5 of the people who left had followed you for more than a year.",
  ],
  "came-back": [
    { returned: 1 },
    [{ returned: 0 }],
    "1 person who had disappeared is among your followers again.",
  ],
  "followed-again": [
    { refollowed: 2 },
    [{ refollowed: 0 }],
    "2 people left and followed you again.",
  ],
  "audience-grows": [
    { netWon: 10, daysBetween: 1, new: 30, lost: 20 },
    [{ netWon: 9 }, { daysBetween: 0 }],
    "In 1 day, 30 people came and 20 left.",
  ],
  "old-requests": [
    { oldRequests: 1 },
    [{ oldRequests: 0 }],
    "1 of your requests to follow somebody is older than 90 days and still unanswered.",
  ],
  "secret-fans": [
    { strangers: 3 },
    [{ strangers: 2 }],
    "3 people comment on your posts and do not follow you.",
  ],
  "silent-followers": [
    { silent: 1_290, silentPercent: 95.4 },
    [{ silent: 49 }, { silentPercent: 89.9 }],
    "1,290 of your followers (95%) have not commented on your latest posts.",
  ],
};

test("every rule is tried, and there are at least 14", () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(({ key }) => key).sort());
  expect(rules.length).toBeGreaterThanOrEqual(14);
});

describe.each(rules.map((rule) => [rule.key, rule] as const))("%s", (key, rule) => {
  const [bears, doesNot, sentence] = cases[key] ?? [{}, [], ""];

  test("holds where the figures bear it", () => {
    expect(holdsFor(rule, bears)).toBe(true);
    const [said = ""] = recommend([rule], bears);
    expect(said.slice(0, sentence.length + 1)).toBe(`${sentence} `);
    expect(said).toMatch(/^[^{}|]+[.?]$/);
  });

  test.each(doesNot)("does not hold with %j", (other) => {
    expect(holdsFor(rule, { ...bears, ...other })).toBe(false);
    expect(recommend([rule], { ...bears, ...other })).toEqual([]);
  });

  test.each(Object.keys(bears))("says nothing where %s is not known", (measure) => {
    const known = { ...bears, [measure]: undefined };
    expect(holdsFor(rule, known)).toBeUndefined();
    expect(recommend([rule], known)).toEqual([]);
  });
});

test("the weightiest ten are said, in their order", () => {
  const many = Array.from(
    { length: 12 },
    (_, index): RecommendationRule => ({
      key: `rule-${index}`,
      weight: index + 1,
      when: [{ measure: "lost", atLeast: 1 }],
      sentence: `${index}: {lost}`,
    }),
  );
  expect(recommend(many, { lost: 3 })).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}: 3`),
  );
});

test.each([
  ["silentPercent", (1_996 / 2_000) * 100, "99.8%"],
  ["silentPercent", 99.96, "99.9%"],
  ["silentPercent", 100, "100%"],
  ["engagementPercent", 0.042, "0.04%"],
  ["engagementPercent", 0.001, "0.01%"],
  ["engagementPercent", 0, "0%"],
  ["engagementPercent", 7.34, "7.3%"],
  ["engagementPercent", 112.6, "113%"],
])("%s of %d is said as %s", (measure, value, said) => {
  const rule = { key: "any", weight: 1, when: [], sentence: `{${measure}}` };
  expect(recommend([rule], { [measure]: value })).toEqual([said]);
});

test("nobody without figures is told anything", () => {
  expect(recommend(rules, {})).toEqual([]);
});
