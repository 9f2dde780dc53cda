import { describe, expect, test } from "vitest";
import { noGrowth } from "#tests/setup/growths";
import { countedByInstagram } from "~/features/growth/compute-growth";
import {
  countedChart,
  countedPairs,
  officialDays,
  pairWords,
} from "~/features/growth/counted-by-instagram";
import type { CountedByInstagram, Growth } from "~/features/growth/growth";
import { audienceShares } from "~/features/growth/rules/audience-shares";
import { growthSheets } from "~/features/growth/rules/sheets";

const day = 86_400_000;
const at = (text: string) => Date.parse(text);
const now = at("2026-11-23T12:00Z");
const span = { from: undefined, to: at("2026-11-24T00:00Z") };

/** Days from a date on, each beginning at 08:00 UTC as on the Pacific coast; -1: Instagram has none. */
const daysFrom = (date: string, left: readonly number[]): CountedByInstagram["days"] =>
  left.map((count, index) => {
    const startsAt = at(`${date}T08:00Z`) + index * day;
    return count < 0
      ? { startsAt, followed: null, left: null }
      : { startsAt, followed: 2 * count, left: count };
  });

/** The last of them as counted too early. */
const early = (days: CountedByInstagram["days"], count: number): CountedByInstagram["days"] =>
  days.map((one, at) => (at < days.length - count ? one : { ...one, mayChange: true }));

const own = (more: Partial<CountedByInstagram> = {}): CountedByInstagram => ({
  days: [],
  isRefused: false,
  audience: null,
  readAt: now,
  followers: 900,
  reels: [],
  ...more,
});

interface Taken {
  takenAt: string;
  /** Since when those who were lost with it may have left. */
  losses?: [from: string, left: number][];
}

const growthOf = (imports: Taken[], days: CountedByInstagram["days"]): Growth => ({
  ...noGrowth,
  reach: [{ endsAt: at("2026-11-22T08:00Z"), reach: 1 }],
  exports: {
    imports: imports.map(({ takenAt, losses = [] }) => ({
      takenAt: at(takenAt),
      followers: 900,
      changes: null,
      losses: losses.map(([from, left]) => ({ from: at(from), left })),
      covers: null,
    })),
    stayed: { quarters: [], counts: [] },
    left: { quarters: [], counts: [] },
    gaps: [],
    firstLook: null,
  },
  counted: own({ days }),
});

const two: Taken[] = [
  { takenAt: "2026-11-01T12:00Z" },
  { takenAt: "2026-11-20T12:00Z", losses: [["2026-11-01T12:00Z", 13]] },
];
const ones = (length: number) => Array.from({ length }, () => 1);

describe("between two exports", () => {
  test("the days from the first's up to the one before the second's", () => {
    const days = daysFrom("2026-10-30", [9, 9, 1, ...ones(16), 0, 1, 9, 9]);
    expect(countedPairs(growthOf(two, days))).toEqual([
      { from: at("2026-11-01T12:00Z"), to: at("2026-11-20T12:00Z"), official: 18, named: 13 },
    ]);
  });

  test("an export before a day of Instagram's begins is of the day before", () => {
    const early = [{ takenAt: "2026-11-01T06:00Z" }, { takenAt: "2026-11-03T06:00Z", losses: [] }];
    const days = daysFrom("2026-10-30", [100, 10, 1, 1000]);
    expect(countedPairs(growthOf(early, days)).map(({ official }) => official)).toEqual([11]);
  });

  test.each([
    ["the first day is missing", daysFrom("2026-11-02", ones(30))],
    ["the last day is missing", daysFrom("2026-11-01", ones(18))],
    ["Instagram has none of one", daysFrom("2026-11-01", [1, -1, ...ones(30)])],
    ["Instagram may still change the last", early(daysFrom("2026-11-01", ones(19)), 1)],
    ["there are none", []],
  ])("nothing is said where %s", (_, days) => {
    expect(countedPairs(growthOf(two, days))).toEqual([]);
  });

  test("nothing is said of two exports of one day, of another account, or without a connection", () => {
    const sameDay = [{ takenAt: "2026-11-20T12:00Z" }, { takenAt: "2026-11-20T18:00Z" }];
    const days = daysFrom("2026-11-01", ones(22));
    expect(countedPairs(growthOf(sameDay, days))).toEqual([]);
    expect(countedPairs({ ...growthOf(two, days), isOtherAccount: true })).toEqual([]);
    const { counted: _, ...unconnected } = growthOf(two, days);
    expect(countedPairs(unconnected)).toEqual([]);
    expect(countedChart(request(unconnected))).toBeUndefined();
  });

  test("the newest three, the newest first; neighbours share no day, and who may have left earlier is not named", () => {
    const five: Taken[] = [4, 8, 12, 16, 20].map((date, index) => ({
      takenAt: `2026-11-${String(date).padStart(2, "0")}T12:00Z`,
      losses: index === 0 ? [] : [[`2026-11-${String(date - 4).padStart(2, "0")}T12:00Z`, index]],
    }));
    five[4]?.losses?.push(["2026-11-04T12:00Z", 50]);
    const days = daysFrom("2026-11-01", ones(22));
    const pairs = countedPairs(growthOf(five, days));
    expect(pairs.map(({ official, named }) => [official, named])).toEqual([
      [4, 4],
      [4, 3],
      [4, 2],
    ]);
  });

  test("it is said in a sentence, with the year where that is not this one", () => {
    const pair = {
      ...{ from: at("2026-11-01T12:00Z"), to: at("2026-11-20T12:00Z") },
      ...{ official: 1_414, named: 13 },
    };
    expect(pairWords(pair, now)).toBe(
      "Instagram counted 1,414 who left between Nov 1 and Nov 20. Your exports name 13.",
    );
    expect(pairWords(pair, at("2027-01-02T12:00Z"))).toContain(
      "between Nov 1, 2026 and Nov 20, 2026",
    );
  });
});

