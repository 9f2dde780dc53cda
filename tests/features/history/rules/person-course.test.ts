import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { foldImports } from "~/features/history/fold";
import { allTime, type Window } from "~/features/history/history";
import { personCourse, relatedNames, sightingOf } from "~/features/history/person-course";
import { type NameList, peopleOf } from "~/platform/values/name-list";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import { listOf } from "./lists";

const day = 86_400;

interface Lists {
  followers: NameList;
  following?: NameList | undefined;
  pendingRequests?: NameList | undefined;
}

async function courseOf(
  username: string,
  imports: readonly { id: string; takenAt: number; window: Window; lists: Lists }[],
) {
  const folded = await foldImports(
    imports,
    async (id) => imports.find((one) => one.id === id)?.lists.followers ?? listOf({}),
  );
  const names = relatedNames(username, [...(folded?.turnovers.values() ?? [])]);
  return personCourse(
    username,
    imports.map((one) => ({
      import: one,
      renames: folded?.turnovers.get(one.id)?.renames ?? [],
      sighting: sightingOf(
        one.takenAt,
        { following: undefined, pendingRequests: undefined, ...one.lists },
        names,
      ),
    })),
  );
}

type Days = Record<string, number | null>;
const onDays = (people: Days) =>
  listOf(Object.fromEntries(Object.entries(people).map(([name, on]) => [name, on && on * day])));

/** Exports by the day on which they were taken. */
const taken = (
  course: Record<number, Days>,
  more: {
    following?: Record<number, Days>;
    pending?: Record<number, Days>;
    from?: Record<number, number>;
  } = {},
) =>
  Object.keys(course)
    .map(Number)
    .map((on) => ({
      id: String(on),
      takenAt: on * day * 1_000,
      window: more.from?.[on] ? { from: more.from[on] * day, to: on * day } : allTime,
      lists: {
        followers: onDays(course[on] ?? {}),
        following: more.following?.[on] && onDays(more.following[on]),
        pendingRequests: more.pending?.[on] && onDays(more.pending[on]),
      },
    }));

