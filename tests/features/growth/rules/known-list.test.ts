import { describe, expect, test } from "vitest";
import { listOf } from "#tests/features/history/rules/lists";
import { comparedSources } from "~/features/analysis/built-in-profile";
import { emptyProfile } from "~/features/analysis/profile";
import { growthFrom } from "~/features/growth/compute-growth";
import { followersChart, followersSeries } from "~/features/growth/followers";
import { gainedBy, leftBetween } from "~/features/growth/gained-and-left";
import type { Growth } from "~/features/growth/growth";
import type { AccountReading } from "~/features/history/account-reading";
import { allTime, type Window } from "~/features/history/history";
import { weeklyNews } from "~/features/letters/rules/weekly-news";
import { highlightsOf } from "~/features/report/rules/cover";
import { courseOf, type UsedExport } from "../../../../bench/analysis/course.ts";

// Everything is computed from the known list (docs/product.md#the-known-list), at every place.

const day = 86_400;
const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;
const from = (date: string): Window => ({ from: at(date), to: Number.POSITIVE_INFINITY });
const always = { from: undefined, to: Date.parse("2030-01-01") };

const taken = (
  date: string,
  people: Record<string, number | null>,
  window: Window = allTime,
  followersShown?: number,
): UsedExport => ({
  takenAt: at(date) * 1_000,
  window,
  followersShown,
  kept: { followers: listOf(people) },
});

