import { describe, expect, test } from "vitest";
import type { ExportRequest } from "~/features/export/export";
import { allTime, type Hold, holds } from "~/features/history/history";
import { type Judged, type Judgement, judgeImport } from "~/features/history/holds";
import { filterPeople } from "~/features/history/known-list";
import type { NameList } from "~/platform/values/name-list";
import { listOf, manyFrom } from "./lists";

const day = 86_400;
const year = 365 * day;
/** 1 May 2026. */
const taken = 1_777_593_600;
const month = 30 * day;

const moment = (time: number | null) => (time === null ? null : { earliest: time, latest: time });

const request = (
  { from, to }: { from: number | null; to: number | null },
  askedAt = taken - 3_600,
): ExportRequest => ({ askedAt, range: { from: moment(from), to: moment(to) } });

const judged = (...args: Parameters<typeof judgementOf>): Hold[] => judgementOf(...args).holds;

function judgementOf(
  followers: NameList,
  {
    following,
    before,
    beforeAt = taken - month,
    knownTime = [allTime],
    ...more
  }: Partial<Omit<Judged, "read" | "before">> & {
    following?: NameList;
    before?: NameList;
    beforeAt?: number;
    knownTime?: { from: number; to: number }[];
    account?: string | null;
    accountCreatedAt?: number | null;
    requestedRange?: { from: number | null; to: number | null };
    askedAt?: number;
    requests?: ExportRequest[];
  } = {},
): Judgement {
  const { account = null, accountCreatedAt = null, requestedRange, askedAt, ...rest } = more;
  return judgeImport({
    read: {
      account,
      accountCreatedAt,
      requests: requestedRange ? [request(requestedRange, askedAt)] : (more.requests ?? []),
      lists: following ? { followers, following } : { followers },
    },
    takenAt: taken * 1_000,
    followersShown: undefined,
    previousAccount: null,
    lastTakenAt: before ? beforeAt * 1_000 : undefined,
    before: before && { list: before, takenAt: beforeAt * 1_000, knownTime },
    ...rest,
  });
}

/** `count` follows spread evenly over the time from `from` until the export. */
const spread = (prefix: string, count: number, from: number) =>
  manyFrom(prefix, count, from, (taken - from) / count);

/** A list with nothing odd. */
const usual = spread("u", 40, taken - 500 * day);

describe("the account", () => {
  test.each<[string | null, string | null, Hold[]]>([
    ["ana", "ana", []],
    ["ana", "ben", ["other-account"]],
    ["ana", null, []],
    [null, "ben", []],
  ])("%s after %s: %j", (account, previousAccount, holds) => {
    expect(judged(usual, { account, previousAccount })).toEqual(holds);
  });
});

