import { describe, expect, test } from "vitest";
import { noChanges, noGrowth } from "#tests/setup/growths";
import { officialDays } from "~/features/growth/counted-by-instagram";
import { engagementSeries } from "~/features/growth/engagement";
import {
  followerLines,
  followersSeries,
  knownCounts,
  pointsWithin,
} from "~/features/growth/followers";
import {
  backBetween,
  gainedBy,
  leftBetween,
  leftPerWeek,
  periodFor,
} from "~/features/growth/gained-and-left";
import type { Growth, GrowthImport, GrowthOfExports, GrowthPost } from "~/features/growth/growth";
import { rangeOf, spanOf } from "~/features/growth/ranges";
import { reachChart, reachSeries } from "~/features/growth/reach";
import { followTimesByDay } from "~/features/growth/rules/follow-times";
import { survivalByMonth } from "~/features/growth/survival";

const day = 86_400_000;
const at = (text: string) => Date.parse(`${text}Z`);
const all = { from: undefined, to: at("2026-12-31T00:00") };

const taken = (
  date: string,
  followers: number | null,
  ...losses: [from: string, left: number][]
): GrowthImport => ({
  takenAt: at(`${date}T12:00`),
  followers,
  changes: null,
  losses: losses.map(([from, left]) => ({ from: at(`${from}T12:00`), left })),
  covers: { from: 0, to: at(`${date}T12:00`) / 1_000 - 3 * 86_400 },
});

const firstDay = at("2026-10-01T00:00") / day;

/** Follows on the days from Thursday, 1 October 2026 on. */
const growthOf = (exports: Partial<GrowthOfExports>, more: Partial<Growth> = {}): Growth => ({
  ...noGrowth,
  exports: {
    imports: [taken("2026-10-06", 16)],
    stayed: followTimesByDay(firstDay, [1, 2, 0, 1, 3, 1]),
    left: followTimesByDay(firstDay, [0, 1, 0, 0, 0, 0]),
    gaps: [],
    firstLook: {
      takenAt: at("2026-10-06T12:00"),
      firstDay,
      counts: [1, 3, 0, 1, 3, 1],
      undated: 7,
    },
    ...exports,
  },
  ...more,
});

describe("ranges", () => {
  test.each([
    ["4-weeks", "4-weeks"],
    ["all", "all"],
    ["century", "year"],
    [null, "year"],
  ] as const)("?range=%s is %s", (asked, range) => expect(rangeOf(asked, "year")).toBe(range));

  test("end with today, whatever the hour", () => {
    const span = { from: at("2026-10-04T00:00"), to: at("2026-11-01T00:00") };
    expect(spanOf("4-weeks", noGrowth, at("2026-10-31T00:00"))).toEqual(span);
    expect(spanOf("4-weeks", noGrowth, at("2026-10-31T23:59"))).toEqual(span);
    expect(spanOf("all", noGrowth, 0).from).toBeUndefined();
  });
});

describe("followers", () => {
  test("before the first count: all who were still there then, those who left since among them", () => {
    const { reconstructed, exported } = followersSeries(growthOf({}));
    expect(reconstructed.map(({ followers }) => followers)).toEqual([8, 11, 11, 12, 15]);
    expect(reconstructed[0]?.at).toBe(at("2026-10-02T00:00"));
    expect(exported).toEqual([{ at: at("2026-10-06T12:00"), followers: 16 }]);
  });

  test("Instagram's counts stand beside those of exports, and end what is reconstructed", () => {
    const counts = [{ at: at("2026-10-03T06:00") / 1_000, followers: 20 }];
    const series = followersSeries(growthOf({}, { instagramCounts: counts }));
    expect(series.instagram).toEqual([{ at: at("2026-10-03T06:00"), followers: 20 }]);
    expect(series.reconstructed).toHaveLength(2);
  });

  test("a count of an older version that was none is none", () =>
    expect(followersSeries(growthOf({ imports: [taken("2026-10-06", null)] })).exported).toEqual(
      [],
    ));

  test("nothing is known of nothing", () =>
    expect(followersSeries(noGrowth)).toEqual({ reconstructed: [], exported: [], instagram: [] }));

  test("a line that comes in from before begins at the edge", () => {
    const points = [
      { at: 0, followers: 10 },
      { at: 10, followers: 20 },
    ];
    expect(pointsWithin(points, { from: 5, to: 20 })).toEqual({
      points: [points[1]],
      edge: { at: 5, followers: 15 },
    });
    expect(pointsWithin(points, { from: 10, to: 20 }).edge).toBeUndefined();
    expect(pointsWithin(points, { from: 11, to: 20 })).toEqual({ points: [], edge: undefined });
  });
});

