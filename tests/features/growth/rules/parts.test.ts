import { describe, expect, test } from "vitest";
import { listOf } from "#tests/features/history/rules/lists";
import { growthFrom } from "~/features/growth/compute-growth";
import { followersChart, followersSeries } from "~/features/growth/followers";
import {
  gainedAndLeftChart,
  gainedBy,
  leftBetween,
  shownOf,
} from "~/features/growth/gained-and-left";
import { growthSheets } from "~/features/growth/rules/sheets";
import { foldImports } from "~/features/history/fold";
import { allTime, type Window } from "~/features/history/history";

// Exports of part of the time (docs/product.md#the-known-list, `partial-range`): a figure is right, or is not there.

const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;
const since = (date: string): Window => ({ from: at(date), to: Number.POSITIVE_INFINITY });
const always = { from: 0, to: Date.parse("2027-01-01") };

interface Taken {
  on: string;
  people: Record<string, number>;
  window?: Window;
  shown?: number;
}

async function growthOf(...taken: Taken[]) {
  const lists = taken.map(({ people }) => listOf(people));
  const imports = taken.map(({ on, window = allTime, shown }, index) => ({
    id: String(index),
    takenAt: at(on) * 1_000,
    account: null,
    window,
    followersShown: shown ?? null,
  }));
  const fold = await foldImports(imports, async (id) => lists[Number(id)] ?? listOf({}));
  if (!fold) throw new Error("no import");
  const newest = {
    following: undefined,
    insights: undefined,
    postTimes: [],
  };
  const turnovers = [...fold.turnovers.values()];
  const growth = growthFrom({
    exports: { imports, fold, newest, counts: [], turnovers },
    reading: undefined,
  });
  if (!growth.exports) throw new Error("no exports");
  return { growth, exports: growth.exports };
}

const [old, older] = [at("2024-03-04"), at("2024-02-05")];
const [spring, june, july] = [at("2026-05-06"), at("2026-06-03"), at("2026-07-08")];
const whole = { on: "2026-05-12", people: { ana: older, ben: old, cleo: spring } };
const part = { on: "2026-06-15", people: { dora: june }, window: since("2026-05-01") };

