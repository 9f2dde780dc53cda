import { describe, expect, test } from "vitest";
import { type Changes, changesBetween } from "~/features/history/changes";
import { allTime, type Window } from "~/features/history/history";
import { listOf, namesIn, recordOf } from "./lists";

const day = 86_400;
/** A was taken on day 100. */
const takenAt = 100 * day * 1_000;
type People = Record<string, number | null>;
type Kind = Exclude<keyof Changes, "former" | "told">;

function compare(a: People, b: People, window: Window = allTime, knownTime: Window[] = [allTime]) {
  const { changes, known } = changesBetween(
    { list: listOf(a), takenAt, knownTime },
    listOf(b),
    window,
  );
  const { former, told: _, ...kinds } = changes;
  const said: Partial<Record<Kind, string[]>> = {};
  for (const kind of Object.keys(kinds) as Kind[])
    if (kinds[kind].size > 0) said[kind] = namesIn(kinds[kind]);
  return { said, former: recordOf(former), known: recordOf(known) };
}

describe("what changed (docs/product.md#what-changed)", () => {
  const fromDay60: Window = { from: 60 * day, to: Number.POSITIVE_INFINITY };

  test.each<[string, People, People, Partial<Record<Kind, string[]>>, Window?, Window[]?]>([
    ["in both", { ana: 5 }, { ana: 5 }, {}],
    ["in both, newer in B", { ana: 5 }, { ana: 6 }, { refollowed: ["ana"] }],
    ["in both, older in B", { ana: 6 }, { ana: 5 }, {}],
    ["in both, unknown in A", { ana: null }, { ana: 5 }, {}],
    ["in both, unknown in B", { ana: 5 }, { ana: null }, {}],
    ["in both, in other letters", { ANA: 5 }, { ana: 5 }, {}],
    ["in A only", { ana: 5, ben: 6 }, { ben: 6 }, { lost: ["ana"] }],
    ["in A only, since unknown", { ana: null }, {}, { lost: ["ana"] }],
    ["in A only, before B's window", { ana: 59 * day }, {}, {}, fromDay60],
    ["in A only, first second of B's window", { ana: 60 * day }, {}, { lost: ["ana"] }, fromDay60],
    ["in A only, after B's window", { ana: 61 * day }, {}, {}, { from: 0, to: 60 * day }],
    ["in A only, last of B's window", { ana: 60 }, {}, { lost: ["ana"] }, { from: 0, to: 60 }],
    ["in A only, unknown, in a window", { ana: null }, {}, { lost: ["ana"] }, fromDay60],
    ["three deleted, a window", { a: 1, b: 2, c: 70 * day }, {}, { lost: ["c"] }, fromDay60],
    ["in B only, same second", { ana: 5 }, { anna: 5 }, { renamed: ["anna"] }],
    ["in B only, unknown", {}, { ana: null }, { new: ["ana"] }],
    ["both unknown", { ana: null }, { ben: null }, { lost: ["ana"], new: ["ben"] }],
    ["after A was taken", {}, { ana: 101 * day }, { new: ["ana"] }],
    ["less than three days before A", {}, { ana: 97 * day + 1 }, { new: ["ana"] }],
    ["three days before A", {}, { ana: 97 * day }, { returned: ["ana"] }],
    ["long before A", {}, { ana: 5 }, { returned: ["ana"] }],
    ["before A's known time", {}, { ana: 5 }, {}, allTime, [{ from: 6, to: 96 * day }]],
    ["in A's known time", {}, { ana: 6 }, { returned: ["ana"] }, allTime, [{ from: 6, to: 9 }]],
    [
      "in the second of A's known times",
      {},
      { ana: 20 },
      { returned: ["ana"] },
      allTime,
      [
        { from: 1, to: 9 },
        { from: 20, to: 30 },
      ],
    ],
    [
      "two of one second in A, one in B: it cannot be told",
      { ana: 5, ben: 5 },
      { carl: 5 },
      { unclear: ["carl"], unclearBefore: ["ana", "ben"] },
    ],
    [
      "one of a second in A, two in B",
      { ana: 5 },
      { ben: 5, carl: 5 },
      { unclear: ["ben", "carl"], unclearBefore: ["ana"] },
    ],
    [
      "of one second in different numbers, after A was taken",
      { ana: 101 * day, ben: 101 * day },
      { carl: 101 * day },
      { unclear: ["carl"], unclearBefore: ["ana", "ben"] },
    ],
    [
      "of one second in different numbers, and others as ever",
      { ana: 5, ben: 5, gone: 7, old: 8 },
      { carl: 5, name: 8, back: 9 },
      {
        unclear: ["carl"],
        unclearBefore: ["ana", "ben"],
        lost: ["gone"],
        renamed: ["name"],
        returned: ["back"],
      },
    ],
    [
      "several of one second in one only",
      { a: 5, b: 5 },
      { c: 6, d: 6 },
      { lost: ["a", "b"], returned: ["c", "d"] },
    ],
    [
      "several without a time in different numbers",
      { a: null, b: null },
      { c: null },
      { lost: ["a", "b"], new: ["c"] },
    ],
    ["two of one second in both", { a: 5, b: 5 }, { c: 5, d: 5 }, { renamed: ["c", "d"] }],
    [
      "only those in one only are counted",
      { ana: 5, ben: 5 },
      { ana: 5, carl: 5 },
      { renamed: ["carl"] },
    ],
    ["a second apart", { ana: 5 }, { anna: 6 }, { lost: ["ana"], returned: ["anna"] }],
    ["renamed lately", { ana: 99 * day }, { anna: 99 * day }, { renamed: ["anna"] }],
    [
      "everything at once",
      { gone: 1, old: 2, stays: 3, again: 4 },
      { name: 2, stays: 3, again: 99 * day, back: 9, fresh: 98 * day },
      {
        lost: ["gone"],
        renamed: ["name"],
        refollowed: ["again"],
        returned: ["back"],
        new: ["fresh"],
      },
    ],
    ["from nobody", {}, {}, {}],
  ])("%s", (_, a, b, expected, window, knownTime) => {
    expect(compare(a, b, window, knownTime).said).toEqual(expected);
  });

  test("those of one second are each given all names that they may have had", () => {
    expect(compare({ a: 5, b: 5, x: 9 }, { c: 5, d: 5 }).former).toEqual({ a: 5, b: 5 });
  });
});