/** `count` people, one follow a day from this date on. */
const many = (prefix: string, count: number, date: string): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${prefix}${n}`, at(date) + n * day]),
  );

describe("after a range that was used", () => {
  test("the count is that of the known list: 110, then a range with 12 new ones", async () => {
    const followers = many("old", 110, "2025-01-01");
    const { growth, people } = await courseOf([
      taken("2026-06-01", followers),
      taken("2026-07-01", many("late", 12, "2026-06-10"), from("2026-05-02")),
    ]);
    expect(followersSeries(growth).exported.map((point) => point.followers)).toEqual([110, 122]);
    expect(people.newFollowers).toHaveLength(12);
  });

  test("who left within it is told, the others with the next export of all time", async () => {
    const { growth, people } = await courseOf([
      taken("2026-06-01", { ana: at("2025-01-01"), ben: at("2025-02-01"), cleo: at("2026-05-20") }),
      taken("2026-07-01", {}, from("2026-05-02")),
      taken("2026-08-01", { ana: at("2025-01-01") }),
    ]);
    expect(followersSeries(growth).exported.map((point) => point.followers)).toEqual([3, 2, 1]);
    expect(leftBetween(growth, always)).toMatchObject([
      { from: at("2026-06-01") * 1_000, to: at("2026-07-01") * 1_000, left: 1 },
      // Who left from outside of the range may have left before it was taken.
      { from: at("2026-06-01") * 1_000, to: at("2026-08-01") * 1_000, left: 1 },
    ]);
    expect(people.lostFollowers).toEqual(["ben"]);
  });
});

test("the line before the first export has nobody who was away then and came back", async () => {
  const there = many("old", 206, "2025-01-01");
  const away = many("away", 6, "2025-03-01");
  const { growth } = await courseOf([
    taken("2026-06-01", there),
    taken("2026-07-01", { ...there, ...away }),
  ]);
  const { reconstructed, exported } = followersSeries(growth);
  expect(reconstructed.at(-1)?.followers).toBe(206);
  expect(exported.map((point) => point.followers)).toEqual([206, 212]);
  // Nor have the bars of that time: they came back, and did not follow then.
  const bars = gainedBy("year", growth, always, "UTC");
  expect(bars.reduce((sum, { gained }) => sum + gained, 0)).toBe(206);
});

test("who left and followed again is in neither series, as the count says", async () => {
  const before = many("old", 40, "2025-01-01");
  const again = many("old", 14, "2026-06-05");
  const { growth, people } = await courseOf([
    taken("2026-06-01", before),
    taken("2026-07-01", { ...before, ...again }),
  ]);
  expect(people.refollowed).toHaveLength(14);
  const since = { from: Date.parse("2026-06-01"), to: always.to };
  const gained = gainedBy("week", growth, since, "UTC").reduce((sum, one) => sum + one.gained, 0);
  const left = leftBetween(growth, since).reduce((sum, one) => sum + one.left, 0);
  expect({ gained, left }).toEqual({ gained: 0, left: 0 });
  expect(followersSeries(growth).exported.map((point) => point.followers)).toEqual([40, 40]);
});

/** What each place says of how many followers there are. */
function saidOf(growth: Growth, to = at("2026-12-01") * 1_000) {
  const knowing = { mayImport: true, mayConnect: true, hasExport: true, isConnected: false };
  const request = { range: "all" as const, span: { from: undefined, to }, timeZone: null };
  const { drawn } = followersChart({ growth, knowing, ...request });
  const profile = { audience: {}, recommendations: [] };
  const news = weeklyNews({ growth, profile }, null, { now: to, week: 0 });
  const [cover] = highlightsOf({
    ...{ language: "en", profile: { ...emptyProfile, source: "built-in" }, growth, people: {} },
    ...{ knowing, timeZone: "UTC", paper: "a4", operator: "" },
    rates: {
      ...{ source: "", year: 0 },
      other: { source: "", year: 0, lowestPercent: 0, highestPercent: 0, by: "" },
    },
  });
  return {
    headline: drawn?.headline.page,
    described: drawn?.description.page,
    paper: drawn?.headline.paper,
    cover: `${cover?.label}: ${cover?.value}`,
    letter: [news?.earlier?.followers, news?.latest?.followers],
  };
}

const inNovember = ["2026-11-20", many("late", 12, "2026-11-02"), from("2026-11-01")] as const;

describe("a number that the subscriber typed is Instagram's count, and no count of the list", () => {
  const hundred = many("old", 100, "2026-06-01");
  const fewer = Object.fromEntries(Object.entries(hundred).slice(5));

  test.each<[string, number | undefined, number | undefined]>([
    ["none", undefined, undefined],
    ["with the second", undefined, 101],
    ["with both, one of them by a slip", 1_000, 101],
  ])("%s", async (_, first, second) => {
    const { growth } = await courseOf([
      taken("2026-10-20", hundred, allTime, first),
      taken("2026-11-20", fewer, allTime, second),
    ]);
    expect(saidOf(growth)).toEqual({
      headline: "95 followers on Nov 20, 2026",
      // Of the reconstructed days, those read aloud are not all that are drawn.
      described: "From 3 on Jun 3, 2026 to 95 followers on Nov 20, 2026.",
      paper: "1 on Jun 1, 2026, 95 on Nov 20, 2026.",
      cover: "Followers: 95",
      letter: [100, 95],
    });
  });

  test("with an export of part of the time", async () => {
    const { growth } = await courseOf([taken(...inNovember, 1_361)]);
    expect(saidOf(growth)).toEqual({
      headline: "12 known followers on Nov 20, 2026",
      described: "One count: 12 known followers on Nov 20, 2026.",
      paper: "12 known followers on Nov 20, 2026. A line needs a second count.",
      cover: "Known followers: 12",
      letter: [undefined, 12],
    });
  });
});

describe("exports and Instagram count differently: no sentence leads from one to the other", () => {
  const count = (date: string, followers: number) => ({ at: at(date), followers });
  const growthOf = async (...instagramCounts: { at: number; followers: number }[]) => {
    const { growth } = await courseOf([
      taken("2026-10-20", many("old", 20, "2026-10-01"), from("2026-09-30")),
      taken(...inNovember),
    ]);
    return { ...growth, instagramCounts };
  };

  test("a reading of a day later is the newest count, and no end of the exports' line", async () => {
    expect(saidOf(await growthOf(count("2026-11-21", 101)))).toEqual({
      headline: "101 followers on Nov 21, 2026",
      described: "From 20 known on Oct 20, 2026 to 32 known followers on Nov 20, 2026.",
      paper: "20 known on Oct 20, 2026, 32 known on Nov 20, 2026.",
      cover: "Followers: 101",
      letter: [undefined, 101],
    });
  });

  test("told is the line that spans more time", async () => {
    const instagram = [count("2026-10-01", 90), count("2026-11-21", 101)];
    expect(saidOf(await growthOf(...instagram))).toMatchObject({
      described: "From 90 on Oct 1, 2026 to 101 followers on Nov 21, 2026.",
      paper: "90 on Oct 1, 2026, 101 on Nov 21, 2026.",
    });
  });

  test("of a connection alone a single reading is told", async () => {
    const growth = { ...(await growthOf(count("2026-11-21", 101))), exports: null };
    expect(saidOf(growth)).toMatchObject({
      described: "One count: 101 followers on Nov 21, 2026.",
      paper: "101 followers on Nov 21, 2026. A line needs a second count.",
    });
  });

  test("a single count of each makes no line", async () => {
    const { growth } = await courseOf([taken(...inNovember)]);
    const { described, paper } = saidOf({
      ...growth,
      instagramCounts: [count("2026-11-21", 101)],
    });
    expect(described).toBe("One count: 12 known followers on Nov 20, 2026.");
    expect(paper).toBe("12 known followers on Nov 20, 2026. A line needs a second count.");
  });
});

describe("weeks", () => {
  // Monday, 1 June 2026, 00:30 in Berlin: Sunday in UTC, and in New York.
  const monday = Date.parse("2026-05-31T22:30:00Z") / 1_000;

  test.each([
    ["UTC", "2026-05-25T00:00:00Z"],
    ["Europe/Berlin", "2026-05-31T22:00:00Z"],
    ["America/New_York", "2026-05-25T04:00:00Z"],
    ["Asia/Kathmandu", "2026-05-31T18:15:00Z"],
  ])("are cut in the subscriber's zone: %s", async (timeZone, start) => {
    const { growth } = await courseOf([taken("2026-06-20", { ana: monday })]);
    const [first] = gainedBy("week", growth, always, timeZone);
    expect(first).toMatchObject({ from: Date.parse(start), gained: 1 });
  });
});

const reading = (commenters: Record<string, number>): AccountReading => ({
  readAt: at("2026-09-01") * 1_000,
  username: "owner",
  followers: null,
  following: null,
  posts: [
    {
      ...{ id: "1", kind: "post", postedAt: at("2026-05-01") * 1_000, permalink: null },
      ...{ pictureUrl: null, likes: 1, comments: 1, figures: {}, readAt: 1 },
      commenters: Object.entries(commenters),
    },
  ],
  hasCommenters: true,
  followerCounts: [],
  reach: [],
});

test("a count is dated as of when Instagram said it, not when a reading ended: in growth, and for the rates", () => {
  const counts = [{ at: at("2026-08-20"), followers: 12 }];
  const read = { ...reading({}), followers: 12, followerCounts: counts };
  expect(growthFrom({ exports: undefined, reading: read }).instagramCounts).toEqual(counts);
  expect(comparedSources(undefined, read).counts).toEqual(counts);
});

describe("commenters", () => {
  const ana = at("2025-01-01");
  const ben = at("2025-02-01");

  test.each<[string, Record<string, number>[], { strangers: string[]; silent: string[] }]>([
    [
      "who took a new name long ago are followed through all exports",
      [
        { ana, ben },
        { anna: ana, ben },
        { annie: ana, ben },
        { annie: ana, ben },
      ],
      { strangers: [], silent: [] },
    ],
    [
      "who took a new name, and the old one back",
      [
        { ana, ben },
        { anna: ana, ben },
        { ana, ben },
        { ana, ben },
      ],
      { strangers: [], silent: [] },
    ],
    [
      "who left under the new name are told by it",
      [{ ana, ben }, { anna: ana, ben }, { ben }],
      { strangers: ["anna"], silent: [] },
    ],
    [
      "whose old name somebody else took: neither is said to be silent",
      [
        { ana, ben },
        { anna: ana, ben },
        { anna: ana, ben, ana: at("2026-07-20") },
      ],
      { strangers: [], silent: [] },
    ],
  ])("%s", async (_, lists, expected) => {
    const dates = ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"];
    const { people } = await courseOf(
      lists.map((people, index) => taken(dates[index] ?? "", people)),
      { reading: reading({ ana: 2, ben: 1 }) },
    );
    expect({ strangers: people.secretFans, silent: people.inactiveFollowers }).toEqual(expected);
  });
});