const told = async (username: string, ...args: Parameters<typeof taken>) => {
  const course = await courseOf(username, taken(...args));
  return course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`).join(", ");
};

const rows: [string, Parameters<typeof taken>, string, string | undefined][] = [
  ["nobody", [{ 100: { ann: 1 } }], "bob", undefined],
  ["there from the first on", [{ 100: { ann: 1 }, 200: { ann: 1 } }], "ann", "there 100"],
  ["came and left", [{ 100: {}, 200: { ann: 150 }, 300: {} }], "ann", "new 200, left 300"],
  [
    "left, and back with the old follow",
    [{ 100: { ann: 1 }, 200: {}, 300: { ann: 1 } }],
    "ann",
    "there 100, left 200, returned 300",
  ],
  [
    "left, and followed again",
    [{ 100: { ann: 1 }, 200: {}, 300: { ann: 250 } }],
    "ann",
    "there 100, left 200, refollowed 300",
  ],
  [
    "followed again in between",
    [{ 100: { ann: 1 }, 200: { ann: 150 } }],
    "ann",
    "there 100, refollowed 200",
  ],
  [
    "renamed, by the new name",
    [{ 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann2: 1 } }],
    "ann2",
    "there 100, renamed 200",
  ],
  [
    "renamed twice and gone, by the first name",
    [{ 100: { a: 1 }, 200: { b: 1 }, 300: { c: 1 }, 400: {} }],
    "a",
    "there 100, renamed 200, renamed 300, left 400",
  ],
  [
    "a name is that of whoever had it last",
    [{ 100: { ann: 1 }, 200: { ann2: 1 }, 300: { ann2: 1, ann: 250 } }],
    "ann",
    "new 300",
  ],
  [
    "outside of a range nobody left",
    [{ 100: { ann: 1 }, 200: {}, 300: { ann: 1 } }, { from: { 200: 150 } }],
    "ann",
    "there 100",
  ],
  [
    "of one second: unclear",
    [{ 100: { a: 1, b: 1 }, 200: { c: 1 } }],
    "a",
    "there 100, unclear 200",
  ],
  [
    "of one import, by the days that are told",
    [{ 100: { ann: 60 }, 200: {} }, { following: { 100: { ann: 30 }, 200: {} } }],
    "ann",
    "followed-by-you 100, there 100, left 200, unfollowed-by-you 200",
  ],
  [
    "followed by the subscriber only",
    [{ 100: {}, 200: {}, 300: {} }, { following: { 100: {}, 200: { ann: 150 }, 300: {} } }],
    "ann",
    "followed-by-you 200, unfollowed-by-you 300",
  ],
  [
    "a range cuts followers, not whom the subscriber follows",
    [
      { 100: {}, 200: {}, 300: {} },
      { following: { 100: { ann: 50 }, 200: {}, 300: {} }, from: { 200: 150 } },
    ],
    "ann",
    "followed-by-you 100, unfollowed-by-you 200",
  ],
  [
    "an export without a list of those followed tells nothing",
    [{ 100: {}, 200: {}, 300: {} }, { following: { 100: { ann: 1 }, 300: { ann: 1 } } }],
    "ann",
    "followed-by-you 100",
  ],
  [
    "asked, and answered",
    [
      { 100: {}, 200: {} },
      { pending: { 100: { ann: 50 }, 200: {} }, following: { 100: {}, 200: { ann: 120 } } },
    ],
    "ann",
    "asked-by-you 100, followed-by-you 200, request-ended 200",
  ],
  [
    "asked and answered, without any other request: their list is left out",
    [
      { 100: {}, 200: {} },
      { pending: { 100: { ann: 50 } }, following: { 100: {}, 200: { ann: 120 } } },
    ],
    "ann",
    "asked-by-you 100, followed-by-you 200, request-ended 200",
  ],
  [
    "asked and answered within a range",
    [
      { 100: {}, 200: {} },
      {
        pending: { 100: { ann: 50 }, 200: {} },
        following: { 100: {}, 200: { ann: 120 } },
        from: { 200: 150 },
      },
    ],
    "ann",
    "asked-by-you 100, followed-by-you 200, request-ended 200",
  ],
  [
    "asked again, after a follow without a list of requests",
    [
      { 100: {}, 200: {}, 300: {}, 400: {} },
      {
        pending: { 100: { ann: 50 }, 400: { ann: 350 } },
        following: { 100: {}, 200: { ann: 120 }, 300: {}, 400: {} },
      },
    ],
    "ann",
    "asked-by-you 100, followed-by-you 200, request-ended 200, unfollowed-by-you 300, asked-by-you 400",
  ],
  [
    "an export without a list of requests does not tell that one ended",
    [
      { 100: {}, 200: {} },
      { pending: { 100: { ann: 50 } }, following: { 100: {}, 200: {} } },
    ],
    "ann",
    "asked-by-you 100",
  ],
];

for (const [what, course, username, expected] of rows)
  test(what, async () => {
    expect(await told(username, ...course)).toBe(expected);
  });

// Of the newest export, as the list of all who are asked.
test.each<[string, Record<number, Days>, Record<number, Days>, number | undefined]>([
  ["in its list", { 100: {}, 200: {} }, { 200: { ann: 150 } }, 150],
  ["in its list, once more", { 100: {}, 200: {} }, { 100: { ann: 50 }, 200: { ann: 150 } }, 150],
  ["in its list, since nobody knows when", { 200: {} }, { 200: { ann: null } }, undefined],
  ["no more in its list", { 100: {}, 200: {} }, { 100: { ann: 50 }, 200: {} }, undefined],
  ["it has no list", { 100: {}, 200: {} }, { 100: { ann: 50 } }, undefined],
  ["it has no list: followed", { 100: {}, 200: { ann: 120 } }, { 100: { ann: 50 } }, undefined],
])("who is asked: %s", async (_, following, pending, since) => {
  const nobody = Object.fromEntries(Object.keys(following).map((on) => [on, {}]));
  const course = await courseOf("ann", taken(nobody, { following, pending }));
  expect(course?.askedSince ?? undefined).toBe(since && since * day);
  expect(course && "askedSince" in course).toBe(pending[200]?.ann !== undefined);
});

test("who left did so after the last import that showed them, not after one that does not look", async () => {
  const course = taken({ 100: { ann: 1 }, 200: {}, 300: {} }, { from: { 200: 150 } });
  const { events = [] } = (await courseOf("ann", course)) ?? {};
  expect(events.at(-1)).toEqual({ kind: "left", from: 100 * day * 1_000, at: 300 * day * 1_000 });
});

test("of one second: who is there follows, whoever they were", async () => {
  const imports = taken({ 100: { a: 1, b: 1 }, 200: { c: 1 }, 300: { c: 1 } });
  expect(await courseOf("c", imports)).toMatchObject({ followsSince: day });
  expect(await courseOf("a", imports)).not.toHaveProperty("followsSince");
});

test("who has taken an older name follows since their own second, as the lists say", async () => {
  const imports = taken({ 100: { ann: 50, ben: 10 }, 130: { ann: 10, ann2: 50 } });
  expect(await courseOf("ann", imports)).toMatchObject({ followsSince: 10 * day });
});

test("a second that an export lacked is that of the next one", async () => {
  const imports = taken({ 100: { ann: null }, 130: { ann: 50 } });
  expect(await courseOf("ann", imports)).toMatchObject({ followsSince: 50 * day });
});

test("the last standing is told by both names", async () => {
  const imports = taken({ 100: { ann: 1 }, 200: { ann2: 1 } });
  const course = { username: "ann2", otherNames: ["ann"], followsSince: day };
  expect(await courseOf("ann", imports)).toMatchObject(course);
  expect(await courseOf("ann2", imports)).toMatchObject(course);
});

const histories = everyCase ? 36 : 12;

test(`${histories} histories: who is in the known list follows, and each change of the newest import is told`, async () => {
  for (let seed = 50_000; seed < 50_000 + histories; seed += 1) {
    const steps = await importAll(makeCase(seed, 80));
    const imports = steps.map(({ imported }) => ({
      ...imported,
      lists: { followers: imported.followers },
    }));
    const folded = await foldImports(imports, async (id) => {
      return imports.find((one) => one.id === id)?.followers ?? listOf({});
    });
    for (const { username, since = null } of [...peopleOf(folded?.known.list ?? listOf({}))].slice(
      0,
      30,
    )) {
      const course = await courseOf(username, imports);
      expect(course?.followsSince, `${seed} ${username}`).toBe(since);
    }
    const kinds = {
      lost: "left",
      returned: "returned",
      refollowed: "refollowed",
      renamed: "renamed",
    } as const;
    for (const [change, kind] of Object.entries(kinds))
      for (const { username } of peopleOf(
        folded?.changes?.[change as keyof typeof kinds] ?? listOf({}),
      )) {
        const course = await courseOf(username, imports);
        const at = imports.at(-1)?.takenAt;
        const last = course?.events.filter((event) => event.at === at).map((event) => event.kind);
        expect(last, `${seed} ${username} ${change}`).toContain(kind);
      }
  }
});

describe("who follows anew by the subscriber's word, and was renamed as one whom they follow", () => {
  const sightings = (follower: Record<string, number>, followed: string, name: string) =>
    sightingOf(
      0,
      {
        followers: onDays(follower),
        following: onDays({ [followed]: 2 }),
        pendingRequests: undefined,
      },
      ["a", "b", name],
    );
  const imported = (on: number) => ({
    ...{ id: String(on), takenAt: on * day * 1_000, window: allTime },
    ...{ account: "owner", followers: 1, following: 1, followersShown: null },
  });
  const courseAs = (username: string, last: string) =>
    personCourse(username, [
      { import: imported(100), renames: [], sighting: sightings({ a: 1 }, "a", last) },
      {
        ...{ import: imported(200), renames: [], held: ["a"] },
        followed: [{ former: ["a"], present: ["b"] }],
        sighting: sightings({ a: 1 }, "b", last),
      },
      {
        import: imported(300),
        renames: [{ former: ["a"], present: [last], isTold: true }],
        followed: last === "b" ? [] : [{ former: ["b"], present: [last] }],
        sighting: sightings({ [last]: 1 }, last, last),
      },
    ]);

  test.each([
    ["the name of then", "b", "there 100, followed-by-you 100, renamed 200"],
    ["another name", "c", "there 100, followed-by-you 100, renamed 200, renamed 300"],
  ])("under %s: by each name the page says the same", (_, last, expected) => {
    for (const username of new Set(["a", "b", last])) {
      const course = courseAs(username, last);
      expect(course).toMatchObject({ username: last, followsSince: day, followedSince: 2 * day });
      expect(course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`).join(", ")).toBe(
        expected,
      );
    }
  });
});