describe("the range that was asked for", () => {
  test.each<[string, { from: number | null; to: number | null }, Hold[]]>([
    ["all time", { from: null, to: null }, []],
    ["all time until the request", { from: null, to: taken - 2 * day }, []],
    ["from before Instagram opened", { from: 1_262_304_000, to: taken - day }, []],
    ["last year", { from: taken - year, to: taken - day }, ["partial-range"]],
    ["until last month", { from: null, to: taken - month }, ["partial-range"]],
  ])("%s: %j", (_, requestedRange, holds) => {
    const followers = manyFrom("f", 40, taken - 300 * day, 6 * day);
    expect(judged(followers, { requestedRange })).toEqual(holds);
  });

  const lastYear = spread("f", 222, taken - year + 10 * day);
  const range = { from: taken - year, to: taken };

  test.each<[string, number, Hold[]]>([
    ["at that moment", taken, ["partial-range"]],
    ["an hour before", taken - 3_600, ["partial-range"]],
    ["three days before", taken - 3 * day, ["partial-range"]],
    ["a second more", taken - 3 * day - 1, []],
    ["400 days before", taken - 400 * day, []],
    ["14 hours later by a clock of another zone", taken + 14 * 3_600, ["partial-range"]],
    ["a day later", taken + day, []],
    ["nobody knows when", 0, []],
  ])("is believed if it was asked for lately: %s", (_, askedAt, holds) => {
    const takenAt = (taken + 1) * 1_000;
    expect(
      judged(lastYear, { requestedRange: range, askedAt: askedAt && askedAt + 1, takenAt }),
    ).toEqual(holds);
  });

  test.each<[string, number, Hold[]]>([
    ["in its afternoon", taken + 15.5 * 3_600, ["partial-range"]],
    ["14 hours after its end", taken + 38 * 3_600, ["partial-range"]],
    ["later", taken + 38 * 3_600 + 1, []],
  ])("is believed of an export of which only the day is known: %s", (_, askedAt, holds) => {
    expect(judged(lastYear, { requestedRange: range, askedAt })).toEqual(holds);
  });

  test("of several, the newest of these days counts", () => {
    const all = { from: null, to: null };
    const asked = (...requests: ExportRequest[]) => judged(lastYear, { requests });
    const [now, yesterday] = [taken - 9, taken - day];
    expect(asked(request(all, yesterday), request(range, now))).toEqual(["partial-range"]);
    expect(asked(request(all, now), request(range, yesterday))).toEqual([]);
    expect(asked(request(all, taken + 9 * day), request(range, now))).toEqual(["partial-range"]);
    expect(asked({ askedAt: now, range: null }, request(range, yesterday))).toEqual([]);
  });

  test.each<[string, number, Hold[]]>([
    ["before it begins", taken - year - 14 * 3_600 - 1, []],
    ["14 hours before it begins", taken - year - 14 * 3_600, ["partial-range"]],
  ])("is contradicted where somebody followed %s", (_, oldest, holds) => {
    const followers = manyFrom("f", 40, oldest, 8 * day);
    const judgement = judgementOf(followers, { requestedRange: range });
    expect(judgement.holds).toEqual(holds);
    expect(judgement.window).toEqual(
      holds.length > 0 ? { from: taken - year, to: allTime.to } : allTime,
    );
  });

  test("an end that the list goes beyond limits nothing", () => {
    const requestedRange = { from: null, to: taken - month };
    expect(judged(usual, { requestedRange })).toEqual([]);
  });

  test("of a day, only what it covers in every time zone counts", () => {
    const midnight = Math.floor((taken - year) / day) * day;
    const widened = (time: number) => ({
      earliest: time - 14 * 3_600,
      latest: time + 14 * 3_600,
    });
    const requests = [
      { askedAt: taken - 9, range: { from: widened(midnight), to: widened(taken - month) } },
    ];
    const followers = manyFrom("f", 40, midnight - 14 * 3_600, 7 * day);
    expect(judgementOf(followers, { requests })).toMatchObject({
      holds: ["partial-range"],
      window: { from: midnight + 14 * 3_600, to: taken - month - 14 * 3_600 },
    });
    const older = manyFrom("f", 40, midnight - 14 * 3_600 - 1, 7 * day);
    expect(judgementOf(older, { requests })).toMatchObject({ holds: [], window: allTime });
  });

  test("'all time' is contradicted by the signs of a range", () => {
    const followers = spread("f", 222, taken - year);
    const oldest = Math.min(...followers.since);
    expect(
      judgementOf(followers, {
        following: spread("followed", 900, taken - 6 * year),
        requestedRange: { from: null, to: taken - day },
      }),
    ).toMatchObject({
      holds: ["partial-range", "needs-count"],
      window: { from: oldest, to: allTime.to },
    });
  });

  test("only those whom it covers can be lost", () => {
    const before = spread("f", 1_361, taken - 6 * year);
    const asked = (from: number) => ({ before, requestedRange: { from, to: taken } });
    const followers = spread("new", 30, taken - month + 60);
    expect(judged(followers, asked(taken - month))).toEqual(["partial-range"]);
    // Of this year's some 220 none is left.
    expect(judged(followers, asked(taken - year))).toEqual(["partial-range", "mass-loss"]);
  });
});

