import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import type { Changes } from "~/features/history/changes";
import { type Comparison, compareImports } from "~/features/history/compare";
import { allTime, type ChangeKind, type Window } from "~/features/history/history";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { compareAll, emptyComparedTally } from "../../../../bench/analysis/compared.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import { chanceFrom } from "../../../../sandbox/histories/chance.ts";
import { listOf, namesIn, recordOf } from "./lists";

const day = 86_400;
const ever: [number, number] = [0, Number.POSITIVE_INFINITY];

/** Exports by the day on which they were taken, each with whom it shows and on which day they followed. */
type Course = Record<number, Record<string, number | null>>;

async function compared(
  course: Course,
  from: number,
  to: number,
  windows: Record<number, [number, number]> = {},
) {
  const days = Object.keys(course).map(Number);
  const imports = days.map((on) => {
    const [first, last] = windows[on] ?? ever;
    const window: Window = windows[on] ? { from: first * day, to: last * day } : allTime;
    return { id: String(on), takenAt: on * day * 1_000, window };
  });
  const listAt = (on: number) =>
    listOf(
      Object.fromEntries(
        Object.entries(course[on] ?? {}).map(([name, since]) => [name, since && since * day]),
      ),
    );
  return compareImports(imports.slice(0, days.indexOf(to) + 1), days.indexOf(from), async (id) =>
    listAt(Number(id)),
  );
}

const said = ({ changes, passedBy }: Comparison) => ({
  ...Object.fromEntries(
    Object.entries(changes).flatMap(([kind, list]) =>
      list.size > 0 ? [[kind, namesIn(list).join(" ")]] : [],
    ),
  ),
  ...(passedBy > 0 && { passedBy }),
});

