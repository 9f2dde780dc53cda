import { describe, expect, test } from "vitest";
import { listOf } from "#tests/domain/analysis/lists";
import { allTime, type Window } from "~/domain/analysis/analysis";
import { endedFollows } from "~/domain/analysis/departures";
import { foldImports } from "~/domain/analysis/fold";
import { cohortsOf } from "~/domain/growth/cohorts";
import { decodeDepartures, encodeDepartures } from "~/domain/growth/encode";
import { followsByDay, knownFollows } from "~/domain/growth/known-follows";

const day = 86_400;
const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;

interface Taken {
  on: string;
  people: Record<string, number | null>;
  window?: Window;
}

/** What is known of the follows after these exports. */
async function knownOf(...taken: Taken[]) {
  const imports = taken.map(({ on, window = allTime }, index) => ({
    id: String(index),
    takenAt: at(on) * 1_000,
    window,
  }));
  const fold = await foldImports(imports, async (id) => listOf(taken[Number(id)]?.people ?? {}));
  if (!fold) throw new Error("no import");
  const departures = [...fold.departures.values()];
  const { list, takenAt } = fold.known;
  const follows = knownFollows(list.since, departures, takenAt);
  return { fold, imports, departures, follows, byDay: followsByDay(follows, takenAt) };
}

const oneImport = new Map([
  ["a", { lost: 2, ended: Uint32Array.of(7, 9), again: Uint32Array.of(8) }],
]);
const [may, june, july] = [at("2026-05-03"), at("2026-06-03"), at("2026-07-03")];

describe("who left", () => {
  test.each<[string, Taken[], { lost: (number | null)[]; left: number[]; stayed: number[] }]>([
    [
      "a single import tells of nobody",
      [{ on: "2026-06-01", people: { ana: may } }],
      { lost: [null], left: [], stayed: [may] },
    ],
    [
      "one who is gone in the next",
      [
        { on: "2026-06-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-07-01", people: { ana: may, cleo: june } },
      ],
      { lost: [null, 1], left: [may + 1], stayed: [may, june] },
    ],
    [
      "one who came back with the old second",
      [
        { on: "2026-06-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-07-01", people: { ana: may } },
        { on: "2026-08-01", people: { ana: may, ben: may + 1 } },
      ],
      { lost: [null, 1, 0], left: [], stayed: [may, may + 1] },
    ],
    [
      "one who came back, and left for good",
      [
        { on: "2026-06-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-07-01", people: { ana: may } },
        { on: "2026-08-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-09-01", people: { ana: may } },
      ],
      { lost: [null, 1, 0, 1], left: [may + 1], stayed: [may] },
    ],
    [
      "one who is back with a second of the day before the export that lacked them",
      [
        { on: "2026-06-02", people: { ana: may, ben: at("2026-06-01") } },
        { on: "2026-06-03", people: { ana: may } },
        { on: "2026-06-20", people: { ana: may, ben: at("2026-06-01") } },
      ],
      { lost: [null, 1, 0], left: [], stayed: [may, at("2026-06-01")] },
    ],
    [
      "one who followed again: the old follow ended",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: june } },
      ],
      { lost: [null, 0], left: [may], stayed: [june] },
    ],
    [
      "one who has another name did not leave",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { anna: may } },
      ],
      { lost: [null, 0], left: [], stayed: [may] },
    ],
    [
      "one beyond the range of the next is still known",
      [
        { on: "2026-06-01", people: { ana: may } },
        {
          on: "2026-07-05",
          people: { cleo: july },
          window: { from: june, to: Number.POSITIVE_INFINITY },
        },
      ],
      { lost: [null, 0], left: [], stayed: [may, july] },
    ],
    [
      "one whose second is not known is counted, and stands on no day",
      [
        { on: "2026-06-01", people: { ana: may, ben: null } },
        { on: "2026-07-01", people: { ana: may } },
      ],
      { lost: [null, 1], left: [], stayed: [may] },
    ],
  ])("%s", async (_, taken, expected) => {
    const { departures, follows } = await knownOf(...taken);
    expect({
      lost: departures.map(({ lost }) => lost),
      left: Array.from(follows.left).sort(),
      stayed: Array.from(follows.stayed).sort(),
    }).toEqual(expected);
  });

  test("what is kept of them reads as it was written", async () => {
    const { fold } = await knownOf(
      { on: "2026-06-01", people: { ana: may, ben: may + 1, dora: may + 9 } },
      { on: "2026-07-01", people: { ana: june } },
      { on: "2026-08-01", people: { ben: may + 1, ana: july } },
    );
    const pieces = encodeDepartures(fold.departures);
    expect(decodeDepartures(pieces)).toEqual(fold.departures);
    expect(decodeDepartures(encodeDepartures(new Map()))).toEqual(new Map());
  });

  test.each<[string, Uint8Array[]]>([
    ["no compressed bytes", [new Uint8Array([1, 2, 3])]],
    ["half of it", encodeDepartures(oneImport).map((piece) => piece.subarray(0, 20))],
  ])("%s is not taken for departures", (_, pieces) => {
    expect(decodeDepartures(pieces)).toBeUndefined();
  });

  test("two people of one second: one of them is back", () => {
    const departures = [
      { lost: 2, ended: Uint32Array.of(7, 7, 9), again: Uint32Array.of() },
      { lost: 0, ended: Uint32Array.of(), again: Uint32Array.of(7) },
    ];
    expect(Array.from(endedFollows(departures)).sort()).toEqual([7, 9]);
  });
});

describe("follows by day", () => {
  test("run from the first to the newest export's day", async () => {
    const { byDay } = await knownOf(
      { on: "2026-05-04", people: { ana: may, ben: may + 1, cleo: may - day } },
      { on: "2026-05-06", people: { ana: may } },
    );
    const firstDay = Math.floor(may / day) - 1;
    expect(byDay).toEqual({ firstDay, stayed: [0, 1, 0, 0, 0], left: [1, 1, 0, 0, 0] });
  });

  test("of an empty account there is the export's day alone", async () => {
    const { byDay } = await knownOf({ on: "2026-05-04", people: {} });
    const firstDay = Math.floor(at("2026-05-04") / day);
    expect(byDay).toEqual({ firstDay, stayed: [0], left: [0] });
  });

  test.each([
    ["before Instagram", 1_000],
    ["long after the export", at("2031-01-01")],
  ])("a time that cannot be, %s, counts as none", (_, second) => {
    const since = Uint32Array.of(second, may, 0);
    const follows = knownFollows(since, [], at("2026-06-01") * 1_000);
    expect(follows.undated).toBe(2);
    expect(Array.from(follows.stayed)).toEqual([may]);
  });
});

test("a month is shown once an export shows it whole", async () => {
  const { byDay, imports } = await knownOf(
    { on: "2026-05-20", people: { ana: may, ben: may + 5 * day } },
    { on: "2026-06-04", people: { ana: may, cleo: june } },
    { on: "2026-07-20", people: { ana: may, cleo: june, dora: july } },
  );
  expect(cohortsOf(byDay, imports)).toEqual([
    { month: "2026-05", came: 2, stayed: 1, seenAt: at("2026-06-04") * 1_000 },
    { month: "2026-06", came: 1, stayed: 1, seenAt: at("2026-07-20") * 1_000 },
  ]);
  const partial = imports.map((one) => ({ ...one, window: { from: june, to: july } }));
  expect(cohortsOf(byDay, partial)).toEqual([]);
});
