import { describe, expect, test } from "vitest";
import { SandboxAccount } from "#sandbox/instagram/account.ts";
import { createClock } from "#sandbox/instagram/clock.ts";
import { planOf } from "#sandbox/instagram/plan.ts";
import { sampleOwner } from "#sandbox/sample-exports.ts";
import type { Told } from "~/features/account/letter-entries";
import type { Growth } from "~/features/growth/growth";
import {
  askableDays,
  countsOfInstagram,
  daysToCount,
  type InstagramDay,
  noCounts,
  noteDay,
} from "~/features/history/instagram-counts";
import { weeklyNews } from "~/features/letters/rules/weekly-news";
import { counted, exportsOf, growth, post } from "./known.ts";

const at = (text: string) => Date.parse(text);
const now = at("2026-11-23T07:00Z");
const category = (...names: string[]) => ({
  total: names.length,
  people: names.map((username) => ({ username })),
});
const nobody = { audience: {}, recommendations: [] };
const news = (known: Growth, told: Told | null = null, profile: object = {}, week = 0) =>
  weeklyNews({ growth: known, profile: { ...nobody, ...profile } }, told, { now, week });

const read = growth({
  instagramCounts: [counted("2026-11-10T00:00Z", 90), counted("2026-11-22T00:00Z", 100)],
  posts: [post("2026-11-20T00:00Z", 5)],
});
const imported = growth({ exports: exportsOf(["2026-10-01", 80], ["2026-11-18", 95]) });
const withShown = (exports: ReturnType<typeof exportsOf>, shown: number) => ({
  ...exports,
  imports: exports.imports.map((one) => ({ ...one, shown })),
});
const told: Told = {
  at: at("2026-11-16T07:00Z"),
  followers: 100,
  exportTakenAt: at("2026-11-18"),
  newestPostAt: at("2026-11-20T00:00Z") / 1_000,
};

describe("there is something to say only if something has changed since the last letter", () => {
  test.each<[string, Growth, Told | null, boolean]>([
    ["nothing is known at all", growth(), null, false],
    ["the first letter", read, null, true],
    ["the same as last week", read, { ...told, exportTakenAt: null }, false],
    ["another count", read, { ...told, exportTakenAt: null, followers: 99 }, true],
    ["a new post", read, { ...told, exportTakenAt: null, newestPostAt: 1 }, true],
    ["a new export", imported, { ...told, exportTakenAt: 1 }, true],
    ["an export was taken back", growth({ exports: exportsOf(["2026-10-01", 80]) }), told, true],
    ["all was taken back", growth(), told, true],
  ])("%s", (_, known, before, isNews) => {
    expect(news(known, before) !== undefined).toBe(isNews);
  });
});

describe("followers now and then", () => {
  test.each<[string, Growth, Told | null, number | undefined, number | undefined]>([
    ["then: what was known at the last letter", read, { ...told, followers: 88 }, 100, 90],
    [
      "a count of another account, or of a discarded export, is not compared with",
      growth({ instagramCounts: [counted("2026-11-22T00:00Z", 100)] }),
      { ...told, followers: 5_000 },
      100,
      undefined,
    ],
    ["at first: the last count that is a week old", read, null, 100, 90],
    [
      "at first, without one: the oldest",
      growth({
        instagramCounts: [counted("2026-11-20T00:00Z", 97), counted("2026-11-22T00:00Z", 100)],
      }),
      null,
      100,
      97,
    ],
    [
      "with a single count: nothing to compare",
      growth({ exports: exportsOf(["2026-11-18", 95]) }),
      null,
      95,
      undefined,
    ],
    [
      "the newest count of all, compared with none of another kind: Instagram shows more than its export lists",
      growth({
        exports: exportsOf(["2026-11-22T09:00Z", 95]),
        instagramCounts: [counted("2026-11-22T00:00Z", 100)],
      }),
      null,
      95,
      undefined,
    ],
    [
      "a count from before the last letter, as after a disconnection, is compared with none",
      growth({ exports: exportsOf(["2026-10-01", 80], ["2026-11-10", 95]) }),
      { ...told, exportTakenAt: at("2026-11-10") },
      95,
      undefined,
    ],
    [
      "a new export, though it was taken before the last letter, with the one before",
      growth({ exports: exportsOf(["2026-10-01", 80], ["2026-11-10", 95]) }),
      { ...told, exportTakenAt: at("2026-10-01") },
      95,
      80,
    ],
    [
      "a reading, with no number typed as 12.3K: who came cannot be told from it",
      growth({
        exports: withShown(exportsOf(["2026-11-10", 12_050]), 12_300),
        instagramCounts: [counted("2026-11-22T00:00Z", 12_349)],
      }),
      null,
      12_349,
      undefined,
    ],
    [
      "a reading, with a number typed as it is",
      growth({
        exports: withShown(exportsOf(["2026-11-10", 12_050]), 12_301),
        instagramCounts: [counted("2026-11-22T00:00Z", 12_349)],
      }),
      null,
      12_349,
      12_301,
    ],
    ["unknown", growth({ exports: exportsOf(["2026-11-18", null]) }), null, undefined, undefined],
  ])("%s", (_, known, before, latest, earlier) => {
    const found = news(known, before);
    expect([found?.latest?.followers, found?.earlier?.followers]).toEqual([latest, earlier]);
  });
});