describe("an account whose age is known", () => {
  const accountCreatedAt = taken - 6 * year;
  const from = (second: number, count = 222) => spread("f", count, second);
  const lastYear = { from: taken - year, to: taken };

  test.each<[string, number, Hold[]]>([
    ["90 days after it was made", accountCreatedAt + 90 * day, []],
    ["a day later than that", accountCreatedAt + 91 * day, ["needs-count"]],
    ["before it was made", accountCreatedAt - day, []],
  ])("with a first follower %s", (_, oldest, holds) => {
    expect(judged(from(oldest), { accountCreatedAt })).toEqual(holds);
  });

  test.each<[string, Parameters<typeof judged>[1]]>([
    ["a request of a range", { requestedRange: lastYear }],
    [
      "a request of a range that begins after it",
      { requestedRange: { from: accountCreatedAt + day, to: taken } },
    ],
    [
      "years in which it followed others",
      { following: spread("g", 900, accountCreatedAt - 9 * year) },
    ],
  ])("is whole from its first follower on, whatever else is said: %s", (_, more) => {
    const followers = from(accountCreatedAt + 60 * day);
    expect(judgementOf(followers, { accountCreatedAt, ...more })).toMatchObject({
      holds: [],
      window: allTime,
    });
  });

  test("is whole with few followers, too", () => {
    expect(judged(from(accountCreatedAt + day, 3), { accountCreatedAt })).toEqual([]);
  });

  test("a range of a young account is a range where followers of before it were known", () => {
    const young = taken - 80 * day;
    const before = spread("f", 60, young + day);
    const followers = filterPeople(before, (index) => (before.since[index] ?? 0) > taken - month);
    const more = { accountCreatedAt: young, requestedRange: { from: taken - month, to: taken } };
    expect(judged(followers, more)).toEqual([]);
    expect(judged(followers, { ...more, before })).toEqual(["partial-range"]);
    // Too few for a sign: only the export's word tells.
    const few = manyFrom("few", 3, young + day, day);
    expect(judgementOf(followers, { ...more, before: few })).toMatchObject({
      holds: ["partial-range"],
      window: { from: taken - month, to: allTime.to },
    });
  });

  test("an end in the past limits it all the same", () => {
    const followers = manyFrom("f", 200, accountCreatedAt + day, 9 * day);
    const to = accountCreatedAt + 5.5 * year;
    expect(
      judgementOf(followers, { accountCreatedAt, requestedRange: { from: null, to } }),
    ).toMatchObject({ holds: ["partial-range"], window: { from: 0, to } });
  });
});

describe("a first export that may be cut", () => {
  const following = spread("g", 40, taken - 6 * year);

  test.each<[string, NameList, Parameters<typeof judged>[1], Hold[]]>([
    ["no follower", listOf({}), {}, ["needs-count"]],
    ["13 followers", spread("f", 13, taken - 6 * year), { following }, ["needs-count"]],
    ["14 followers", spread("f", 14, taken - 6 * year), { following }, []],
    [
      "91 days younger than the oldest followed",
      spread("f", 60, taken - 6 * year + 91 * day),
      { following },
      ["needs-count"],
    ],
    ["90 days younger", spread("f", 60, taken - 6 * year + 90 * day), { following }, []],
    [
      "91 days younger than the account",
      spread("f", 60, taken - 2 * year + 91 * day),
      { accountCreatedAt: taken - 2 * year },
      ["needs-count"],
    ],
    [
      "it says that it is of all time",
      spread("f", 13, taken - year),
      { requestedRange: { from: null, to: null } },
      ["needs-count"],
    ],
    [
      "it says that it is of a range",
      spread("f", 13, taken - year + day),
      { requestedRange: { from: taken - year, to: null } },
      ["partial-range", "needs-count"],
    ],
    ["the count is known", spread("f", 13, taken - 6 * year), { followersShown: 13 }, []],
    [
      "it is not the first",
      spread("f", 13, taken - year),
      { before: spread("f", 13, taken - year) },
      [],
    ],
    [
      "nobody's time is known",
      listOf(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, null]))),
      { following },
      [],
    ],
  ])("%s", (_, followers, more, holds) => {
    expect(judged(followers, more)).toEqual(holds);
  });

  test("covers, if it is cut, what its oldest follower does", () => {
    const followers = spread("f", 13, taken - year);
    expect(judgementOf(followers)).toMatchObject({
      window: allTime,
      cutWindow: { from: taken - year, to: allTime.to },
    });
  });

  test("with a count that says so is cut, wherever it begins", () => {
    const followers = spread("f", 222, taken - 500 * day);
    expect(judged(followers, { following, followersShown: 270 })).toEqual([
      "partial-range",
      "count-mismatch",
    ]);
  });
});

