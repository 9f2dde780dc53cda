import { describe, expect, test } from "vitest";
import { allTime, type Window } from "~/domain/analysis/analysis";
import { coversAll, knownTimeOf, windowOf } from "~/domain/analysis/window";
import { listOf } from "./lists";

const day = 86_400;
const taken = 1_777_593_600;
const open = Number.POSITIVE_INFINITY;

describe("the window of an import (contract 10)", () => {
  const followers = listOf({ ana: taken - 300 * day, ben: taken - 5 * day, carl: null });
  type Range = { from: number | null; to: number | null } | null;
  const lastYear = { from: taken - 365 * day, to: taken - day };

  test.each<[string, Range, boolean, Window]>([
    ["nothing is odd", null, false, allTime],
    ["the range file", lastYear, false, lastYear],
    ["the range file says from when only", { from: 2e9, to: null }, false, { from: 2e9, to: open }],
    [
      "the range file says until when only",
      { from: null, to: 1.6e9 },
      false,
      { from: 0, to: 1.6e9 },
    ],
    ["the range file says all time", { from: null, to: null }, false, allTime],
    ["from before Instagram opened, until now", { from: 1e9, to: taken }, false, allTime],
    ["by its signs, used", null, true, { from: taken - 300 * day, to: open }],
  ])("%s", (_, requestedRange, partialBySigns, window) => {
    expect(windowOf({ requestedRange, takenAt: taken * 1_000, followers, partialBySigns })).toEqual(
      window,
    );
  });

  test("an empty list that was cut covers nothing before it was taken", () => {
    expect(
      windowOf({
        requestedRange: null,
        takenAt: taken * 1_000,
        followers: listOf({}),
        partialBySigns: true,
      }),
    ).toEqual({ from: taken, to: open });
  });
});

describe("the time that the imports cover together", () => {
  const at = (takenOn: number, from: number, to = open) => ({
    takenAt: takenOn * day * 1_000,
    window: { from: from * day, to: to * day },
  });
  const days = (from: number, to: number) => ({ from: from * day, to: to * day });

  test.each<[string, ReturnType<typeof at>[], Window[], boolean]>([
    ["none", [], [], false],
    ["all time, until it was asked for", [at(100, 0)], [days(0, 97)], true],
    ["a range", [at(100, 40)], [days(40, 97)], false],
    ["a range with an end", [at(100, 40, 60)], [days(40, 60)], false],
    ["two that overlap", [at(100, 0), at(200, 90)], [days(0, 197)], true],
    ["two with a gap", [at(100, 0), at(200, 150)], [days(0, 97), days(150, 197)], false],
    ["in any order", [at(200, 150), at(100, 0)], [days(0, 97), days(150, 197)], false],
    ["one within the other", [at(200, 0), at(100, 50)], [days(0, 197)], true],
    ["all time after a range", [at(100, 50), at(200, 0)], [days(0, 197)], true],
    ["a range that begins after the export", [at(100, 99)], [], false],
  ])("%s", (_, imports, known, all) => {
    expect(knownTimeOf(imports)).toEqual(known);
    expect(coversAll(imports)).toBe(all);
  });
});
