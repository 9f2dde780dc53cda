import { describe, expect, test } from "vitest";
import { countsOf } from "~/features/history/changes";
import { compareImports } from "~/features/history/compare";
import { foldImports, samePeopleOf } from "~/features/history/fold";
import { allTime } from "~/features/history/history";
import { personCourse, relatedNames, sightingOf } from "~/features/history/person-course";
import { fitsSaid, type SamePerson } from "~/features/history/same-people";
import { decodeTurnovers, encodeTurnovers } from "~/features/history/turnover-pieces";
import { listOf, namesIn, recordOf } from "./lists";

const day = 86_400;

/** Exports by the day on which they were taken, each with whom it shows and on which day they followed. */
type Course = Record<number, Record<string, number | null>>;

/** `a=b`: a is b now. */
const saying = (text: string): SamePerson[] =>
  text.split(" ").flatMap((pair) => {
    const [old, now] = pair.split("=");
    return old && now ? [{ old, new: now }] : [];
  });

const importsOf = (course: Course) =>
  Object.keys(course).map((on) => ({
    id: on,
    takenAt: Number(on) * day * 1_000,
    window: allTime,
  }));

const listIn = (course: Course) => async (id: string) =>
  listOf(
    Object.fromEntries(
      Object.entries(course[Number(id)] ?? {}).map(([name, on]) => [name, on && on * day]),
    ),
  );

async function folded(course: Course, said: readonly SamePerson[]) {
  const imports = importsOf(course);
  const same = await samePeopleOf(said, imports, listIn(course));
  const fold = await foldImports(imports, listIn(course), { same });
  if (!fold) throw new Error("nothing");
  return { imports, same, fold };
}

/** Each import in a word: `200: renamed 1, new 1`, with the known list after the last. */
async function told(course: Course, text: string) {
  const { fold, imports } = await folded(course, saying(text));
  const steps = imports.slice(1).map(({ id }) => {
    const { unclear: _, ...counts } = fold.turnovers.get(id)?.changes ?? { unclear: 0 };
    const words = Object.entries(counts).filter(([, count]) => count > 0);
    return `${id}: ${words.map((pair) => pair.join(" ")).join(", ")}`;
  });
  const known = Object.entries(recordOf(fold.known.list)).map(
    ([name, second]) => `${name} ${second === null ? "?" : second / day}`,
  );
  return [...steps, known.join(", ")];
}

/** The course of whoever had this name last. */
async function personIn(course: Course, text: string, name: string) {
  const { imports, same, fold } = await folded(course, saying(text));
  const names = relatedNames(name, [...fold.turnovers.values()]);
  const seen = [];
  for (const one of imports) {
    const followers = await listIn(course)(one.id);
    const lists = { followers, following: undefined, pendingRequests: undefined };
    const sameIn = same?.imports[one.id];
    seen.push({
      import: one,
      renames: fold.turnovers.get(one.id)?.renames ?? [],
      sighting: sightingOf(one.takenAt, lists, names, sameIn),
      ended: sameIn?.ended.map((ended) => ended.name) ?? [],
    });
  }
  return personCourse(name, seen);
}

