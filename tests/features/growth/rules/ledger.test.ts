import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import type { ComparedPost, Ledger } from "~/features/growth/growth";
import { burstsOf, ledgerOf } from "~/features/growth/rules/ledger";
import { canStandOut, standOut } from "~/features/growth/rules/ledger-draws";
import { allTime } from "~/features/history/history";
import { courses, makeAccount, rhythms } from "../../../../bench/growth/accounts.ts";
import { ledgerOfAccount } from "../../../../bench/growth/ledgers.ts";

const day = 86_400;
const week = 7 * day;
const end = Date.UTC(2026, 10, 1) / 1_000;
const none = new Uint32Array(0);

/** An export of all time, from which the last three days do not count. */
const imports = [{ takenAt: (end + 3 * day) * 1_000, window: allTime }];

const every = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, index) => end - 3 * day - (count - 1 - index) * seconds);
const asPosts = (times: readonly number[], follows: number | null = null) =>
  times.map((postedAt) => ({ kind: "post" as const, postedAt, follows }));
const evenly = (count: number, weeks: number) =>
  Uint32Array.from(
    { length: count },
    (_, index) => end - weeks * week + (index * weeks * week) / count,
  );

describe("with too little, nothing is tested", () => {
  test.each<[string, number, number, number, string]>([
    ["enough of all", 20, 14, 60, "tested"],
    ["19 posts", 19, 14, 60, "too-few"],
    ["11 weeks", 22, 11, 60, "too-few"],
    ["49 follows", 20, 14, 49, "too-few"],
  ])("%s", (_, count, weeks, many, outcome) => {
    // The first post begins the time that is compared, and the first follow comes with it.
    const first = end - weeks * week - 3_600;
    const posts = [first, ...every(count - 1, (weeks * week - 4 * day) / count)];
    const stayed = Uint32Array.from([first - 60, ...evenly(many, weeks)]);
    const ledger = ledgerOf({
      follows: { stayed, left: none },
      imports,
      posts: asPosts(posts),
      otherTimes: [],
    });
    expect(ledger).toMatchObject({ outcome });
    if (ledger.outcome === "too-few") {
      const { weeks: known, posts: tested, follows } = ledger;
      expect({ known, tested, follows }).toEqual({ known: weeks, tested: count, follows: many });
    }
  });

  test("nothing at all", () => {
    const nothing = { follows: { stayed: none, left: none }, posts: [], otherTimes: [] };
    const tooFew = { outcome: "too-few", weeks: 0, posts: 0, follows: 0, bursts: [] };
    expect(ledgerOf({ ...nothing, imports })).toEqual(tooFew);
    expect(ledgerOf({ ...nothing, imports: [] })).toEqual(tooFew);
  });
});

describe("which posts are tested", () => {
  const stayed = evenly(2_000, 60);
  const of = (posts: ReturnType<typeof asPosts>, otherTimes: number[] = []) =>
    ledgerOf({ follows: { stayed, left: none }, imports, posts, otherTimes });

  test("where Instagram counts the follows of each, none", () => {
    expect(of(asPosts(every(50, week), 3))).toEqual({ outcome: "counted" });
  });

  test("where it counts those of some, the others", () => {
    const [counted, untold] = [every(50, week).slice(0, 20), every(50, week).slice(20)];
    const ledger = of([...asPosts(counted, 3), ...asPosts(untold)]);
    if (ledger.outcome !== "tested") throw new Error(ledger.outcome);
    expect(ledger.posts.map(({ postedAt }) => postedAt)).toEqual(untold.toReversed());
  });

  test("posts of which only the time is known, each once", () => {
    const times = every(50, week);
    const ledger = of(
      asPosts(times.slice(0, 10)),
      times.map((time) => time + 1),
    );
    if (ledger.outcome !== "tested") throw new Error(ledger.outcome);
    expect(ledger.posts).toHaveLength(50);
    expect(ledger.posts.filter(({ kind }) => kind === null)).toHaveLength(40);
  });

  test("none whose 48 hours are not over, and at most the newest 200", () => {
    const ledger = of(asPosts([...every(250, 1.5 * day), end - day, end + day]));
    if (ledger.outcome !== "tested") throw new Error(ledger.outcome);
    expect(ledger.posts).toHaveLength(200);
    expect(ledger.posts[0]?.postedAt).toBe(end - 3 * day);
  });

  test("nothing is known between two ranges: only the last is taken", () => {
    const gap = {
      follows: { stayed, left: none },
      posts: asPosts(every(50, week)),
      otherTimes: [],
      imports: [
        { takenAt: (end - 40 * week) * 1_000, window: allTime },
        {
          takenAt: (end + 3 * day) * 1_000,
          window: { from: end - 10 * week, to: Number.POSITIVE_INFINITY },
        },
      ],
    };
    expect(ledgerOf(gap)).toMatchObject({ outcome: "too-few", weeks: 10 });
  });
});

test("what came and what is usual, counted one by one", () => {
  const account = makeAccount({ seed: 3, days: 200, followsPerDay: 6, posts: 40, effect: 1 });
  const ledger = ledgerOfAccount(account);
  if (ledger.outcome !== "tested") throw new Error(ledger.outcome);
  const cameAt = (start: number) =>
    account.follows.filter((second) => second > start && second <= start + 2 * day).length;
  const first = Math.max(account.posts[0] ?? 0, account.follows[0] ?? 0);
  for (const { postedAt, came, usual } of ledger.posts) {
    expect(came).toBe(cameAt(postedAt));
    const others = [-4, -3, -2, -1, 1, 2, 3, 4]
      .map((weeks) => postedAt + weeks * week)
      .filter((start) => start >= first && start + 2 * day <= account.to);
    const sum = others.reduce((total, start) => total + cameAt(start), 0);
    expect(usual).toBeCloseTo(sum / others.length, 9);
  }
});

