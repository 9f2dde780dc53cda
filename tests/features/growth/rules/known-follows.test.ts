import { deflateRawSync, inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { listOf } from "#tests/features/history/rules/lists";
import { knownFollows } from "~/features/growth/rules/known-follows";
import { foldImports, samePeopleOf } from "~/features/history/fold";
import { allTime, type Window } from "~/features/history/history";
import type { SamePerson } from "~/features/history/same-people";
import { firstLookOf, firstTurnover, type Turnover } from "~/features/history/turnover";
import { decodeTurnovers, encodeTurnovers } from "~/features/history/turnover-pieces";

const day = 86_400;
const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;

interface Taken {
  on: string;
  people: Record<string, number | null>;
  window?: Window;
}

/** What is known of the follows after these exports. */
const knownOf = (...taken: Taken[]) => knownWhereSaid([], ...taken);

/** The same, where the subscriber has said who is who. */
async function knownWhereSaid(said: readonly SamePerson[], ...taken: Taken[]) {
  const imports = taken.map(({ on, window = allTime }, index) => ({
    id: String(index),
    takenAt: at(on) * 1_000,
    window,
  }));
  const followersOf = async (id: string) => listOf(taken[Number(id)]?.people ?? {});
  const same = await samePeopleOf(said, imports, followersOf);
  const fold = await foldImports(imports, followersOf, { same });
  if (!fold) throw new Error("no import");
  const turnovers = [...fold.turnovers.values()];
  const { list, takenAt } = fold.known;
  return { fold, turnovers, follows: knownFollows(list.since, turnovers, takenAt) };
}

const turnover = (more: Partial<Turnover> = {}): Turnover => ({
  ...firstTurnover({ known: 0, firstLook: null }),
  ...more,
});

const oneImport = new Map([
  [
    "a",
    turnover({
      known: 3,
      changes: { new: 0, lost: 2, renamed: 1, returned: 1, refollowed: 1, unclear: 3 },
      losses: [{ from: 5, left: 2 }],
      ended: Uint32Array.of(7, 9),
      returned: Uint32Array.of(8),
      late: Uint32Array.of(4),
      again: { before: Uint32Array.of(50, 20), after: Uint32Array.of(60, 90) },
      renames: [{ former: ["ana"], present: ["anna"] }],
      unclear: { before: ["ana", "ben"], after: ["carl"], others: 0 },
      firstLook: { takenAt: 1, firstDay: 2, counts: [3], undated: 4 },
    }),
  ],
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
      "one who followed again is the same follower still",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: june } },
      ],
      { lost: [null, 0], left: [], stayed: [may] },
    ],
    [
      "one who followed again twice, and left",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: june } },
        { on: "2026-08-01", people: { ana: july } },
        { on: "2026-09-01", people: {} },
      ],
      { lost: [null, 0, 0, 1], left: [may], stayed: [] },
    ],
    [
      "one who was away at the first look, and came back: they did not come then",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: may, ben: may + 1 } },
      ],
      { lost: [null, 0], left: [], stayed: [may] },
    ],
    [
      "one who was away at the first look, came back, and left",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-08-01", people: { ana: may } },
      ],
      { lost: [null, 0, 1], left: [], stayed: [may] },
    ],
    [
      "one who was away at the first look, came back, and followed again",
      [
        { on: "2026-06-01", people: { ana: may } },
        { on: "2026-07-01", people: { ana: may, ben: may + 1 } },
        { on: "2026-08-01", people: { ana: may, ben: july } },
      ],
      { lost: [null, 0, 0], left: [], stayed: [may] },
    ],
    [
      "one of the time before a range, whom the next of all time shows first",
      [
        {
          on: "2026-06-01",
          people: { ana: may },
          window: { from: may - day, to: Number.POSITIVE_INFINITY },
        },
        { on: "2026-07-01", people: { ana: may, ben: may - 9 * day } },
      ],
      { lost: [null, 0], left: [], stayed: [may - 9 * day, may] },
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
      "of three who followed in one second two are gone, and who is unclear: two follows have ended",
      [
        { on: "2026-06-01", people: { ana: may, ben: may, cleo: may } },
        { on: "2026-07-01", people: { dora: may } },
      ],
      { lost: [null, 0], left: [may, may], stayed: [may] },
    ],
    [
      "one of them is back under another name",
      [
        { on: "2026-06-01", people: { ana: may, ben: may } },
        { on: "2026-07-01", people: { carl: may } },
        { on: "2026-08-01", people: { dora: may, emil: may } },
      ],
      { lost: [null, 0, 0], left: [], stayed: [may, may] },
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
    const { turnovers, follows } = await knownOf(...taken);
    expect({
      lost: turnovers.map(({ changes }) => changes?.lost ?? null),
      left: Array.from(follows.left).sort(),
      stayed: Array.from(follows.stayed).sort(),
    }).toEqual(expected);
  });

  test.each<[string, Taken[], Record<"stayed" | "again", number[]>]>([
    [
      "followed again, and the old name had a time: at the first follow",
      [
        { on: "2026-05-20", people: { ann: may } },
        { on: "2026-06-10", people: { ben: june } },
        { on: "2026-07-10", people: { ben: july } },
      ],
      { stayed: [may], again: [july] },
    ],
    [
      "followed again, and the old name had no time: once, at the only follow that is known",
      [
        { on: "2026-05-20", people: { ann: null } },
        { on: "2026-06-10", people: { ben: june } },
        { on: "2026-07-10", people: { ben: july } },
      ],
      { stayed: [july], again: [] },
    ],
    [
      "followed again before the old name had gone: at the old name's follow",
      [
        { on: "2026-05-20", people: { ann: may } },
        { on: "2026-06-10", people: { ann: may, ben: june } },
        { on: "2026-07-10", people: { ann: may, ben: july } },
        { on: "2026-08-10", people: { ben: july } },
      ],
      { stayed: [may], again: [] },
    ],
  ])("who is said to have another name %s", async (_, taken, expected) => {
    const { follows } = await knownWhereSaid([{ old: "ann", new: "ben" }], ...taken);
    const [stayed, again] = [Array.from(follows.stayed), Array.from(follows.again)];
    expect({ stayed, again, left: Array.from(follows.left) }).toEqual({ ...expected, left: [] });
  });

  test("what is kept of them reads as it was written", async () => {
    const { fold } = await knownOf(
      { on: "2026-06-01", people: { ana: may, ben: may + 1, dora: may + 9 } },
      { on: "2026-07-01", people: { ana: june } },
      { on: "2026-08-01", people: { ben: may + 1, ana: july } },
    );
    const pieces = encodeTurnovers(fold.turnovers);
    expect(decodeTurnovers(pieces).turnovers).toEqual(fold.turnovers);
    expect(decodeTurnovers(encodeTurnovers(oneImport)).turnovers).toEqual(oneImport);
    expect(decodeTurnovers(encodeTurnovers(new Map())).turnovers).toEqual(new Map());
  });

  test("what was kept by an older rule of who is renamed is read, and says so", () => {
    const bytes = inflateRawSync(Buffer.concat(encodeTurnovers(oneImport)));
    const older = bytes.toString("latin1").replace('"followedRule":2', '"followedRule":1');
    const pieces = [deflateRawSync(Buffer.from(older, "latin1"))];
    const [[id, kept] = []] = oneImport;
    expect(decodeTurnovers(pieces).turnovers).toEqual(new Map([[id, { ...kept, isOlder: true }]]));
  });

  test.each<[string, Uint8Array[]]>([
    ["no compressed bytes", [new Uint8Array([1, 2, 3])]],
    ["half of it", encodeTurnovers(oneImport).map((piece) => piece.subarray(0, 20))],
  ])("%s is not taken for what was kept", (_, pieces) => {
    expect(decodeTurnovers(pieces)).toEqual({});
  });

  test("two people of one second: one of them is back", () => {
    const turnovers = [
      turnover(),
      turnover({ ended: Uint32Array.of(may, may, june) }),
      turnover({ returned: Uint32Array.of(may) }),
    ];
    const { left } = knownFollows(Uint32Array.of(may), turnovers, july * 1_000);
    expect(Array.from(left).sort()).toEqual([may, june]);
  });
});