describe("lines of followers", () => {
  const count = (date: string, followers: number) => ({ at: at(date) / 1_000, followers });

  test("what is reconstructed leads up to the first export, without counting it as its own", () => {
    const [dashed, exported] = followerLines(growthOf({}), all);
    expect(dashed).toMatchObject({ from: "reconstructed", counts: [] });
    expect(dashed?.points.at(-1)).toEqual({ at: at("2026-10-06T12:00"), followers: 16 });
    expect(dashed?.own).toEqual(dashed?.points.slice(0, -1));
    expect(exported).toMatchObject({ from: "exported", counts: exported?.points });
  });

  test("not up to an export that comes after a count of Instagram's", () => {
    const growth = growthOf({}, { instagramCounts: [count("2026-10-03T06:00", 20)] });
    const [dashed] = followerLines(growth, all);
    expect(dashed?.points.at(-1)?.at).toBe(at("2026-10-03T00:00"));
    expect(knownCounts(growth).map(({ followers }) => followers)).toEqual([20, 16]);
  });

  test("only those of the span", () =>
    expect(followerLines(growthOf({}), { from: at("2026-11-01T00:00"), to: all.to })).toEqual([]));
});

describe("gained", () => {
  test("by weeks from Monday, the last of which may not be whole", () =>
    expect(gainedBy("week", growthOf({}), all, "UTC")).toEqual([
      {
        from: at("2026-09-28T00:00"),
        to: at("2026-10-05T00:00"),
        gained: 5,
        isWhole: true,
        isOfStayers: true,
      },
      {
        from: at("2026-10-05T00:00"),
        to: at("2026-10-12T00:00"),
        gained: 4,
        isWhole: false,
        isOfStayers: true,
      },
    ]));

  test.each([
    ["month", [9]],
    ["year", [9]],
  ] as const)("by %s: the same people", (period, counts) =>
    expect(gainedBy(period, growthOf({}), all, "UTC").map(({ gained }) => gained)).toEqual(counts),
  );

  test("who followed after the moment that counts as the export's, across a week's edge, is in that week's bar", () => {
    // Monday 12 October at 00:00: a day of a file's name, with follows of that day until noon.
    const imports = [{ ...taken("2026-10-12", 9), takenAt: at("2026-10-12T00:00") }];
    const stayed = followTimesByDay(firstDay, [...new Array(10).fill(0), 2, 3]);
    const left = followTimesByDay(firstDay, []);
    const growth = growthOf({ imports, stayed, left });
    const told = (period: "week" | "month") =>
      gainedBy(period, growth, all, "UTC").map(({ gained, isWhole }) => [gained, isWhole]);
    expect(told("week")).toEqual([
      [2, true],
      [3, false],
    ]);
    expect(told("month")).toEqual([[5, false]]);
  });

  test("a span begins with the whole week in which it begins", () => {
    const span = { from: at("2026-10-07T00:00"), to: at("2026-10-10T00:00") };
    expect(gainedBy("week", growthOf({}), span, "UTC")).toEqual([]);
    const from = { from: at("2026-10-06T00:00"), to: at("2026-10-10T00:00") };
    expect(gainedBy("week", growthOf({}), from, "UTC").map(({ gained }) => gained)).toEqual([4]);
  });

  test("weeks without anybody are there, too", () => {
    const stayed = followTimesByDay(firstDay, [1, ...new Array(20).fill(0), 1]);
    const imports = [taken("2026-10-22", 9)];
    const weeks = gainedBy("week", growthOf({ stayed, imports }), all, "UTC");
    expect(weeks.map(({ gained }) => gained)).toEqual([2, 0, 0, 1]);
  });

  test("nothing without an export", () =>
    expect(gainedBy("week", noGrowth, all, "UTC")).toEqual([]));

  test.each([
    [0, 100 * 7, "week"],
    [0, 107 * 7, "month"],
    [0, 4_000, "year"],
  ] as const)("from day %i to %i: by %s", (from, to, period) =>
    expect(periodFor(from * day, to * day, 106)).toBe(period),
  );
});