const rows: [string, Course, string, string[]][] = [
  [
    "a rename of the import that shows both",
    { 100: { ann: 1, bob: 2 }, 200: { ann2: 150, bob: 2 } },
    "ann=ann2",
    ["200: renamed 1", "ann2 1, bob 2"],
  ],
  ["nothing said", { 100: { ann: 1 }, 200: { ann2: 150 } }, "", ["200: new 1, lost 1", "ann2 150"]],
  [
    "without times, two of them",
    { 100: { ann: null, bob: null }, 200: { ann2: null, bob2: null } },
    "ann=ann2 bob=bob2",
    ["200: renamed 2", "ann2 ?, bob2 ?"],
  ],
  [
    "the old one had no time: nor has the new one",
    { 100: { ann: null }, 200: { ann2: 150 } },
    "ann=ann2",
    ["200: renamed 1", "ann2 ?"],
  ],
  [
    "lost before, new later: the later one dates it, and nobody is gone between",
    { 100: { ann: 1 }, 200: {}, 300: {}, 400: { ann2: 350 } },
    "ann=ann2",
    ["200: ", "300: ", "400: renamed 1", "ann2 1"],
  ],
  [
    "new before, lost later: the later one dates it, and nobody is there twice",
    { 100: { ann: 1 }, 200: { ann: 1, ann2: 150 }, 300: { ann: 1, ann2: 150 }, 400: { ann2: 150 } },
    "ann=ann2",
    ["200: ", "300: ", "400: renamed 1", "ann2 1"],
  ],
  [
    "a chain",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { cyd: 250 } },
    "ann=ben ben=cyd",
    ["200: renamed 1", "300: renamed 1", "cyd 1"],
  ],
  [
    "a chain, said the other way round",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { cyd: 250 } },
    "ben=cyd ann=ben",
    ["200: renamed 1", "300: renamed 1", "cyd 1"],
  ],
  [
    "a later rename that the seconds tell goes on from it",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { cyd: 150 }, 400: { cyd: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: renamed 1", "400: ", "cyd 1"],
  ],
  [
    "both in a later export: it ends there, and the old one is returned",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 1, ben: 150 }, 400: { ann: 1, ben: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: returned 1", "400: ", "ann 1, ben 150"],
  ],
  [
    "both in a later export, the old one by a new follow: it is new",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 250, ben: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: new 1", "ann 250, ben 150"],
  ],
  [
    "after that, both lost and new again: it is one person again",
    {
      100: { ann: 1 },
      200: { ben: 150 },
      300: { ann: 250, ben: 150 },
      400: { ann: 250 },
      500: { ben: 450 },
    },
    "ann=ben",
    ["200: renamed 1", "300: new 1", "400: lost 1", "500: renamed 1", "ben 250"],
  ],
  [
    "the new one left: the follow that ended is the old one's",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: {}, 400: { ben: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: lost 1", "400: returned 1", "ben 1"],
  ],
  [
    "the new one followed again: the second of that counts",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ben: 280 } },
    "ann=ben",
    ["200: renamed 1", "300: refollowed 1", "ben 280"],
  ],
  [
    "new before, lost later, and followed again in between: not known yet, so not followed again",
    {
      100: { ann: 1 },
      200: { ann: 1, ann2: 150 },
      300: { ann: 1, ann2: 250 },
      400: { ann2: 250 },
      500: { ann2: 250 },
    },
    "ann=ann2",
    ["200: ", "300: ", "400: renamed 1", "500: ", "ann2 1"],
  ],
  [
    "new before, and followed again with the import that lacks the old one: renamed alone",
    {
      100: { ann: 1 },
      200: { ann: 1, ann2: 150 },
      400: { ann2: 350 },
      500: { ann2: 350 },
    },
    "ann=ann2",
    ["200: ", "400: renamed 1", "500: ", "ann2 1"],
  ],
  [
    "new before, renamed later, and followed again after it: the second of that counts",
    {
      100: { ann: 1 },
      200: { ann: 1, ann2: 150 },
      400: { ann2: 350 },
      500: { ann2: 450 },
    },
    "ann=ann2",
    ["200: ", "400: renamed 1", "500: refollowed 1", "ann2 450"],
  ],
  [
    "the old one had no time, and the new one followed again: known by that second, which is newer than none",
    { 100: { ann: null }, 200: { ben: 150 }, 300: { ben: 280 }, 400: { ben: 380 } },
    "ann=ben",
    ["200: renamed 1", "300: ", "400: refollowed 1", "ben 380"],
  ],
  [
    "the old one came back before the new one came, and left again",
    { 100: { ann: 1 }, 200: {}, 300: { ann: 1 }, 400: { ben: 350 } },
    "ann=ben",
    ["200: lost 1", "300: returned 1", "400: renamed 1", "ben 1"],
  ],
  [
    "the old one is not lost: no effect",
    { 100: { ann: 1 }, 200: { ann: 1, ben: 150 } },
    "ann=ben",
    ["200: new 1", "ann 1, ben 150"],
  ],
  [
    "the new one was there before anybody looked: no effect",
    { 100: { ann: 1, ben: 2 }, 200: { ben: 2 } },
    "ann=ben",
    ["200: lost 1", "ben 2"],
  ],
  [
    "the new one had come and gone before the old one was lost: no effect",
    { 100: { ann: 1 }, 200: { ann: 1, ben: 150 }, 300: { ann: 1 }, 400: {} },
    "ann=ben",
    ["200: new 1", "300: lost 1", "400: lost 1", ""],
  ],
  [
    "the old one alone is back with the follow of before: the same person under the old name",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 1 }, 400: { ann: 1 } },
    "ann=ben",
    ["200: renamed 1", "300: renamed 1", "400: ", "ann 1"],
  ],
  [
    "the old one alone is back, by the second of the new one",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: renamed 1", "ann 1"],
  ],
  [
    "the old one alone is back by a new follow: as anybody who took a new name and followed again",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 250 } },
    "ann=ben",
    ["200: renamed 1", "300: new 1, lost 1", "ann 250"],
  ],
  [
    "the old one alone is back, without a time",
    { 100: { ann: null }, 200: { ben: null }, 300: { ann: null } },
    "ann=ben",
    ["200: renamed 1", "300: renamed 1", "ann ?"],
  ],
  [
    "the old one is back after the new one has left",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: {}, 400: { ann: 1 } },
    "ann=ben",
    ["200: renamed 1", "300: lost 1", "400: returned 1", "ann 1"],
  ],
  [
    "back and forth",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ann: 1 }, 400: { ben: 150 } },
    "ann=ben",
    ["200: renamed 1", "300: renamed 1", "400: renamed 1", "ben 1"],
  ],
  [
    "the middle one of a chain is back",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { cyd: 250 }, 400: { ben: 150 } },
    "ann=ben ben=cyd",
    ["200: renamed 1", "300: renamed 1", "400: renamed 1", "ben 1"],
  ],
  [
    "the first one of a chain is back",
    { 100: { ann: 1 }, 200: { ben: 150 }, 300: { cyd: 250 }, 400: { ann: 1 } },
    "ann=ben ben=cyd",
    ["200: renamed 1", "300: renamed 1", "400: renamed 1", "ann 1"],
  ],
];