describe("followers over time", () => {
  test("a part alone counts those who are known: there is no line of those who were there", async () => {
    const { growth } = await growthOf(part);
    const exported = [{ at: at(part.on) * 1_000, followers: 1, hasGap: true }];
    expect(followersSeries(growth)).toEqual({ reconstructed: [], exported, instagram: [] });
  });

  test("a count of those who are known is called so, also read aloud and in the file", async () => {
    const later = { on: "2026-07-15", people: { eve: july }, window: since("2026-07-01") };
    const described = async (...taken: Taken[]) => {
      const { growth } = await growthOf(...taken);
      const knowing = { mayImport: true, mayConnect: true, hasExport: true, isConnected: false };
      const span = { from: undefined, to: at("2026-07-16") * 1_000 };
      const chart = followersChart({ growth, range: "all", span, knowing, timeZone: "UTC" });
      const [head, ...rows] = growthSheets.followers({ growth, span, timeZone: "UTC" });
      expect(head?.at(-1)).toBe("complete");
      const drawn = rows.filter(([, , from]) => from === "reconstructed");
      expect(drawn.map((row) => row.at(-1))).not.toContain("yes");
      const exported = rows.filter(([, , from]) => from === "export");
      return [chart.drawn?.description.page, ...exported.map((row) => row.at(-1))];
    };
    expect(await described(part)).toEqual(["One count: 1 known follower on Jun 15, 2026.", "no"]);
    expect(await described(part, later)).toEqual([
      "From 1 known on Jun 15, 2026 to 2 known followers on Jul 15, 2026.",
      ...["no", "no"],
    ]);
    const [words, ...complete] = await described(whole, later);
    expect(words).toMatch(/^From 1 on Feb .*, 2024 to 4 known followers on Jul 15, 2026\.$/);
    expect(complete).toEqual(["yes", "no"]);
  });

  test("the line ends where a gap begins", async () => {
    const later = { on: "2026-07-15", people: { eve: july }, window: since("2026-07-01") };
    const { growth, exports } = await growthOf(whole, later);
    expect(exports.gaps).toEqual([{ from: at("2026-05-12") + 1, to: at("2026-07-01") - 1 }]);
    expect(followersSeries(growth).reconstructed.at(-1)?.at).toBeLessThan(at("2026-05-13") * 1_000);
  });

  test("the time behind a range that ended weeks before its export is a gap", async () => {
    const ended = { ...whole, window: { from: 0, to: at("2026-03-01") } };
    const { growth, exports } = await growthOf(ended);
    expect(exports.gaps).toEqual([{ from: at("2026-03-01") + 1, to: at(whole.on) }]);
    expect(shownOf(exports, at("2026-04-01") * 1_000, at("2026-05-01") * 1_000)).toBe("nothing");
    const span = { from: at("2026-04-20") * 1_000, to: at("2026-05-14") * 1_000 };
    const { notes } = gainedAndLeftChart({
      ...{ growth, range: "4-weeks", span, timeZone: "UTC" },
      knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: false },
    });
    expect(notes?.page).toEqual([
      expect.stringMatching(/^None of your exports shows who followed/),
    ]);
  });

  test("what Instagram showed is its count, and no count of a list", async () => {
    const { growth } = await growthOf({ ...whole, shown: 4 }, { ...part, shown: 5 });
    const { exported, instagram } = followersSeries(growth);
    expect([exported, instagram].map((line) => line.map(({ followers }) => followers))).toEqual([
      [3, 3],
      [4, 5],
    ]);
  });

  test("a number that Instagram may have cut is no count", async () => {
    const { growth } = await growthOf({ ...whole, shown: 12_349 }, { ...part, shown: 12_300 });
    const { exported, instagram } = followersSeries(growth);
    expect(exported).toHaveLength(2);
    expect(instagram.map(({ followers }) => followers)).toEqual([12_349]);
  });
});

describe("who left", () => {
  // Cleo followed within the part's range, Ben before.
  const last = { on: "2026-07-15", people: { ana: older, dora: june } };

  test("is told since the export that showed them last: a part shows its own time only", async () => {
    const { growth } = await growthOf(whole, part, last);
    const from = at(whole.on) * 1_000;
    expect(leftBetween(growth, always)).toMatchObject([
      { from, to: at(part.on) * 1_000, left: 1 },
      { from, to: at(last.on) * 1_000, left: 1 },
    ]);
    const rows = growthSheets["gained-and-left"]({ growth, span: always, timeZone: "UTC" });
    const left = rows.filter(([what]) => what === "left");
    expect(left.map((row) => row[rows[0]?.indexOf("whole") ?? -1])).toEqual(["no", "yes"]);
  });

  test("is nobody after a part, where nobody had seen the others", async () => {
    const { growth } = await growthOf(part, last);
    expect(leftBetween(growth, always)).toEqual([]);
  });
});

describe("who came", () => {
  const parts: Taken[] = [
    { on: "2024-03-20", people: { ben: old }, window: since("2024-02-20") },
    { on: "2026-06-15", people: { dora: june }, window: since("2026-05-20") },
  ];

  test("weeks that no export shows are not weeks without anybody", async () => {
    const { growth } = await growthOf(...parts);
    const weeks = gainedBy("week", growth, always, "UTC");
    expect(weeks.map(({ gained, isWhole }) => [gained, isWhole])).toEqual([
      [1, true],
      [0, true],
      [0, false],
      [0, false],
      [0, true],
      [1, true],
      [0, true],
      [0, false],
    ]);
  });

  test("a year that is shown in part is not whole", async () => {
    const { growth } = await growthOf(...parts);
    expect(gainedBy("year", growth, always, "UTC")).toMatchObject([
      { gained: 1, isWhole: false },
      { gained: 1, isWhole: false },
    ]);
  });
});