test("people are named where an export is new: the first five, then how many", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const audience = { newFollowers: category(...names), lostFollowers: category("z") };
  expect(news(imported, null, { audience })?.people).toEqual({
    from: at("2026-10-01"),
    to: at("2026-11-18"),
    leftFrom: at("2026-10-01"),
    isPart: false,
    hasGap: false,
    came: { names: names.slice(0, 5), total: 7, hidden: 0 },
    left: { names: ["z"], total: 1, hidden: 0 },
  });
  const same = { ...told, followers: 1 };
  expect(news(imported, same, { audience })?.people).toBeUndefined();
});

test("who left may have been gone since an older export than the one before", () => {
  const [first, second, ...others] = exportsOf(
    ["2026-10-01", 100],
    ["2026-11-01", 100],
    ["2026-11-18", 95],
  ).imports;
  const [newest] = others;
  if (!first || !second || !newest) throw new Error("there are three");
  const losses = [
    { from: second.takenAt, left: 1 },
    { from: first.takenAt, left: 2 },
  ];
  const exports = { ...exportsOf(), imports: [first, second, { ...newest, losses }] };
  const audience = { newFollowers: category("a"), lostFollowers: category("x", "y", "z") };
  expect(news(growth({ exports }), null, { audience })?.people).toMatchObject({
    from: at("2026-11-01"),
    leftFrom: at("2026-10-01"),
  });
});

test("of who left, an export of part of the time does not tell all", () => {
  const { imports, ...rest } = exportsOf(["2026-10-01", 100], ["2026-11-18", 95]);
  const part = imports.map((one, index) => (index === 1 ? { ...one, isPart: true as const } : one));
  const audience = { newFollowers: category("a"), lostFollowers: category() };
  const known = growth({ exports: { ...rest, imports: part } });
  expect(news(known, null, { audience })?.people).toMatchObject({ isPart: true });
});

test.each<[string, string, boolean]>([
  ["from before the export before it", "2026-09-30", false],
  ["from a month after the export before it", "2026-11-01", true],
])("of who came, an export of part of the time %s does or does not tell all", (_, from, hasGap) => {
  const { imports, ...rest } = exportsOf(["2026-10-01", 100], ["2026-11-18", 95]);
  const covers = { from: at(from) / 1_000, to: at("2026-11-15") / 1_000 };
  const part = imports.map((one, index) =>
    index === 1 ? { ...one, covers, isPart: true as const } : one,
  );
  const audience = { newFollowers: category(), lostFollowers: category() };
  const known = growth({ exports: { ...rest, imports: part } });
  expect(news(known, null, { audience })?.people).toMatchObject({ isPart: true, hasGap });
});

test("with a single export nobody is known to have left", () => {
  const one = growth({ exports: exportsOf(["2026-11-18", 95]) });
  const audience = {
    newFollowers: category("a"),
    lostFollowers: { total: null, people: [] },
  };
  expect(news(one, null, { audience })?.people).toMatchObject({ from: null, left: undefined });
});

test.each<[string, ReturnType<typeof post>[], number | undefined]>([
  [
    "the one with the most likes and comments",
    [post("2026-11-20", 5), post("2026-11-10", 4, { comments: 3 })],
    7,
  ],
  ["the newer one of two", [post("2026-11-20", 5), post("2026-11-10", 5)], 5],
  ["of the last four weeks only", [post("2026-11-20", 5), post("2026-10-10", 500)], 5],
  [
    "unknown comments do not count as none",
    [post("2026-11-20", 90, { comments: null }), post("2026-11-19", 3)],
    3,
  ],
  ["hidden likes are not guessed", [post("2026-11-20", null, { comments: 90 })], undefined],
  ["none", [], undefined],
])("the best post: %s", (_, posts, engagement) => {
  const best = news({ ...read, posts })?.bestPost;
  expect(best?.engagement).toBe(engagement);
  if (posts.length > 1) expect(best?.postedAt).toBeGreaterThan(at("2026-10-27") / 1_000);
});

