import { describe, expect, test } from "vitest";
import { allTime } from "~/features/history/history";
import type { Import, ImportState } from "~/features/history/import";
import { mostImports, surplusOf } from "~/features/history/surplus";

const now = Date.parse("2026-06-15T12:00:00Z");

const one = (id: string, takenAt: string, state: ImportState = "used"): Import => ({
  id,
  state,
  takenAt: Date.parse(takenAt),
  startedAt: now,
  aliveAt: now,
  account: null,
  counts: { followers: 1, following: null, skipped: 0 },
  found: [],
  digest: id,
  unreadable: {},
  unknownLabels: [],
  followersShown: null,
  problems: [],
  window: allTime,
  decision: null,
  pieces: 1,
  readings: null,
});

const ranged = (id: string, takenAt: string): Import => ({
  ...one(id, takenAt),
  window: { from: 1, to: Number.POSITIVE_INFINITY },
});

const surplus = (imports: Import[], current = "current") =>
  surplusOf(imports, current, now).map(({ id }) => id);

describe("of the imports of a month that is over a year ago, the last stays", () => {
  test.each<[string, Import[], string[]]>([
    ["two", [one("a", "2025-03-02"), one("b", "2025-03-30")], ["a"]],
    ["in any order", [one("b", "2025-03-30"), one("a", "2025-03-02")], ["a"]],
    ["three", ["01", "11", "21"].map((day) => one(day, `2025-03-${day}`)), ["01", "11"]],
    ["a range after all time", [one("a", "2025-03-02"), ranged("b", "2025-03-30")], ["b"]],
    ["all time after a range", [ranged("a", "2025-03-02"), one("b", "2025-03-30")], ["a"]],
    ["two ranges", [ranged("a", "2025-03-02"), ranged("b", "2025-03-30")], ["a"]],
    ["of two months", [one("a", "2025-03-31"), one("b", "2025-04-01")], []],
    ["of a month of two years", [one("a", "2024-03-01"), one("b", "2025-03-01")], []],
    ["within the year", [one("a", "2025-06-16"), one("b", "2025-06-17")], []],
    ["one on either side", [one("a", "2025-06-14"), one("b", "2025-06-16")], []],
    ["the one that has just come", [one("current", "2025-03-01"), one("b", "2025-03-02")], []],
    ["held", [one("a", "2025-03-02", "held"), one("b", "2025-03-30", "held")], []],
  ])("%s", (_, imports, expected) => {
    expect(surplus(imports)).toEqual(expected);
  });
});

describe("beyond sixty", () => {
  const recent = (count: number, state: ImportState = "used") =>
    Array.from({ length: count }, (_, index) =>
      one(`${state}-${index}`, new Date(now - (count - index) * 86_400_000).toISOString(), state),
    );
  const current = one("current", "2026-06-15");

  test("the oldest goes", () => {
    expect(surplus([...recent(mostImports - 1), current])).toEqual([]);
    expect(surplus([...recent(mostImports), current])).toEqual(["used-0"]);
  });

  test("those go first of which no lists are kept, then held ones", () => {
    const imports = [...recent(57), ...recent(2, "held"), ...recent(2, "refused"), current];
    expect(surplus(imports)).toEqual(["refused-0", "refused-1"]);
    const more = [...recent(59), ...recent(2, "held"), ...recent(1, "discarded"), current];
    expect(surplus(more)).toEqual(["discarded-0", "held-0", "held-1"]);
  });

  test("one that is being read elsewhere is left alone", () => {
    expect(surplus([...recent(mostImports - 1), ...recent(1, "reading"), current])).toEqual([]);
  });
});