const request = (growth: Growth, from?: number) => ({
  growth,
  range: "4-weeks" as const,
  span: { ...span, from },
  knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: true },
  timeZone: null,
});

describe("as a chart", () => {
  const days = daysFrom("2026-11-01", [1, -1, 3, 4]);

  test("a bar for each day that is counted, both ways", () => {
    const { drawn, notes } = countedChart(request(growthOf(two, days))) ?? {};
    expect(drawn?.headline.page).toBe("16 followed and 8 left from Nov 1 to Nov 4");
    expect(drawn?.table.rows.map(({ cells }) => cells)).toEqual([
      ["Nov 4, 2026", "8", "4"],
      ["Nov 3, 2026", "6", "3"],
      ["Nov 1, 2026", "2", "1"],
    ]);
    expect(notes?.page).toContain("Of 1 day in between Instagram has told no count.");
    expect(notes?.page.join(" ")).toContain("read Nov 23, 2026");
    expect(
      growthSheets["counted-by-instagram"]({ growth: growthOf(two, days), span, timeZone: "UTC" }),
    ).toEqual([
      ["day", "followed", "left", "may_change"],
      ["2026-11-01", 2, 1, "no"],
      ["2026-11-03", 6, 3, "no"],
      ["2026-11-04", 8, 4, "no"],
    ]);
  });

  test("those that Instagram may still change are drawn, and not added up", () => {
    const growth = growthOf(two, early(days, 2));
    const { drawn, notes } = countedChart(request(growth)) ?? {};
    expect(drawn?.headline.page).toBe("2 followed and 1 left on Nov 1");
    expect(drawn?.table.rows).toHaveLength(3);
    expect(notes?.page.join(" ")).not.toContain("in between");
    const sheet = growthSheets["counted-by-instagram"]({ growth, span, timeZone: "UTC" });
    expect(sheet.map((row) => row.at(-1))).toEqual(["may_change", "no", "yes", "yes"]);
    const amidst = daysFrom("2026-11-01", ones(10)).map((one, index) =>
      index === 4 || index === 5 ? { ...one, mayChange: true as const } : one,
    );
    const around = countedChart(request(growthOf(two, amidst)));
    expect(around?.drawn?.headline.page).toBe("16 followed and 8 left from Nov 1 to Nov 10");
    expect(around?.notes.page.join(" ")).not.toContain("has told no count");
    expect(around?.notes.page).toContain(
      "Not added up, as Instagram may still change the count: 2 days in between.",
    );
    const alone = countedChart(request(growthOf(two, early(days, 4))));
    expect(alone?.drawn).toBeUndefined();
    expect(alone?.notes.page.join(" ")).toContain("has told no count");
    const weeks = countedChart(request(growthOf(two, early(daysFrom("2026-03-02", ones(203)), 1))));
    expect(weeks?.drawn?.headline.page).toContain("404 followed and 202 left");
    expect(weeks?.drawn?.table.rows[0]?.cells).toEqual([
      "Sep 14, 2026 to Sep 20, 2026, not whole",
      "12",
      "6",
    ]);
    expect(weeks?.drawn?.table.rows[1]?.cells[0]).not.toContain(", not whole");
  });

  test("of more days than bars can be told apart: weeks that add up to the same", () => {
    const many = growthOf(two, daysFrom("2026-03-02", ones(200)));
    const { drawn } = countedChart(request(many)) ?? {};
    expect(drawn?.headline.page).toContain("400 followed and 200 left");
    const rows = drawn?.table.rows ?? [];
    expect(rows).toHaveLength(29);
    expect(rows.at(-1)?.cells).toEqual(["Mar 2, 2026 to Mar 8, 2026", "14", "7"]);
    expect(rows[0]?.cells[0]).toContain(", not whole");
    expect(officialDays(many, span)).toHaveLength(200);
  });

  test.each<[string, Partial<CountedByInstagram>, string]>([
    ["too few followers", { followers: 99 }, "for accounts with 100 followers or more"],
    ["a refusal", { isRefused: true }, "does not let us read"],
    ["no answer yet", {}, "within hours of your first reading"],
    ["empty answers", { days: daysFrom("2026-11-01", [-1, -1]) }, "has told no count"],
  ])("says why there is none: %s", (_, more, words) => {
    const chart = countedChart(request({ ...growthOf(two, []), counted: own(more) }));
    expect(chart?.drawn).toBeUndefined();
    expect(chart?.notes.page.join(" ")).toContain(words);
  });

  test("of another account than the exports' it says so, and nothing of the exports", () => {
    const other = { ...growthOf(two, days), isOtherAccount: true };
    const none = { ...other, counted: own({ followers: 99 }) };
    for (const one of [request(other), request(none), request(other, at("2026-11-10T00:00Z"))]) {
      const { page = [] } = countedChart(one)?.notes ?? {};
      expect(page.at(-1)).toBe("This is of your connected account. Your exports are of another.");
      expect(page.join(" ")).not.toMatch(/(of|between) your exports/);
    }
  });

  test("nothing is said of exports where there are none", () => {
    const alone = { ...growthOf([], days), exports: null };
    expect(countedChart(request(alone))?.notes.page.at(-1)).toBe(
      "Counted by Instagram itself, by its own days and without names; read Nov 23, 2026.",
    );
    const none = countedChart(request({ ...alone, counted: own({ followers: 99 }) }));
    expect(none?.notes.page).toEqual([
      "Instagram counts who follows and who leaves for accounts with 100 followers or more.",
    ]);
  });

  test("a range without any says so", () => {
    const chart = countedChart(request(growthOf(two, days), at("2026-11-10T00:00Z")));
    expect(chart?.notes.page).toEqual(["Instagram has counted no day of the last 4 weeks."]);
  });
});