describe("the signs of a range", () => {
  const following = spread("followed", 900, taken - 6 * year);
  const lastYear = spread("f", 222, taken - year);

  test("222 of 1,361, following whole: on the first import", () => {
    expect(judged(lastYear, { following })).toEqual(["partial-range", "needs-count"]);
  });

  test.each([7, 30, 91, 182, 365, 1_095])("a list of the last %d days, following whole", (days) => {
    expect(judged(spread("f", 60, taken - days * day), { following })).toEqual([
      "partial-range",
      "needs-count",
    ]);
  });

  test("a list of a range of the subscriber's own choice", () => {
    expect(judged(spread("f", 222, taken - 500 * day), { following })).toEqual([
      "partial-range",
      "needs-count",
    ]);
  });

  test.each([0, 1, 2, 3, 5, 10])("%d young followers are too few for a sign", (count) => {
    expect(judged(spread("f", count, taken - year), { following })).toEqual(["needs-count"]);
  });

  test("a list as long as Instagram says is whole", () => {
    expect(judged(lastYear, { following, followersShown: 230 })).toEqual([]);
  });

  test("under half of what Instagram shows", () => {
    expect(judged(lastYear, { followersShown: 1_361 })).toEqual([
      "partial-range",
      "count-mismatch",
    ]);
    expect(judged(listOf({ a: 1, b: 2 }), { followersShown: 5 })).toEqual(["count-mismatch"]);
  });

  test("a little less than Instagram shows says nothing, either way", () => {
    expect(judged(lastYear, { following, followersShown: 240 })).toEqual(["partial-range"]);
    expect(judged(lastYear, { followersShown: 240 })).toEqual([]);
  });

  test("less than Instagram shows, from where a range begins", () => {
    const shown = { followersShown: 270 };
    expect(judged(lastYear, shown)).toEqual(["partial-range", "count-mismatch"]);
    expect(judged(spread("f", 222, taken - 500 * day), shown)).toEqual(["count-mismatch"]);
  });

  test.each<[string, NameList, NameList]>([
    [
      "a young business that follows many at first",
      spread("f", 800, taken - 200 * day),
      manyFrom("followed", 500, taken - 210 * day, 1_800),
    ],
    [
      "a few well-known accounts followed long before there was a follower",
      spread("f", 1_000, taken - 900 * day),
      manyFrom("followed", 12, taken - 6 * year, day),
    ],
    [
      "some followed for months before friends came",
      spread("f", 600, taken - 5 * year),
      spread("followed", 300, taken - 5 * year - 120 * day),
    ],
    ["both from the beginning", spread("f", 900, taken - 6 * year), following],
    ["a list that ended years ago", manyFrom("f", 300, taken - 3 * year, 3_600), following],
    ["no time is known", listOf({ a: null, b: null }), following],
  ])("none: %s", (_, followers, followed) => {
    expect(judged(followers, { following: followed })).not.toContain("partial-range");
  });

  test("an account much older than a list that begins where a range does", () => {
    const accountCreatedAt = taken - 8 * year;
    expect(judged(lastYear, { accountCreatedAt })).toEqual(["partial-range", "needs-count"]);
    const own = spread("f", 222, taken - 500 * day);
    expect(judged(own, { accountCreatedAt })).toEqual(["needs-count"]);
    expect(judged(lastYear, { accountCreatedAt: taken - year - month })).toEqual([]);
  });

  test.each<[number, Hold[]]>([
    [30, ["needs-count"]],
    [88, ["needs-count"]],
    [92, ["partial-range", "needs-count"]],
  ])(
    "an account %d days older than a range that begins before the first follower",
    (days, asked) => {
      // The oldest follows a hundred days after the last three years begin, and others as slowly.
      const slow = manyFrom("f", 20, taken - 3 * year + 100 * day, 48 * day);
      const accountCreatedAt = taken - 3 * year - days * day;
      expect(judged(slow, { accountCreatedAt })).toEqual(asked);
    },
  );

  test("the same cut again, where the first was used as a range", () => {
    const accountCreatedAt = taken - 8 * year;
    const own = spread("f", 40, taken - 400 * day);
    const again = (knownTime: { from: number; to: number }[], more: object = {}) =>
      judged(own, { accountCreatedAt, before: own, knownTime, ...more });
    const range = [{ from: taken - 400 * day, to: taken }];
    expect(judged(own, { accountCreatedAt })).toEqual(["needs-count"]);
    expect(again(range)).toEqual(["partial-range"]);
    expect(again([allTime])).toEqual([]);
    expect(again(range, { followersShown: 40 })).toEqual([]);
    // It reaches further back than the range: another export.
    expect(again([{ from: taken - 300 * day, to: taken }])).toEqual([]);
  });

  test("where an earlier export covers all time, following says nothing", () => {
    expect(judged(lastYear, { following, before: lastYear })).toEqual([]);
    expect(
      judged(lastYear, { following, before: lastYear, knownTime: [{ from: 9, to: taken }] }),
    ).toEqual(["partial-range"]);
  });
});

