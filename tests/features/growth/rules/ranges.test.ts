import { describe, expect, test } from "vitest";
import type { Growth, GrowthOfExports, GrowthPost } from "~/features/growth/growth";
import { isRange, knownSince, knownSpan, periodOf, ranges } from "~/features/growth/ranges";

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

const ofExports = (given: Partial<GrowthOfExports> = {}): GrowthOfExports => ({
  imports: [],
  stayed: {
    quarters: [dayNumber("2026-11-20") * 96, dayNumber("2026-11-22") * 96],
    counts: [1, 2],
  },
  left: { quarters: [dayNumber("2026-11-21") * 96], counts: [3] },
  gaps: [],
  firstLook: null,
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

describe("what is drawn of a range", () => {
  const day = 86_400_000;
  const to = Date.UTC(2026, 10, 24);
  const year = { from: to - 365 * day, to };

  test("a month is not squeezed at the edge of a year, and a single day has a week", () => {
    expect(knownSpan(year, to - 30 * day + 5)).toEqual({ from: to - 30 * day, to });
    expect(knownSpan(year, to - 5)).toEqual({ from: to - 7 * day, to });
    expect(knownSince(year, knownSpan(year, to - 30 * day), to - 30 * day)).toEqual([
      "Drawn from Oct 25, 2026 on, the first day of this range that is known.",
    ]);
  });

  test("where most of it is known, it is drawn as a whole; so is all the time", () => {
    expect(knownSpan(year, to - 250 * day)).toBe(year);
    expect(knownSince(year, year, to - 250 * day)).toEqual([]);
    const all = { from: undefined, to };
    expect(knownSpan(all, to - day)).toBe(all);
  });
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