describe("an audience", () => {
  const audience = {
    ...{ askedAt: now, isRefused: false, city: [], country: null },
    age: [
      { name: "25-34", followers: 60 },
      { name: "13-17", followers: 40 },
    ],
    gender: [
      { name: "U", followers: 50 },
      { name: "F", followers: 30 },
      { name: "M", followers: 20 },
    ],
    views: { from: at("2026-10-01"), to: now, followers: 50, others: 49, unknown: 1 },
  };

  test("shares are of those counted; unknown is a row of its own, the last", () => {
    const found = audienceShares(audience);
    expect(found.map(({ of }) => of)).toEqual(["age", "gender", "views"]);
    expect(found.map(({ parts }) => parts.map(({ name, percent }) => [name, percent]))).toEqual([
      [
        ["13-17", 40],
        ["25-34", 60],
      ],
      [
        ["Women", 30],
        ["Men", 20],
        ["Unknown", 50],
      ],
      [
        ["Followers", 50],
        ["Others", 49],
        ["Unknown", 1],
      ],
    ]);
  });

  test("a country that nobody knows keeps its letters", () => {
    const [countries] = audienceShares({
      ...audience,
      country: [
        { name: "DE", followers: 1 },
        { name: "QQ", followers: 1 },
        { name: "not a country", followers: 1 },
      ],
    });
    expect(countries?.parts.map(({ name }) => name)).toEqual(["Germany", "QQ", "not a country"]);
  });
});

describe("reels", () => {
  const reel = (postedAt: number, figures: object, kind: "reel" | "post" = "reel") => ({
    ...{ id: String(postedAt), kind, postedAt: postedAt * 1_000, permalink: null },
    ...{ pictureUrl: null, likes: 1, comments: 1, figures, readAt: now, commenters: [] },
  });
  const reelsOf = (...posts: ReturnType<typeof reel>[]) =>
    countedByInstagram({
      ...{ readAt: now, username: "ana", followers: 5, following: 1, posts },
      ...{ hasCommenters: true, followerCounts: [], reach: [] },
    }).reels;

  test("only those of which either figure is known", () => {
    expect(
      reelsOf(
        reel(3, { ig_reels_avg_watch_time: 7_000, reels_skip_rate: 31 }),
        reel(2, {}),
        reel(1, { reels_skip_rate: 0.5 }),
        reel(0, { reels_skip_rate: 1 }, "post"),
      ),
    ).toEqual([
      { postedAt: 3, permalink: null, watched: 7_000, skipped: 31 },
      { postedAt: 1, permalink: null, watched: null, skipped: 0.5 },
    ]);
  });

  test("a skip rate is a fraction where none is above 1", () => {
    const reels = reelsOf(reel(3, { reels_skip_rate: 1 }), reel(2, { reels_skip_rate: 0.25 }));
    expect(reels.map(({ skipped }) => skipped)).toEqual([100, 25]);
  });
});
