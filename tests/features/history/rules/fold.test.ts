import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fold, foldImports, knownAfter } from "~/features/history/fold";
import { allTime, type Window } from "~/features/history/history";
import { inOrderOfTime } from "~/features/history/import";
import { leftSince } from "~/features/history/turnover";
import type { NameList } from "~/platform/values/name-list";
import { listOf, namesIn, recordOf } from "./lists";

const day = 86_400;

interface Imported {
  id: string;
  takenAt: number;
  startedAt: number;
  window: Window;
  people: Record<string, number | null>;
}

/** Days stand for the times of exports and follows. */
const imported = (
  id: string,
  takenOn: number,
  people: Record<string, number>,
  window: Window = allTime,
): Imported => ({
  id,
  takenAt: takenOn * day * 1_000,
  startedAt: 0,
  window: { from: window.from * day, to: window.to * day },
  people: Object.fromEntries(Object.entries(people).map(([name, on]) => [name, on * day])),
});

async function fold(imports: Imported[], recomputeFrom?: number) {
  const asked: string[] = [];
  const lists = new Map(imports.map(({ id, people }) => [id, listOf(people)]));
  const folded = await foldImports(
    imports.toSorted(inOrderOfTime),
    async (id) => {
      asked.push(id);
      return lists.get(id) as NameList;
    },
    recomputeFrom === undefined ? {} : { recomputeFrom },
  );
  return { folded, asked };
}

const countsOf = (folded: Fold | undefined) =>
  Array.from(folded?.turnovers ?? [], ([id, { changes }]) => [id, changes]);

/** Since when those who left with the last import may be gone. */
async function leftFrom(imports: Imported[]): Promise<number> {
  const { folded } = await fold(imports);
  const losses = folded?.turnovers.get(imports.at(-1)?.id ?? "")?.losses ?? [];
  return leftSince(imports.at(-2)?.takenAt ?? 0, losses);
}

/** Everything that the fold says, as plain values. */
async function said(imports: Imported[], recomputeFrom?: number) {
  const { folded } = await fold(imports, recomputeFrom);
  return (
    folded && {
      known: recordOf(folded.known.list),
      knownTime: folded.known.knownTime,
      changes:
        folded.changes &&
        Object.fromEntries(
          Object.entries(folded.changes).map(([kind, list]) => [kind, recordOf(list)]),
        ),
    }
  );
}

describe("going through the imports", () => {
  test("without any there is nothing", async () => {
    expect((await fold([])).folded).toBeUndefined();
  });

  test("a single one changes nothing", async () => {
    const { folded } = await fold([imported("a", 100, { ana: 1 })]);
    expect(folded?.changes).toBeUndefined();
    expect(recordOf(folded?.known.list as NameList)).toEqual({ ana: day });
    expect(countsOf(folded)).toEqual([["a", null]]);
  });

  test("whoever left was seen in the last whole export, if not in one of a part of the time", async () => {
    const people = { ana: 1 };
    const range = { from: 90, to: allTime.to };
    const whole = [imported("a", 100, people), imported("b", 110, people), imported("c", 120, {})];
    expect(await leftFrom(whole)).toBe(110 * day * 1_000);
    const partial = [whole[0], imported("b", 110, {}, range), whole[2]].filter((one) => !!one);
    expect(await leftFrom(partial)).toBe(100 * day * 1_000);
  });

  test("whoever left was seen in an export of part of the time, if that showed them", async () => {
    const range = { from: 90, to: allTime.to };
    const [ana, ben] = [{ ana: 1 }, { ben: 95 }];
    const of = (last: Record<string, number>) => [
      imported("a", 100, { ...ana, ...ben }),
      imported("b", 110, ben, range),
      imported("c", 120, last),
    ];
    expect(await leftFrom(of(ana))).toBe(110 * day * 1_000);
    expect(await leftFrom(of({}))).toBe(100 * day * 1_000);
    expect((await fold(of(ana), 3)).folded?.turnovers.size).toBe(0);
  });

  test("each is compared with what was known before it", async () => {
    const { folded } = await fold([
      imported("a", 100, { ana: 1, ben: 2, carl: 80 }),
      // Asked for from day 50 on: ana and ben are not lost.
      imported("b", 130, { dan: 120 }, { from: 50, to: Number.POSITIVE_INFINITY }),
      imported("c", 160, { ana: 1, dan: 120, eve: 150 }),
    ]);
    expect(countsOf(folded)).toEqual([
      ["a", null],
      ["b", { new: 1, lost: 1, renamed: 0, returned: 0, refollowed: 0, unclear: 0 }],
      ["c", { new: 1, lost: 1, renamed: 0, returned: 0, refollowed: 0, unclear: 0 }],
    ]);
    expect(namesIn(folded?.changes?.lost as NameList)).toEqual(["ben"]);
    expect(namesIn(folded?.changes?.new as NameList)).toEqual(["eve"]);
  });

  test("who followed at a time that no export covers is neither new nor returned", async () => {
    const { folded } = await fold([
      imported("a", 100, { ana: 1 }),
      imported("b", 200, { ben: 195 }, { from: 190, to: Number.POSITIVE_INFINITY }),
      imported("c", 230, { ana: 1, ben: 195, between: 150, before: 50, fresh: 220 }),
    ]);
    expect(folded?.turnovers.get("c")?.changes).toEqual({
      new: 1,
      lost: 0,
      renamed: 0,
      returned: 1,
      refollowed: 0,
      unclear: 0,
    });
    expect(namesIn(folded?.changes?.returned as NameList)).toEqual(["before"]);
  });
});