test("who left is known between the export that showed them last and the next", () => {
  const imports = [
    taken("2026-10-01", 9),
    taken("2026-10-11", 9, ["2026-10-01", 3]),
    taken("2026-10-31", 9, ["2026-10-11", 4], ["2026-10-01", 6]),
  ];
  const [first, second, last] = imports.map(({ takenAt }) => takenAt);
  const growth = growthOf({ imports });
  const losses = leftBetween(growth, all);
  expect(losses).toEqual([
    { from: first, to: second, left: 3, perWeek: 3 / (10 / 7) },
    { from: second, to: last, left: 4, perWeek: 4 / (20 / 7) },
    { from: first, to: last, left: 6, perWeek: 6 / (30 / 7) },
  ]);
  // Those that overlap in time stand on one another.
  const stretches = leftPerWeek(losses);
  expect(stretches.map(({ from, to }) => [from, to])).toEqual([
    [first, second],
    [second, last],
  ]);
  const left = stretches.map(({ from, to, perWeek }) => (perWeek * (to - from)) / (7 * day));
  expect(left.map((count) => Math.round(count * 1_000) / 1_000)).toEqual([5, 8]);
  // Two exports of one moment, as a day is dated alike: the loss is drawn on that day.
  const alike = [taken("2026-10-01", 9), taken("2026-10-01", 8, ["2026-10-01", 1])];
  expect(leftPerWeek(leftBetween(growthOf({ imports: alike }), all))).toEqual([
    { from: first, to: (first ?? 0) + day, perWeek: 1 },
  ]);
  // Two exports of one day: the loss is not made larger than it is.
  const soon = [taken("2026-10-01", 9), taken("2026-10-02", 9, ["2026-10-01", 3])];
  expect(leftBetween(growthOf({ imports: soon }), all).map(({ perWeek }) => perWeek)).toEqual([3]);
  const later = { from: at("2026-10-12T00:00"), to: all.to };
  expect(leftBetween(growth, later)).toHaveLength(2);
});

test("who came back, and who left and followed again, is told between two exports", () => {
  const changes = { ...noChanges, returned: 2, refollowed: 1 };
  const imports = [
    taken("2026-10-01", 9),
    { ...taken("2026-10-11", 11), changes },
    { ...taken("2026-10-21", 11), changes: noChanges },
  ];
  const [first, second] = imports.map(({ takenAt }) => takenAt);
  expect(backBetween(growthOf({ imports }), all)).toEqual([
    { from: first, to: second, returned: 2, refollowed: 1 },
  ]);
});

describe("a month shows who stayed", () => {
  const start = at("2025-01-01T00:00") / day;
  const days = (counts: Record<string, number>) =>
    followTimesByDay(
      start,
      Array.from({ length: 700 }, (_, n) => {
        const date = new Date((start + n) * day).toISOString().slice(0, 10);
        return counts[date] ?? 0;
      }),
    );
  const growth = growthOf({
    stayed: days({ "2025-01-09": 9, "2026-08-02": 6, "2026-09-03": 4 }),
    left: days({ "2026-08-30": 2 }),
    imports: [taken("2026-10-06", 21)],
  });

  test("and whether it was seen late", () => {
    const months = survivalByMonth(growth, all, "UTC");
    expect(months.map(({ percent, isSeenLate }) => [percent, isSeenLate])).toEqual([
      [100, true],
      [75, true],
      [100, false],
    ]);
    expect(months[1]).toMatchObject({
      from: at("2026-08-01T00:00"),
      to: at("2026-09-01T00:00"),
      came: 8,
    });
    // A year is shown at least: within weeks nobody's staying can be judged.
    const weeks = { from: at("2026-12-03T00:00"), to: all.to };
    expect(survivalByMonth(growth, weeks, "UTC")).toHaveLength(2);
  });

  test("as a calendar of the subscriber's zone has it", () => {
    const months = survivalByMonth(growth, all, "Pacific/Auckland");
    expect(months.map(({ from }) => new Date(from).toISOString())).toEqual([
      "2024-12-31T11:00:00.000Z",
      "2026-07-31T12:00:00.000Z",
      "2026-08-31T12:00:00.000Z",
    ]);
  });

  test("where an export shows the whole of it", () =>
    expect(
      survivalByMonth(
        growthOf({
          stayed: growth.exports?.stayed ?? { quarters: [], counts: [] },
          imports: [{ ...taken("2026-10-06", 21), covers: null }],
        }),
        all,
        "UTC",
      ),
    ).toEqual([]));
});

const post = (postedAt: number, likes: number | null, comments: number | null = 0): GrowthPost => ({
  kind: "post",
  postedAt: postedAt / 1_000,
  permalink: null,
  likes,
  comments,
  saves: null,
  shares: null,
  reach: null,
  follows: null,
  rate: null,
});