test("the same account gives the same ledger", () => {
  const account = makeAccount({ seed: 4, days: 200, followsPerDay: 6, posts: 40 });
  expect(ledgerOfAccount(account)).toEqual(ledgerOfAccount(account));
});

test("200 posts against 100,000 follows in well under a second", () => {
  const account = makeAccount({ seed: 5, days: 1_400, followsPerDay: 72, posts: 200 });
  expect(account.follows.length).toBeGreaterThan(95_000);
  const started = process.cpuUsage();
  expect(ledgerOfAccount(account).outcome).toBe("tested");
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(0.7);
});

// A slice of `npm run bench:growth`.
const named = (ledger: ReturnType<typeof ledgerOfAccount>) =>
  ledger.outcome === "tested" ? ledger.posts.filter(({ standsOut }) => standsOut) : [];

test("accounts without any effect, of all courses and rhythms: hardly one names a post", () => {
  let accounts = 0;
  let naming = 0;
  for (const course of Object.keys(courses) as (keyof typeof courses)[])
    for (const rhythm of Object.keys(rhythms) as (keyof typeof rhythms)[]) {
      accounts += 1;
      const account = makeAccount({
        seed: 700 + accounts,
        days: 300,
        followsPerDay: 8,
        posts: 30,
        course,
        rhythm,
      });
      if (named(ledgerOfAccount(account)).length > 0) naming += 1;
    }
  expect(accounts).toBeGreaterThanOrEqual(40);
  expect(naming / accounts).toBeLessThanOrEqual(0.1);
});

test("three times as many follows after every fifth post: most of these posts are found", () => {
  let effective = 0;
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const account = makeAccount({ seed, days: 700, followsPerDay: 10, posts: 100, effect: 2 });
    effective += account.effective.size;
    found += named(ledgerOfAccount(account)).filter(({ postedAt }) =>
      account.effective.has(postedAt),
    ).length;
  }
  expect(effective).toBeGreaterThan(100);
  expect(found / effective).toBeGreaterThan(0.8);
});

const compared = (came: number, usual: number, postedAt = came): ComparedPost => ({
  kind: "post",
  postedAt,
  came,
  usual,
});
const testedLedger = (posts: readonly ComparedPost[], standsOut = false): Ledger => ({
  outcome: "tested",
  freeTimes: 40,
  posts: posts.map((post) => ({ ...post, chance: standsOut ? 0.001 : 0.5, standsOut })),
});

describe("largest bursts", () => {
  test.each<[string, ComparedPost, boolean]>([
    ["10 where 3.3 are usual", compared(10, 10 / 3), true],
    ["10 where 3.4 are usual", compared(10, 3.4), false],
    ["9 where none are usual", compared(9, 0), false],
    ["10 where none are usual", compared(10, 0), true],
    ["91 where 5 are usual", compared(91, 5), true],
    ["300 where 101 are usual", compared(300, 101), false],
  ])("%s", (_, post, expected) => {
    for (const isNamed of [false, true])
      expect(burstsOf(testedLedger([post], isNamed))).toHaveLength(expected ? 1 : 0);
  });

  test("at most three, the largest first", () => {
    const posts = [compared(12, 1), compared(40, 10), compared(91, 5), compared(30, 2)];
    expect(burstsOf(testedLedger(posts)).map(({ came }) => came)).toEqual([91, 40, 30]);
  });

  test("one of ten times the usual is among them, whenever the owner posts", () => {
    for (const rhythm of Object.keys(rhythms) as (keyof typeof rhythms)[])
      for (let seed = 1; seed <= (everyCase ? 25 : 8); seed += 1) {
        const account = makeAccount({
          ...{ seed, days: 400, followsPerDay: 3, posts: 40 },
          ...{ rhythm, burst: 10 },
        });
        const shown = burstsOf(ledgerOfAccount(account)).map(({ postedAt }) => postedAt);
        expect(shown, `${rhythm}, ${seed}`).toContain(account.burstAfter);
      }
  });

  test("of posts that are too few to be tested, too", () => {
    const account = makeAccount({ seed: 9, days: 200, followsPerDay: 5, posts: 12, burst: 10 });
    const ledger = ledgerOfAccount(account);
    expect(ledger.outcome).toBe("too-few");
    expect(burstsOf(ledger)[0]?.postedAt).toBe(account.burstAfter);
  });

  test("none where what is usual is not known", () => {
    const account = makeAccount({ seed: 9, days: 18, followsPerDay: 5, posts: 8, burst: 10 });
    expect(burstsOf(ledgerOfAccount(account))).toEqual([]);
  });

  test("none of a growth that was kept before they were told", () => {
    expect(burstsOf({ outcome: "too-few", weeks: 11, posts: 20, follows: 50 })).toEqual([]);
  });
});

describe("Benjamini-Hochberg at 10 %", () => {
  test.each<[number[], boolean[]]>([
    [[], []],
    [[0.1], [true]],
    [[0.11], [false]],
    [
      [0.5, 0.049, 0.9, 0.02],
      [false, true, false, true],
    ],
    // The third is low enough for all three.
    [
      [0.06, 0.07, 0.074, 0.9],
      [true, true, true, false],
    ],
    [
      [0.06, 0.07, 0.08, 0.9],
      [false, false, false, false],
    ],
  ])("%j", (chances, expected) => {
    expect(standOut(chances)).toEqual(expected);
  });
});

test.each([
  [0, false],
  [9, false],
  [10, true],
])("with %i times without a post, something can stand out: %s", (freeTimes, expected) => {
  expect(canStandOut(freeTimes)).toBe(expected);
});