describe("who is the same person (docs/product.md#same-person)", () => {
  test.each(rows)("%s", async (_, course, text, expected) => {
    expect(await told(course, text)).toEqual(expected);
  });

  test.each(rows)("known from the last import alone, too: %s", async (_, course, text) => {
    const { imports, same, fold } = await folded(course, saying(text));
    const again = await foldImports(imports, listIn(course), {
      same,
      recomputeFrom: imports.length,
    });
    expect(recordOf(again?.known.list ?? listOf({}))).toEqual(recordOf(fold.known.list));
    expect(again?.changes && namesIn(again.changes.renamed)).toEqual(
      fold.changes && namesIn(fold.changes.renamed),
    );
    const pieces = encodeTurnovers(fold.turnovers, same);
    expect(decodeTurnovers(pieces)).toEqual({ turnovers: fold.turnovers, same });
  });

  test.each(rows)("any two imports agree with those between: %s", async (_, course, text) => {
    const { imports, same } = await folded(course, saying(text));
    for (const to of imports.keys())
      for (let from = 0; from < to; from += 1) {
        const found = await compareImports(imports.slice(0, to + 1), from, listIn(course), {
          same,
        });
        const before = found.before + found.changes.new.size + found.changes.returned.size;
        expect(before - found.changes.lost.size, `${from} ${to}`).toBe(found.after);
      }
  });

  test.each(rows)(
    "two neighbours compared say what the import said: %s",
    async (_, course, text) => {
      const { imports, same, fold } = await folded(course, saying(text));
      for (const [at, { id }] of imports.entries()) {
        if (at === 0) continue;
        const upTo = imports.slice(0, at + 1);
        const found = await compareImports(upTo, at - 1, listIn(course), { same });
        expect(countsOf(found.changes), id).toEqual(fold.turnovers.get(id)?.changes);
      }
    },
  );

  test("the exact names stand beside each other where no second tells them apart", async () => {
    const course = { 100: { ann: null, bob: null }, 200: { ann2: null, bob2: null } };
    const { fold } = await folded(course, saying("ann=ann2 bob=bob2"));
    expect(fold.turnovers.get("200")?.renames).toEqual([
      { former: ["ann"], present: ["ann2"], isTold: true },
      { former: ["bob"], present: ["bob2"], isTold: true },
    ]);
    expect(fold.changes?.told).toEqual([
      ["ann", "ann2"],
      ["bob", "bob2"],
    ]);
  });

  test("the course of a person leads through it, by either name", async () => {
    const course = { 100: { ann: 1 }, 200: {}, 300: { ben: 250 }, 400: { ben: 250 } };
    for (const name of ["ann", "ben"]) {
      const found = await personIn(course, "ann=ben", name);
      expect(found).toMatchObject({ username: "ben", otherNames: ["ann"], followsSince: day });
      expect(found?.events.map(({ kind }) => kind)).toEqual(["there", "renamed"]);
    }
  });

  test.each(rows.filter(([name]) => name.includes("followed again")))(
    "the course of a person says 'followed again' where the import does: %s",
    async (_, course, text, expected) => {
      const [{ old, new: now } = { old: "", new: "" }] = saying(text);
      const isTold = expected.filter((one) => one.includes("refollowed")).map(Number.parseFloat);
      for (const name of [old, now]) {
        const found = await personIn(course, text, name);
        const again = found?.events.filter(({ kind }) => kind === "refollowed") ?? [];
        expect(again.map(({ at }) => at && at / day / 1_000)).toEqual(isTold);
      }
    },
  );

  test("a discarded import leaves it without effect, and the same import again brings it back", async () => {
    const course: Course = { 100: { ann: 1 }, 200: { ben: 150 }, 300: { ben: 150, cyd: 250 } };
    const { 200: _, ...without } = course;
    expect(await told(course, "ann=ben")).toEqual([
      "200: renamed 1",
      "300: new 1",
      "ben 1, cyd 250",
    ]);
    // Without it the next import shows both.
    expect(await told(without, "ann=ben")).toEqual(["300: new 1, renamed 1", "ben 1, cyd 250"]);
    const { 100: __, ...later } = course;
    expect(await told(later, "ann=ben")).toEqual(["300: new 1", "ben 150, cyd 250"]);
  });
});

test.each<[string, string, boolean]>([
  ["", "a=b", true],
  ["", "a=a", false],
  ["a=b", "a=b", false],
  ["a=b", "a=c", false],
  ["a=b", "c=b", false],
  ["a=b", "b=c", true],
  ["b=c", "a=b", true],
  ["a=b", "b=a", false],
  ["a=b b=c", "c=a", false],
  ["a=b b=c", "c=d", true],
  ["a=b c=d", "b=c", true],
  ["a=b c=d d=a", "b=c", false],
])("said %s, then %s: %s", (said, one, fits) => {
  const [asked] = saying(one);
  expect(asked && fitsSaid(saying(said), asked)).toBe(fits);
});