describe("the signs against what was known", () => {
  const known = spread("f", 1_361, taken - 6 * year);
  const since = (list: NameList, from: number) =>
    filterPeople(list, (index) => (list.since[index] ?? 0) >= from);

  const sparse = manyFrom("f", 120, taken - 5 * year, 10 * day);
  const twentieth = taken - 5 * year + 200 * day;
  const fourthOldest = known.since.toSorted()[3] ?? 0;

  test("everybody of before the last year is gone", () => {
    expect(judged(since(known, taken - year), { before: known })).toEqual([
      "partial-range",
      "mass-loss",
    ]);
  });

  test("only new ones, where the list before ends before the range", () => {
    const before = filterPeople(known, (index) => (known.since[index] ?? 0) < taken - 70 * day);
    expect(judged(spread("n", 12, taken - month), { before })).toEqual([
      "partial-range",
      "mass-loss",
    ]);
  });

  test("a hundred of the two months before a range of the subscriber's own choice", () => {
    const dense = manyFrom("f", 800, taken - 300 * day, day / 3);
    const from = (days: number) => since(dense, taken - days * day);
    expect(judged(from(250), { before: dense })).toEqual(["partial-range"]);
    expect(judged(from(275), { before: dense })).toEqual([]);
  });

  test("nobody, where there were many for long", () => {
    expect(judged(listOf({}), { before: since(known, taken - year) })).toEqual([
      "partial-range",
      "mass-loss",
    ]);
  });

  test.each<[string, NameList, NameList]>([
    ["one of three", listOf({ ana: 1, ben: 2, carl: 3 }), listOf({ ben: 2, carl: 3 })],
    [
      "one of three, years younger",
      listOf({ ana: taken - 9 * year, ben: taken - year, carl: taken - year }),
      listOf({ ben: taken - year, carl: taken - year }),
    ],
    ["two of two", listOf({ ana: taken - 9 * year, ben: 5 }), listOf({ carl: taken - 9 })],
    ["all of three, nobody left", listOf({ ana: 1, ben: 2, carl: 3 }), listOf({})],
    [
      "the four oldest of many",
      known,
      filterPeople(known, (index) => (known.since[index] ?? 0) > fourthOldest),
    ],
    ["those of the first weeks", known, since(known, taken - 6 * year + 80 * day)],
    [
      "the oldest 20, and 60 of the others",
      sparse,
      filterPeople(sparse, (index) => (sparse.since[index] ?? 0) >= twentieth && index % 5 > 2),
    ],
  ])("none: %s", (_, before, followers) => {
    expect(judged(followers, { before })).not.toContain("partial-range");
  });
});

describe("the count that Instagram shows", () => {
  test.each<[number, number | undefined, Hold[]]>([
    [100, undefined, []],
    [100, 100, []],
    [100, 111, []],
    [100, 112, ["count-mismatch"]],
    [110, 100, []],
    [111, 100, ["count-mismatch"]],
    [0, 0, []],
    [1, 0, ["count-mismatch"]],
  ])("%d in the export, %s shown: %j", (size, followersShown, holds) => {
    expect(judged(spread("f", size, taken - 500 * day), { followersShown })).toEqual(holds);
  });
});