describe("what is read", () => {
  const range: Window = { from: 50, to: Number.POSITIVE_INFINITY };
  const at = (id: string, takenOn: number, window?: Window) =>
    imported(id, takenOn, { ana: 1 }, window);

  test.each<[string, Imported[], number | undefined, string]>([
    ["a first one", [at("a", 1)], 0, "a"],
    ["the newest of many of all time", [at("a", 1), at("b", 2), at("c", 3)], 2, "b c"],
    ["after one with a range", [at("a", 1), at("b", 2), at("c", 3, range), at("d", 4)], 3, "b c d"],
    [
      "of all time until they were asked for",
      [at("a", 1), at("b", 20, { from: 0, to: 19 }), at("c", 30, { from: 0, to: 29 })],
      2,
      "b c",
    ],
    [
      "of all time until before the export before",
      [at("a", 1), at("b", 20), at("c", 30, { from: 0, to: 19 }), at("d", 40)],
      3,
      "b c d",
    ],
    ["one in the middle", [at("a", 1), at("b", 2), at("c", 3), at("d", 4)], 2, "b c d"],
    ["the first", [at("a", 1), at("b", 2), at("c", 3)], 0, "a b c"],
    ["after the last was taken out", [at("a", 1), at("b", 2), at("c", 3)], 3, "b c"],
    ["all with a range", [at("a", 1, range), at("b", 2, range), at("c", 3, range)], 2, "a b c"],
  ])("%s", async (_, imports, recomputeFrom, ids) => {
    expect((await fold(imports, recomputeFrom)).asked.join(" ")).toBe(ids);
  });
});

test("what is known after imports is read from the last of all time on", async () => {
  const asked: string[] = [];
  const range = { from: 50, to: Number.POSITIVE_INFINITY };
  const imports = [
    imported("a", 60, { ana: 1 }),
    imported("b", 70, { ana: 1, ben: 2 }),
    imported("c", 80, { carl: 60 }, range),
  ];
  const known = await knownAfter(imports, async (id) => {
    asked.push(id);
    return listOf(imports.find((one) => one.id === id)?.people ?? {});
  });
  expect(asked).toEqual(["b", "c"]);
  expect(known && recordOf(known.list)).toEqual({ ana: day, ben: 2 * day, carl: 60 * day });
  expect(await knownAfter([], async () => listOf({}))).toBeUndefined();
});

const person = fc.constantFrom("ana", "ben", "carl", "dan", "eve", "fay", "gus", "hal");
const dayOf = fc.integer({ min: 1, max: 300 });
const window = fc.oneof(
  fc.constant(allTime),
  fc.record({
    from: fc.integer({ min: 0, max: 200 }),
    to: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 200, max: 400 })),
  }),
);
const importedAnyhow = fc.tuple(dayOf, fc.dictionary(person, dayOf), window).map(
  ([takenOn, people, its]) =>
    (id: string) =>
      imported(id, takenOn, people, its),
);
const imports = fc
  .array(importedAnyhow, { minLength: 1, maxLength: 7 })
  .map((makers) => makers.map((make, index) => make(`id-${index}`)));

describe("whatever was imported", () => {
  test("the order of uploads plays no part", () =>
    fc.assert(
      fc.asyncProperty(
        imports.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        async ([all, uploaded]) => {
          expect(await said(uploaded)).toEqual(await said(all));
        },
      ),
    ));

  test("starting from where something changed says the same as starting from the beginning", () =>
    fc.assert(
      fc.asyncProperty(imports, fc.nat(7), async (all, from) => {
        expect(await said(all, from)).toEqual(await said(all));
        const whole = (await fold(all)).folded?.turnovers ?? new Map();
        const part = (await fold(all, from)).folded?.turnovers ?? new Map();
        expect([...part]).toEqual([...whole].slice(from));
        const lists = new Map(all.map(({ id, people }) => [id, listOf(people)]));
        const known = await knownAfter(
          all.toSorted(inOrderOfTime),
          async (id) => lists.get(id) as NameList,
        );
        expect(known && recordOf(known.list)).toEqual((await said(all))?.known);
      }),
    ));

  test("after an export of all time only that is known, and everybody is in one place", () =>
    fc.assert(
      fc.asyncProperty(imports, fc.dictionary(person, dayOf), async (all, people) => {
        const last = imported("last", 301, people);
        expect((await said([...all, last]))?.known).toEqual(last.people);
      }),
    ));

  test("the known list is the one before, less the lost and the renamed, and those who came", () =>
    fc.assert(
      fc.asyncProperty(imports, async (all) => {
        const before = (await said(all.toSorted(inOrderOfTime).slice(0, -1)))?.known;
        const result = await said(all);
        if (!result?.changes || !before) return;
        const gone = new Set([
          ...Object.keys(result.changes.lost ?? {}),
          ...Object.keys(result.changes.former ?? {}),
        ]);
        const last = all.toSorted(inOrderOfTime).at(-1);
        const expected = new Set([
          ...Object.keys(before).filter((name) => !gone.has(name)),
          ...Object.keys(last?.people ?? {}),
        ]);
        expect(new Set(Object.keys(result.known))).toEqual(expected);
      }),
    ));
});