test("engagement: hidden likes are left out and counted, the median is of all posts", () => {
  const posts = [post(3 * day, 10, 2), post(2 * day, null), post(1 * day, 3, 1), post(0, 1)];
  expect(engagementSeries(posts, { from: 2 * day, to: 9 * day })).toEqual({
    points: [{ at: 3 * day, post: posts[0], engagement: 12 }],
    median: 4,
    unknown: 1,
  });
  expect(engagementSeries([post(0, null)], all).median).toBeUndefined();
});

test("a day's reach has the date by which Instagram's own days are shown", () => {
  const shown = (endsAt: string) => {
    const reach = [{ endsAt: at(endsAt), reach: 7 }];
    const days = [{ startsAt: at(endsAt) - day, followed: 1, left: 0 }];
    const counted = {
      days,
      isRefused: false,
      audience: null,
      readAt: 0,
      followers: 500,
      reels: [],
    };
    const growth = { ...noGrowth, reach, counted };
    const dates = [reachSeries(growth, all), officialDays(growth, all)].map(([one]) =>
      new Date(one?.at ?? 0).toISOString().slice(0, 10),
    );
    return [...new Set(dates)];
  };
  // Its days begin on the Pacific coast, or in whatever zone Instagram chooses.
  expect(shown("2026-11-11T08:00")).toEqual(["2026-11-10"]);
  expect(shown("2026-07-11T07:00")).toEqual(["2026-07-10"]);
  expect(shown("2026-11-10T15:00")).toEqual(["2026-11-10"]);
});

test("the headline of reach is of the newest day that Instagram no longer changed at the reading", () => {
  const reach = [19, 20, 21, 22].map((date) => ({
    endsAt: at(`2026-11-${date}T08:00`),
    reach: date > 20 ? 0 : date,
  }));
  const own = { days: [], isRefused: false, audience: null, followers: 500, reels: [] };
  const knowing = { mayImport: true, mayConnect: true, hasExport: true, isConnected: true };
  const said = (readAt: string | null, from?: number) =>
    reachChart({
      growth: { ...noGrowth, reach, ...(readAt && { counted: { ...own, readAt: at(readAt) } }) },
      ...{ range: "4-weeks", span: { ...all, from }, knowing, timeZone: null },
    }).drawn?.headline.page;
  expect(said("2026-11-22T18:00")).toBe("20 accounts reached on Nov 19, 2026");
  expect(said("2026-11-24T08:00")).toBe("0 accounts reached on Nov 21, 2026");
  // Growth of before it was kept, and where there is no such day.
  expect(said(null)).toBe("0 accounts reached on Nov 21, 2026");
  expect(said("2026-11-22T18:00", at("2026-11-21T12:00"))).toBe(
    "0 accounts reached on Nov 21, 2026",
  );
});

test("the average of reach is over the days that Instagram no longer changed at the reading", () => {
  const own = { days: [], isRefused: false, audience: null, followers: 500, reels: [] };
  const knowing = { mayImport: true, mayConnect: true, hasExport: true, isConnected: true };
  const readAt = at("2026-11-22T18:00");
  const daysTo = (newest: string, ...values: number[]) =>
    values.map((value, n) => ({
      endsAt: at(newest) - (values.length - 1 - n) * day,
      reach: value,
    }));
  const drawnOf = (reach: Growth["reach"]) =>
    reachChart({
      growth: { ...noGrowth, reach, counted: { ...own, readAt } },
      ...{ range: "year", span: all, knowing, timeZone: null },
    }).drawn;
  const month = daysTo("2026-11-22T08:00", ...Array.from({ length: 28 }, () => 300), 0, 0);
  expect(drawnOf(month)?.headline.paper).toContain("300 accounts a day, on average over 28 days");
  // One such day is told by its date, and drawn with the others.
  const three = drawnOf(daysTo("2026-11-22T08:00", 300, 0, 0));
  expect(three?.headline.paper).toBe("300 accounts reached on Nov 19, 2026.");
  expect(three?.figure.paper).not.toBeNull();
  const unfinished = drawnOf(daysTo("2026-11-22T08:00", 300, 0));
  expect(unfinished?.headline.paper).toContain("150 accounts a day, on average over 2 days");
});

test("what was reached by midnight was reached on the day before", () => {
  const reach = [at("2026-01-01T00:00"), at("2026-11-01T00:00")].map((endsAt) => ({
    endsAt,
    reach: 7,
  }));
  const span = { from: at("2026-01-01T00:00"), to: at("2026-12-01T00:00") };
  expect(reachSeries({ ...noGrowth, reach }, span)).toEqual([
    { at: at("2026-11-01T00:00") - 1, value: 7 },
  ]);
});