describe("who was there first", () => {
  const look = (people: Record<string, number | null>) =>
    firstLookOf({ list: listOf(people), takenAt: at("2026-05-06") * 1_000, knownTime: [] });

  test("by the day of the follow", () => {
    const firstDay = Math.floor(may / day) - 1;
    expect(look({ ana: may, ben: may + 1, cleo: may - day, dora: may + day })).toMatchObject({
      firstDay,
      counts: [1, 2, 1],
      undated: 0,
    });
  });

  test("of an empty account, nobody", () =>
    expect(look({})).toMatchObject({ counts: [], undated: 0 }));

  test.each([
    ["unknown", null],
    ["before Instagram", 1_000],
    ["long after the export", at("2031-01-01")],
  ])("a time that cannot be, %s, counts as none", (_, second) => {
    expect(look({ ana: may, ben: second })).toMatchObject({ counts: [1], undated: 1 });
    const since = Uint32Array.of(second ?? 0, may);
    const follows = knownFollows(since, [], at("2026-06-01") * 1_000);
    expect(Array.from(follows.stayed)).toEqual([may]);
  });
});

describe("which import is the first look", () => {
  const parts: Taken[] = [
    {
      on: "2026-06-01",
      people: { ana: may },
      window: { from: may - day, to: Number.POSITIVE_INFINITY },
    },
    { on: "2026-07-01", people: { ana: may, ben: 1_500_000_000 } },
    { on: "2026-08-01", people: { ana: may } },
  ];

  test.each([
    [parts.slice(0, 1), []],
    [parts, [1]],
    [parts.slice(1), [0]],
  ])("%#", async (taken, expected) => {
    const { turnovers } = await knownOf(...taken);
    expect(turnovers.flatMap(({ firstLook }, index) => (firstLook ? [index] : []))).toEqual(
      expected,
    );
  });
});
