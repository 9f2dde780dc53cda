import { expect, test } from "vitest";
import { exportZips } from "#sandbox/histories/export-zip.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { noGrowth } from "#tests/setup/growths";
import { emptyProfile } from "~/features/analysis/profile";
import { readExport } from "~/features/export/read-export";
import type { Growth } from "~/features/growth/growth";
import { followTimes } from "~/features/growth/rules/follow-times";
import { keptOf } from "~/features/history/kept-lists";
import { endOf } from "~/features/report/rules/growth-charts";
import { monthTable } from "~/features/report/rules/months";
import { courseOf } from "../../../../bench/analysis/course.ts";

const day = 86_400;
const history = makeHistory({ seed: 3, type: "creator", followers: 200, postsPerWeek: 3 });
const posted = history.posts.filter(({ kind }) => kind !== "story");

/** What an export of this range tells of each month. */
async function tableOf(from: number, to = Number.POSITIVE_INFINITY) {
  const takenAt = history.end;
  const range = { from, ...(Number.isFinite(to) && { to }) };
  const zips = exportZips(history, takenAt, { takenAt, range, stored: true });
  const kept = keptOf(await readExport(inTurn(zips)));
  const exports = [{ takenAt: takenAt * 1_000, window: { from, to }, kept }];
  const { growth } = await courseOf(exports);
  return tableFor(growth);
}

const tableFor = (growth: Growth) =>
  monthTable({
    ...{ language: "en", profile: { ...emptyProfile, source: "built-in" }, growth, people: {} },
    knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: false },
    ...{ timeZone: "UTC", paper: "a4", operator: "" },
    rates: {
      ...{ source: "", year: 0 },
      other: { source: "", year: 0, lowestPercent: 0, highestPercent: 0, by: "" },
    },
  });

async function postsByMonth(from: number, to?: number) {
  const table = await tableOf(from, to);
  return new Map(table?.rows.map(([month = "", , , , count = ""]) => [month, count]));
}

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const monthOf = (second: number) =>
  new Date(second * 1_000).toLocaleString("en-US", {
    ...{ month: "short", year: "numeric", timeZone: "UTC" },
  });

test.each<[string, number, number, number]>([
  ["all time", 0, Number.POSITIVE_INFINITY, 12],
  ["200 days", history.end - 200 * day, Number.POSITIVE_INFINITY, 6],
  ["91 days", history.end - 91 * day, Number.POSITIVE_INFINITY, 3],
  ["a range that has ended", history.end - 300 * day, history.end - 100 * day, 5],
])(
  "the posts of a month are all of it, or none are told: an export of %s",
  async (_, from, to, least) => {
    const told = await postsByMonth(from, to);
    const known = [...told].filter(([, count]) => count !== "–");
    expect(known.length).toBeGreaterThanOrEqual(least);
    for (const [month, count] of known)
      expect(count, month).toBe(String(posted.filter(({ at }) => monthOf(at) === month).length));
  },
);

const at = (text: string) => Date.parse(`${text}Z`);

/** So many follows, a quarter of an hour apart, and an export that was taken then. */
const exported = (first: string, follows: number, takenAt: string): Growth => ({
  ...noGrowth,
  exports: {
    imports: [
      { takenAt: at(takenAt), followers: 9, changes: null, losses: [], covers: { from: 0, to: 0 } },
    ],
    stayed: followTimes(
      Uint32Array.from({ length: follows }, (_, n) => at(first) / 1_000 + n * 900),
    ),
    left: followTimes(new Uint32Array()),
    ...{ gaps: [], firstLook: null },
  },
});

test("a month of which minutes are known, after the newest export, is not told", () => {
  const growth = exported("2026-10-31T23:40", 3, "2026-10-31T23:50");
  const rows = tableFor(growth)?.rows.map(([month, , came]) => [month, came]);
  expect(rows?.slice(-2)).toEqual([
    ["Oct 2026", "2"],
    ["Nov 2026", "–"],
  ]);
});

/** Somebody came in each of two months; each of these exports shows all before it. */
const shownBy = (...taken: readonly string[]): Growth => {
  const growth = exported("2026-07-10T08:00", 2, taken.at(-1) ?? "");
  const follows = ["2026-07-10T08:00", "2026-10-10T08:00"].map((text) => at(text) / 1_000);
  const imports = taken.map((text) => ({
    ...{ takenAt: at(text), followers: 2, changes: null, losses: [] },
    covers: { from: 0, to: at(text) / 1_000 },
  }));
  const stayed = followTimes(Uint32Array.from(follows));
  return { ...growth, exports: growth.exports && { ...growth.exports, imports, stayed } };
};

const [tooLow, notTold] = [
  /^Of those who came before your first export, of/,
  /^Of months that an export first showed over a month/,
];

test.each<[string, Growth, string[], RegExp[]]>([
  ["one export", shownBy("2026-11-15T08:00"), ["–", "100%"], [tooLow, notTold]],
  ["in time", shownBy("2026-08-05T08:00", "2026-11-15T08:00"), ["100%", "100%"], [tooLow]],
  [
    "before the year",
    shownBy("2025-08-05T08:00", "2026-08-05T08:00", "2026-11-15T08:00"),
    ["100%", "100%"],
    [],
  ],
])(
  "how many stayed is not told of a month that was first seen late, and the table says what its numbers lack: %s",
  (_, growth, percents, lines) => {
    const table = tableFor(growth);
    const told = table?.rows.filter(([, , came]) => came === "1").map(([, , , stayed]) => stayed);
    expect(told).toEqual(percents);
    expect(table?.lines).toEqual(lines.map((line) => expect.stringMatching(line)));
  },
);

test.each<[string, Growth | null, number | undefined, string]>([
  ["an export", exported("2026-10-30T08:00", 1, "2026-10-31T08:00"), undefined, "2026-10-31T08:00"],
  ["a reading", noGrowth, at("2026-12-01T08:00"), "2026-12-01T08:00"],
  ["neither", null, undefined, "2027-02-10T08:00"],
])(
  "charts end with the newest source, %s, and not when all was computed anew",
  (_, growth, readAt, end) => {
    const connection = readAt && {
      ...{ readAt, account: "ana", hasCommenters: true, isOtherAccount: false },
    };
    const sources = connection ? { connection } : {};
    const profile = { ...emptyProfile, sources, updatedAt: at("2027-02-10T08:00") };
    expect(endOf({ profile, growth })).toBe(at(end));
  },
);

test.each<[string, number, RegExp]>([
  ["all time", 0, /^[\d,]+$/],
  ["91 days, which lacks followers,", history.end - 91 * day, /^[\d,]+ known$/],
])("a count after an export of %s says whether it lacks anybody", async (_, from, words) => {
  expect((await tableOf(from))?.rows.at(-1)?.[1]).toMatch(words);
});
