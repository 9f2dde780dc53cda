import { describe, expect, test } from "vitest";
import { tellsAllWhoLeft } from "~/features/history/fold";
import { allTime, type Window } from "~/features/history/history";
import { saidWindow } from "~/features/history/holds";
import { coversAll, hasGapBetween, knownTimeOf } from "~/features/history/window";

const day = 86_400;
const taken = 1_777_593_600;
const open = Number.POSITIVE_INFINITY;

describe("what an export says that it covers (docs/product.md#the-known-list)", () => {
  type Range = { from: number | null; to: number | null };
  const moment = (time: number | null) => (time === null ? null : { earliest: time, latest: time });
  const lastYear = { from: taken - 365 * day, to: taken - 5 * day };

  test.each<[string, Range | null, Window | undefined]>([
    ["nothing", null, undefined],
    ["a range", lastYear, lastYear],
    ["from when only", { from: 1.7e9, to: null }, { from: 1.7e9, to: open }],
    ["until when only", { from: null, to: taken - 5 * day }, { from: 0, to: taken - 5 * day }],
    ["all time", { from: null, to: null }, allTime],
    ["from before Instagram opened, until now", { from: 1e9, to: taken }, allTime],
    ["until before somebody followed", { from: null, to: 1.6e9 }, allTime],
  ])("%s", (_, range, window) => {
    const requests = [
      { askedAt: taken - 9, range: range && { from: moment(range.from), to: moment(range.to) } },
    ];
    const follows = { oldest: taken - 9 * day, newest: taken - 6 * day };
    expect(saidWindow({ requests }, taken * 1_000, follows)?.window).toEqual(window);
  });

  test("an empty list contradicts nothing", () => {
    const range = { from: moment(lastYear.from), to: null };
    const said = saidWindow({ requests: [{ askedAt: taken, range }] }, taken * 1_000, undefined);
    expect(said?.window).toEqual({ from: lastYear.from, to: open });
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

  test.each<[string, ReturnType<typeof at>, boolean, boolean]>([
    ["all time", at(200, 0), true, false],
    ["a range that begins with the export before", at(200, 100), false, false],
    ["a range that begins later", at(200, 101), false, true],
    ["a range that ends before it was taken", at(200, 50, 190), false, true],
    [
      "one without a beginning, too, of which only the newest are missing",
      at(200, 0, 190),
      true,
      true,
    ],
    ["one without a beginning that ends before the export before", at(200, 0, 90), false, true],
  ])("who left and who came since day 100, by %s", (_, { takenAt, window }, left, gap) => {
    const [before, one] = [
      { ...at(100, 0), id: "before" },
      { takenAt, window, id: "one" },
    ];
    expect(tellsAllWhoLeft(before, one)).toBe(left);
    expect(hasGapBetween([before, one], before.takenAt, takenAt)).toBe(gap);
  });
});