test("posts of another account than the followers are of are not told", () => {
  const known = growth({ ...imported, isOtherAccount: true, posts: [post("2026-11-20", 5)] });
  expect(news(known)?.bestPost).toBeUndefined();
  expect(news(known, { ...told, followers: 95, newestPostAt: null })).toBeUndefined();
});

test("each week another recommendation", () => {
  const recommendations = ["one", "two", "three"];
  const said = [0, 1, 2, 3].map((week) => news(read, null, { recommendations }, week));
  expect(said.map((one) => one?.recommendation)).toEqual(["one", "two", "three", "one"]);
  expect(news(read)?.recommendation).toBeUndefined();
});

describe("what Instagram counts itself", () => {
  const days = (from: string, ...left: number[]) => ({
    counted: {
      ...{ isRefused: false, audience: null, readAt: now, followers: 900, reels: [] },
      days: left.map((count, index) => ({
        startsAt: at(`${from}T08:00Z`) + index * 86_400_000,
        followed: 2 * count,
        left: count,
      })),
    },
  });
  const same = { ...told, exportTakenAt: null, followers: null, newestPostAt: null };
  const counts = growth(days("2026-11-10", 1, 1, 1, 1, 1, 1, 1, 3, 0, 0, 1, 2));

  test("is told at first of the last week, and is news by itself", () => {
    const first = news(counts);
    expect(first?.official).toEqual([
      { from: at("2026-11-16"), to: at("2026-11-21"), followed: 14, left: 7 },
    ]);
    expect(first?.told.countedTo).toBe(at("2026-11-21"));
  });

  test("is told next of the days since, and of none twice", () => {
    expect(news(counts, { ...same, countedTo: at("2026-11-19") })?.official).toEqual([
      { from: at("2026-11-20"), to: at("2026-11-21"), followed: 6, left: 3 },
    ]);
    expect(news(counts, { ...same, countedTo: at("2026-11-21") })).toBeUndefined();
  });

  test("days on which nobody came or left are no news", () => {
    const quiet = growth(days("2026-11-20", 0, 0));
    expect(news(quiet, { ...same, countedTo: at("2026-11-19") })).toBeUndefined();
  });

  test.each([
    ["at noon", "2026-11-18T12:00Z", "2026-11-17", 3],
    ["in the evening of the Americas, with Instagram's day", "2026-11-18T03:00Z", "2026-11-16", 6],
    ["at a date alone", "2026-11-18", "2026-11-16", 6],
  ])(
    "gives way to a new export; the days from the one on which it was taken on are told next: taken %s",
    (_, takenAt, countedTo, left) => {
      const known = { ...counts, exports: exportsOf(["2026-10-01", 80], [takenAt, 95]) };
      const letter = news(known, { ...same, exportTakenAt: 1, countedTo: at("2026-11-12") });
      expect(letter?.official).toEqual([]);
      expect(letter?.told.countedTo).toBe(at(countedTo));
      expect(news(known, letter?.told)?.official[0]).toMatchObject({
        from: at(countedTo) + 86_400_000,
        left,
      });
    },
  );

  test("is told without the days of which Instagram has no count", () => {
    const { days: all, ...rest } = counts.counted ?? days("2026-11-10").counted;
    const none = all.map((one) => (one.left === 3 ? { ...one, followed: null, left: null } : one));
    const known = { ...counts, counted: { ...rest, days: none } };
    const letter = news(known, { ...same, countedTo: at("2026-11-14") });
    expect(letter?.official).toEqual([
      { from: at("2026-11-15"), to: at("2026-11-16"), followed: 4, left: 2 },
      { from: at("2026-11-18"), to: at("2026-11-21"), followed: 6, left: 3 },
    ]);
    expect(letter?.told.countedTo).toBe(at("2026-11-21"));
  });

  test("is told up to a day that was not asked for yet; the next letter tells it with those after it", () => {
    const { days: all, ...rest } = counts.counted ?? days("2026-11-10").counted;
    const without = (left: number, more = {}) => ({
      ...counts,
      counted: { ...rest, days: all.filter((one) => one.left !== left), ...more },
    });
    const before = { ...same, countedTo: at("2026-11-14") };
    const letter = news(without(3), before);
    expect(letter?.official).toEqual([
      { from: at("2026-11-15"), to: at("2026-11-16"), followed: 4, left: 2 },
    ]);
    expect(news(counts, letter?.told)?.official).toEqual([
      { from: at("2026-11-17"), to: at("2026-11-21"), followed: 12, left: 6 },
    ]);
    // Where none will come, nothing waits for it.
    for (const more of [{ isRefused: true }, { followers: 99 }])
      expect(news(without(3, more), before)?.told.countedTo).toBe(at("2026-11-21"));
    // A first letter that comes before the days of its week.
    const first = news({ ...without(1), instagramCounts: read.instagramCounts });
    expect(first?.official).toEqual([]);
    expect(news(counts, first?.told ?? null)?.official).toMatchObject([
      { from: at("2026-11-16"), to: at("2026-11-21") },
    ]);
  });

  test("where no letter has told a day yet, begins with the first that was not settled at the last one", () => {
    const last = { ...same, at: at("2026-11-16T12:00Z"), countedTo: null };
    expect(news(counts, last)?.official).toMatchObject([
      { from: at("2026-11-14"), to: at("2026-11-21") },
    ]);
  });

  test("an export from before what is told already makes no day told twice", () => {
    const letter = news(
      { ...counts, exports: imported.exports },
      { ...same, exportTakenAt: 1, countedTo: at("2026-11-20") },
    );
    expect(letter?.people).toBeDefined();
    expect(letter?.told.countedTo).toBe(at("2026-11-20"));
  });

  test("of another account than the exports' is not told", () => {
    expect(news({ ...counts, isOtherAccount: true })).toBeUndefined();
  });

  test("over eight letters is of each day once, as it is in the end, though Instagram counts it late", () => {
    const length = 86_400_000;
    const end = at("2026-11-23T03:00Z");
    let moment = end;
    const account = new SandboxAccount(planOf({ key: "late", seed: 5, history: sampleOwner }), 0, {
      ...createClock(),
      asOf: () => moment,
    });
    const truth = ({ startsAt, endsAt }: InstagramDay) => account.follows(startsAt, endsAt);
    /** Nobody in the first day after its end, half of them in the second. */
    const given = (one: InstagramDay) => {
      const { followed = 0, left = 0 } = truth(one) ?? {};
      const share = Math.min(2, Math.floor((moment - one.endsAt) / length)) / 2;
      return { followed: Math.floor(followed * share), left: Math.floor(left * share) };
    };
    let kept = noCounts;
    let last: Told | null = null;
    const official: { from: number; to: number; followed: number; left: number }[] = [];
    for (moment = end - 63 * length; moment <= end; moment += length) {
      const reach = account.reach(moment - 30 * length, moment);
      for (const one of daysToCount(kept, askableDays(moment, reach), moment))
        kept = noteDay(kept, one, given(one), moment);
      const isMonday = new Date(moment).getUTCDay() === 1;
      if (!isMonday) continue;
      const own = { ...days("2026-11-10").counted, ...countsOfInstagram(kept) };
      const known = growth({
        counted: own,
        instagramCounts: [{ at: moment / 1_000, followers: moment }],
      });
      const at = { now: moment + 4 * 3_600_000, week: 0 };
      const letter = weeklyNews({ growth: known, profile: nobody }, last, at);
      official.push(...(letter?.official ?? []));
      last = letter?.told ?? last;
    }
    const begin = (date: number) => date + 7 * 3_600_000;
    const told = official.map(({ from, to }) => [from, to]);
    for (const [at, [from = 0]] of told.entries())
      if (at > 0) expect(from).toBe((told[at - 1]?.[1] ?? 0) + length);
    for (const { from, to, ...counts } of official)
      expect(counts).toEqual(truth({ startsAt: begin(from), endsAt: begin(to) + length }));
    expect(
      official.reduce((sum, { from, to }) => sum + (to - from) / length + 1, 0),
    ).toBeGreaterThanOrEqual(56);
    expect(official.at(-1)?.to).toBe(at("2026-11-19"));
    expect(official.reduce((sum, { left }) => sum + left, 0)).toBeGreaterThan(20);
  });

  test("is told up to a day that Instagram may still count; one that it no longer keeps holds nothing up", () => {
    const { days: all, ...rest } = counts.counted ?? days("2026-11-10").counted;
    const early = (startsAt: number) => ({
      startsAt,
      followed: null,
      left: null,
      mayChange: true as const,
    });
    const known = (startsAt: number) => ({
      ...counts,
      counted: {
        ...rest,
        days: [early(startsAt), ...all.filter((one) => one.startsAt !== startsAt)],
      },
    });
    const late = news(known(at("2026-11-20T08:00Z")), { ...same, countedTo: at("2026-11-16") });
    expect(late?.official).toEqual([
      { from: at("2026-11-17"), to: at("2026-11-19"), followed: 6, left: 3 },
    ]);
    expect(late?.told.countedTo).toBe(at("2026-11-19"));
    const old = known(at("2026-08-20T07:00Z"));
    old.counted.days.push(
      ...days("2026-08-25", ...Array.from({ length: 77 }, () => 0)).counted.days,
    );
    old.counted.days.sort((one, other) => one.startsAt - other.startsAt);
    const gone = news(old, { ...same, countedTo: at("2026-08-01") });
    expect(gone?.told.countedTo).toBe(at("2026-11-21"));
  });
});