const rows: [string, Course, object, Record<number, [number, number]>?][] = [
  ["nothing changes", { 100: { ann: 1 }, 200: { ann: 1 }, 300: { ann: 1 } }, {}],
  [
    "who left and who came, at whichever import between",
    {
      100: { ann: 1, bob: 2, eve: 3 },
      200: { ann: 1, bob: 2, cyd: 150 },
      300: { ann: 1, cyd: 150, dan: 250 },
    },
    { lost: "bob eve", new: "cyd dan" },
  ],
  [
    "who came and left between is in no list, and counted once",
    { 100: { ann: 1 }, 150: { ann: 1, bob: 120, cyd: 130 }, 200: { ann: 1 }, 300: { ann: 1 } },
    { passedBy: 2 },
  ],
  [
    "who left and came back between has not changed",
    { 100: { ann: 1, bob: 2 }, 200: { ann: 1 }, 300: { ann: 1, bob: 2 } },
    {},
  ],
  [
    "who was away before and is back came back",
    { 50: { ann: 1, bob: 2 }, 100: { ann: 1 }, 200: { ann: 1 }, 300: { ann: 1, bob: 2 } },
    { returned: "bob" },
  ],
  [
    "renamed twice is renamed once, from the first name",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann3: 1 } },
    { renamed: "ann3", former: "ann" },
  ],
  ["renamed and back to the old name", { 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann: 1 } }, {}],
  [
    "renamed, then followed again: nobody was lost",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann2: 250 } },
    { renamed: "ann2", former: "ann", refollowed: "ann2" },
  ],
  [
    "renamed, then left and followed again under the new name",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: {}, 400: { ann2: 350 } },
    { renamed: "ann2", former: "ann", refollowed: "ann2" },
  ],
  [
    "and renamed once more after that",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: {}, 400: { ann2: 350 }, 500: { ann3: 350 } },
    { renamed: "ann3", former: "ann", refollowed: "ann3" },
  ],
  [
    "left, followed again and renamed after that",
    { 100: { ann: 1 }, 200: {}, 300: { ann: 250 }, 400: { ann2: 250 } },
    { renamed: "ann2", former: "ann", refollowed: "ann2" },
  ],
  [
    "whoever left has the last name and not the first, should both appear",
    { 100: { zoe: 1 }, 200: { ann: 1 }, 300: {}, 400: { ann: 350, zoe: 360 } },
    { renamed: "ann", former: "zoe", refollowed: "ann", new: "zoe" },
  ],
  [
    "whoever left has the last name, and somebody else the first one",
    {
      100: { ann: 1 },
      200: { ann2: 1 },
      300: { ann2: 1, ann: 250 },
      400: { ann: 250 },
      500: { ann: 250, ann2: 450 },
    },
    { renamed: "ann2", former: "ann", refollowed: "ann2", new: "ann" },
  ],
  [
    "a name that somebody else had since is no longer theirs",
    {
      100: { ann: 1, bob: 2 },
      200: { ann2: 1, bob: 2 },
      300: { bob: 2 },
      400: { ann2: 2 },
      500: { bob2: 2 },
      600: { bob2: 2, ann2: 550 },
    },
    { renamed: "bob2", former: "bob", lost: "ann", new: "ann2" },
  ],
  [
    "of two who had a name and left, it is the later one's",
    {
      100: { ann: 1, bob: 2 },
      200: { ann2: 1, bob: 2 },
      300: { bob: 2 },
      400: { ann2: 2 },
      500: {},
      600: { ann2: 550 },
    },
    { renamed: "ann2", former: "bob", refollowed: "ann2", lost: "ann" },
  ],
  [
    "of several of one second who were renamed and left, nobody knows who is back",
    { 100: { a: 1, b: 1 }, 200: { c: 1, d: 1 }, 300: {}, 400: { c: 350 } },
    { lost: "a b", new: "c" },
  ],
  [
    "a name that somebody else takes is a new person",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann2: 1, ann: 250 } },
    { renamed: "ann2", former: "ann", new: "ann" },
  ],
  [
    "two names change places by way of a third",
    { 100: { a: 1, b: 2 }, 200: { c: 1, b: 2 }, 300: { c: 1, a: 2 }, 400: { b: 1, a: 2 } },
    { renamed: "a b", former: "a b" },
  ],
  [
    "of one second: who was renamed first, and who left later",
    { 100: { a: 1, x: 1 }, 200: { b: 1, x: 1 }, 300: { b: 1 } },
    { renamed: "b", former: "a", lost: "x" },
  ],
  [
    "several of one second are renamed, nobody knows to what",
    { 100: { a: 1, b: 1 }, 200: { c: 1, d: 1 }, 300: { c: 1, d: 1 } },
    { renamed: "c d", former: "a b" },
  ],
  [
    "of these one leaves: nobody can tell who",
    { 100: { a: 1, b: 1 }, 200: { c: 1, d: 1 }, 300: { c: 1 } },
    { unclear: "c", unclearBefore: "a b" },
  ],
  ["of these both leave", { 100: { a: 1, b: 1 }, 200: { c: 1, d: 1 }, 300: {} }, { lost: "a b" }],
  [
    "unclear between stays so",
    { 100: { a: 1, b: 1 }, 200: { c: 1 }, 300: { d: 1 } },
    { unclear: "d", unclearBefore: "a b" },
  ],
  [
    "lost while away from the name: the second tells",
    { 100: { ann: 1 }, 200: {}, 300: { ann2: 1 } },
    { renamed: "ann2", former: "ann" },
  ],
  [
    "a range between makes nobody lost",
    { 100: { ann: 1, bob: 90 }, 200: { bob: 90, cyd: 150 }, 300: { ann: 1, bob: 90, cyd: 150 } },
    { new: "cyd" },
    { 200: [80, 200] },
  ],
  [
    "who was lost before a range stays lost",
    { 100: { ann: 1, bob: 90 }, 200: { bob: 90 }, 300: { bob: 90 } },
    { lost: "ann" },
    { 300: [80, 300] },
  ],
  [
    "who was there before anybody looked and left since has left",
    { 100: { bob: 90 }, 200: { ann: 1, bob: 90 }, 300: { bob: 90 } },
    { lost: "ann" },
    { 100: [80, 100] },
  ],
  [
    "who was there before anybody looked, and is there, has not changed",
    { 100: { bob: 90 }, 200: { ann: 1, bob: 90 }, 300: { ann: 1, bob: 90 } },
    {},
    { 100: [80, 100] },
  ],
  [
    "who became known later, left, followed again and was renamed after that",
    { 100: { bob: 90 }, 200: { ann: 1 }, 300: {}, 400: { ann: 350 }, 500: { ann2: 350 } },
    { lost: "bob", renamed: "ann2", former: "ann", refollowed: "ann2" },
    { 100: [80, 100] },
  ],
  [
    "a range that does not reach back to a renamed follow makes nobody leave",
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: {}, 400: { ann2: 350 }, 500: { ann3: 350 } },
    { renamed: "ann3", former: "ann", refollowed: "ann3" },
    { 300: [250, 300] },
  ],
  [
    "without a second",
    { 100: { ann: null, bob: null }, 200: { ann: null }, 300: { ann: null, cyd: null } },
    { lost: "bob", new: "cyd" },
  ],
];