describe("follows of one second in different numbers", () => {
  test.each<[string, People, People, number[], number[]]>([
    ["fewer than before", { a: 5, b: 5, c: 5, x: 7 }, { d: 5, y: 7 }, [5, 5], []],
    ["more than before", { a: 5 }, { b: 5, c: 5, d: 5 }, [], [5, 5]],
    ["both", { a: 5, e: 9, f: 9 }, { b: 5, c: 5, g: 9 }, [9], [5]],
    ["as many", { a: 5 }, { b: 5 }, [], []],
  ])("%s: how many have ended or are there again", (_, a, b, ended, again) => {
    const { unclearEnded, unclearAgain } = changesBetween(
      { list: listOf(a), takenAt, knownTime: [allTime] },
      listOf(b),
      allTime,
    );
    expect([Array.from(unclearEnded), Array.from(unclearAgain)]).toEqual([ended, again]);
  });
});

describe("the known list after an export (docs/product.md#the-known-list)", () => {
  const window: Window = { from: 60, to: 90 };

  test.each<[string, People, People, Window, People]>([
    ["all time: only B", { ana: 5 }, { ben: 6 }, allTime, { ben: 6 }],
    ["before B's window: stays", { ana: 5 }, { ben: 61 }, window, { ana: 5, ben: 61 }],
    ["after B's window: stays", { ana: 91 }, { ben: 61 }, window, { ana: 91, ben: 61 }],
    ["in B's window: goes", { ana: 60, zoe: 90 }, { ben: 61 }, window, { ben: 61 }],
    ["unknown: goes", { ana: null }, { ben: 61 }, window, { ben: 61 }],
    ["in both: as in B", { ana: 5 }, { ana: 61 }, window, { ana: 61 }],
    ["in both, unknown in B: as in B", { ana: 5 }, { ana: null }, window, { ana: null }],
    ["an old name goes wherever its second lies", { ana: 5 }, { anna: 5 }, window, { anna: 5 }],
    [
      "what may be old names goes, as one does",
      { ana: 5, ben: 5 },
      { carl: 5 },
      window,
      { carl: 5 },
    ],
    ["sorted by name", { b: 1, d: 2 }, { a: 61, c: 62 }, window, { a: 61, b: 1, c: 62, d: 2 }],
  ])("%s", (_, a, b, windowOfB, known) => {
    const result = compare(a, b, windowOfB).known;
    expect(result).toEqual(known);
    expect(Object.keys(result)).toEqual(Object.keys(known).sort());
  });
});