describe("how many are lost", () => {
  test.each<[number, number, Hold[]]>([
    [160, 50, []],
    [160, 51, ["mass-loss"]],
    [170, 51, []],
    [1_000, 300, []],
    [1_000, 301, ["mass-loss"]],
  ])("of %d, %d: %j", (size, lost, holds) => {
    const begin = taken - 500 * day;
    const before = manyFrom("f", size, begin, 3_600);
    const newestGone = filterPeople(
      before,
      (index) => (before.since[index] ?? 0) < begin + (size - lost) * 3_600,
    );
    const oldestGone = filterPeople(
      before,
      (index) => (before.since[index] ?? 0) >= begin + lost * 3_600,
    );
    expect(judged(newestGone, { before })).toEqual(holds);
    expect(judged(oldestGone, { before })).toEqual(holds);
  });

  test("the renamed are not lost", () => {
    expect(
      judged(spread("g", 200, taken - year), { before: spread("f", 200, taken - year) }),
    ).toEqual([]);
  });
});

describe("an older export", () => {
  test.each<[number, Hold[]]>([
    [-1, []],
    [0, []],
    [1, ["older-than-last"]],
  ])("the last was taken %d s later: %j", (later, holds) => {
    expect(judged(usual, { lastTakenAt: (taken + later) * 1_000 })).toEqual(holds);
  });
});

test("all that can come together, in the documented order", () => {
  const expected = holds.filter((hold) => hold !== "needs-count");
  expect(
    judged(listOf({ new: taken - day }), {
      account: "ana",
      previousAccount: "ben",
      before: spread("f", 500, taken - 6 * year),
      followersShown: 500,
      requestedRange: { from: null, to: taken - year },
      lastTakenAt: (taken + 1) * 1_000,
    }),
  ).toEqual(expected);
});

describe("by what it is known that it is whole, or why that is doubted", () => {
  const made = taken - 6 * year;
  const late = spread("l", 40, taken - year);
  const range = { from: taken - month, to: taken };
  test.each<[string, NameList, Parameters<typeof judgementOf>[1], string]>([
    ["the account's age", spread("f", 40, made + day), { accountCreatedAt: made }, "account"],
    ["the number that Instagram shows", usual, { followersShown: 41 }, "count"],
    ["not a number that is far too small", usual, { followersShown: 4 }, "nothing"],
    ["a request that a follow contradicts", usual, { requestedRange: range }, "contradicted"],
    ["the exports before it", usual, { before: usual }, "past"],
    ["a request of all time", usual, { requestedRange: { from: null, to: null } }, "request"],
    ["nothing", usual, {}, "nothing"],
    ["its request", spread("f", 40, taken - month), { requestedRange: range }, "said-from"],
    [
      "nothing that counts: an old request",
      usual,
      { requestedRange: range, askedAt: taken - month },
      "nothing",
    ],
    ["a number far above", late, { followersShown: 400 }, "count-below"],
    ["all older ones gone", late, { before: spread("f", 400, made) }, "older-gone"],
    ["a young list of an old account", late, { accountCreatedAt: made }, "late-for-account"],
    [
      "a young list of who follows others for long",
      late,
      { following: spread("g", 10, made) },
      "late-for-following",
    ],
    ["few followers", spread("f", 5, taken - year), {}, "few"],
  ])("%s", (_, followers, more, kind) => {
    expect(judgementOf(followers, more).evidence.kind).toBe(kind);
  });

  test("says since when: the oldest follow, and what it is compared with", () => {
    const followers = spread("f", 40, made + day);
    expect(judgementOf(followers, { accountCreatedAt: made }).evidence).toEqual({
      ...{ kind: "account", at: made + day, than: made },
    });
    expect(judgementOf(late, { accountCreatedAt: made }).evidence).toEqual({
      ...{ kind: "late-for-account", at: taken - year, than: made },
    });
  });

  test.each<[string, NameList]>([
    ["an empty list", listOf({})],
    ["a list without any second", listOf({ a: null, b: null })],
  ])("%s begins when it was taken: all from before are gone", (_, followers) => {
    const { holds: held, evidence } = judgementOf(followers, { before: spread("f", 400, made) });
    expect(held).toContain("partial-range");
    expect(evidence).toEqual({ kind: "older-gone", at: taken, than: null });
  });

  test("a request of a range that ends before it was taken", () => {
    const to = taken - 30 * day;
    const { holds: held, evidence } = judgementOf(manyFrom("f", 40, made, day), {
      requestedRange: { from: null, to },
    });
    expect(held).toContain("partial-range");
    expect(evidence).toEqual({ kind: "said-to", at: to, than: null });
  });
});