for (const [what, course, expected, windows] of rows)
  test(what, async () => {
    const days = Object.keys(course).map(Number);
    const from = days[days[0] === 50 ? 1 : 0] ?? 0;
    expect(said(await compared(course, from, days.at(-1) ?? 0, windows))).toEqual(expected);
  });

test("a renamed person has the second that stands in the later list, and so has the former name", async () => {
  const { changes } = await compared(
    { 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann2: 250 } },
    100,
    300,
  );
  expect(recordOf(changes.renamed)).toEqual({ ann2: 250 * day });
  expect(recordOf(changes.former)).toEqual({ ann: 250 * day });
});

test("2,000 people: whoever left and came back is the same person, under whatever name", async () => {
  const chance = chanceFrom(80_000);
  const days = [100, 110, 120, 130, 140, 150];
  const course: Course = Object.fromEntries(days.map((on) => [on, {}]));
  const expected: Record<string, string[]> = { lost: [], renamed: [], refollowed: [], new: [] };
  for (let person = 0; person < 2_000; person += 1) {
    // Nobody shares a second.
    let [name, second, names] = [`p${person}`, (1 + person) / 100, 1];
    let isThere = chance.below(4) > 0;
    const first = isThere ? { name, second } : undefined;
    for (const on of days) {
      if (on > 100) {
        const was = isThere;
        isThere = chance.below(3) > 0;
        if (isThere && !was && (!first || chance.below(2) > 0)) second = on - 5 + person / 10_000;
        else if (isThere && was && chance.below(3) === 0) name = `p${person}_${names++}`;
      }
      const export_ = course[on];
      if (isThere && export_) export_[name] = second;
    }
    if (!first) {
      if (isThere) expected.new?.push(name);
    } else if (isThere) {
      if (name !== first.name) expected.renamed?.push(name);
      if (second !== first.second) expected.refollowed?.push(name);
    } else expected.lost?.push(first.name);
  }
  const { changes } = await compared(course, 100, 150);
  for (const [kind, names] of Object.entries(expected)) {
    expect(names.length, kind).toBeGreaterThan(100);
    expect(namesIn(changes[kind as ChangeKind]), kind).toEqual(names.sort());
  }
});

// A slice of `npm run bench:analysis`. Without all, those whose imports differ the most, and one of each kind of range.
const seeds = everyCase
  ? Array.from({ length: 48 }, (_, at) => 30_000 + at)
  : [0, 2, 3, 9, 10, 11, 13, 18, 20, 36, 41, 43, 44].map((at) => 30_000 + at);

test(`${seeds.length} histories: any two imports, against the generator's own log`, async () => {
  const tally = emptyComparedTally();
  for (const seed of seeds) {
    const one = makeCase(seed, 300);
    // Without its second, a renamed person can be told to be gone, and nothing else.
    if (one.kind === "whole, B, a tenth without a time") continue;
    await compareAll(tally, one, await importAll(one));
  }
  expect(tally.apart).toBeGreaterThan(60);
  expect(tally.falseLosses).toBe(0);
  for (const kind of ["lost", "new", "renamed"] as const) {
    const { right, wrong, missed } = tally.scores[kind];
    expect(right, kind).toBeGreaterThan(300);
    expect(right / (right + wrong), kind).toBeGreaterThanOrEqual(0.997);
    expect(right / (right + missed), kind).toBeGreaterThanOrEqual(0.997);
  }
});

test("neighbours differ by what the later of the two has changed", async () => {
  for (let seed = 40_000; seed < (everyCase ? 40_012 : 40_002); seed += 1) {
    const steps = await importAll(makeCase(seed, 200));
    const imports = steps.map(({ imported }) => imported);
    for (const [to, { changes }] of steps.entries()) {
      if (!changes) continue;
      const found = await compareImports(imports.slice(0, to + 1), to - 1, async (id) => {
        return imports.find((one) => one.id === id)?.followers ?? listOf({});
      });
      for (const kind of Object.keys(changes) as Exclude<keyof Changes, "told">[])
        expect(recordOf(found.changes[kind]), kind).toEqual(recordOf(changes[kind]));
      expect(found.passedBy).toBe(0);
    }
  }
});
