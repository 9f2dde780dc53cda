import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import type { AccountReading } from "~/features/history/account-reading";
import { allTime } from "~/features/history/history";
import { encodeLists } from "~/features/history/kept-lists";
import { decodePiece } from "~/features/history/people-piece";
import { compareLists } from "~/features/imports/rules/compare-lists";
import { lookForPerson } from "~/features/imports/rules/find-person";
import type { AnalysedImport, Ask } from "~/features/imports/rules/work";
import { makeCase } from "../../../../bench/analysis/cases.ts";
import { courseOf, nothingElse, type UsedExport } from "../../../../bench/analysis/course.ts";
import { importAll } from "../../../../bench/analysis/subscriber.ts";
import { usernameOf } from "../../../../sandbox/histories/names.ts";
import { listOf, namesIn } from "./lists";

const day = 86_400;
type Days = Record<string, number>;
const onDays = (people: Days) =>
  listOf(Object.fromEntries(Object.entries(people).map(([name, on]) => [name, on * day])));

/** An export by who is in it, each with the day of the follow. @param from the day on which its range begins */
function exportOn(on: number, followers: Days, following?: Days, from?: number): UsedExport {
  return {
    takenAt: on * day * 1_000,
    window: from === undefined ? allTime : { from: from * day, to: on * day },
    kept: {
      followers: onDays({ ...others, ...followers }),
      ...(following && { following: onDays({ otto: 30, ...following }) }),
    },
  };
}
const others: Days = { otto: 95 };

const readingOf = (comments: Record<string, number>): AccountReading => ({
  ...{ readAt: 0, username: "owner", followers: null, following: null },
  posts: [
    {
      ...{ id: "1", kind: "post", postedAt: 0, permalink: null, pictureUrl: null },
      ...{ likes: 1, comments: 1, figures: {}, readAt: 0 },
      commenters: Object.entries(comments),
    },
  ],
  ...{ hasCommenters: true, followerCounts: [], reach: [] },
});

/** What pages say of these exports. */
async function pagesOf(
  exports: UsedExport[],
  hidden: { username: string; after: number }[] = [],
  comments?: Record<string, number>,
) {
  const people = hidden.map((one) => ({ ...one, after: one.after * day * 1_000 }));
  const reading = comments && readingOf(comments);
  const said = await courseOf(exports, { hidden: people, ...(reading && { reading }) });
  const used = exports.map(
    ({ takenAt, window, kept }, index): AnalysedImport => ({
      ...{ id: String(index), takenAt, window, account: "owner", followersShown: null },
      ...{ followers: kept.followers.size, following: kept.following?.size ?? null },
    }),
  );
  const kept: Uint8Array[] = [];
  const ask: Ask = async (question) => {
    if (question.ask === "keep") kept.push(question.piece);
    if (question.ask !== "piece") return null;
    const lists = [
      ...encodeLists({ ...nothingElse, ...exports[Number(question.id)]?.kept } as never),
    ];
    return lists[question.index] ?? null;
  };
  const known = { used, hidden: people, turnovers: said.turnovers };
  const personAt = async (username: string) =>
    (await lookForPerson({ task: "person", username, ...known }, ask)).course;
  const comparedNames = async (from: number, to: number) => {
    kept.length = 0;
    const { unclear } = await compareLists({ task: "compare", from, to, ...known }, ask);
    const names = new Set([...unclear.before, ...unclear.after]);
    for (const bytes of kept) {
      const piece = await decodePiece(bytes);
      for (let row = 0; row < piece.count; row += 1)
        for (const name of [piece.person(row).username, ...(piece.formerNames(row)?.names ?? [])])
          names.add(name);
    }
    return [...names];
  };
  return { said, personAt, comparedNames };
}

interface History {
  exports: UsedExport[];
  /** What a person is called when each of them is taken. */
  names: string[];
  /** How many exports it takes to tell that these names are one person's. */
  tells?: number;
}

const both = exportOn(100, { old: 10 }, { old: 20 });
/** Of mutual friends, it knows the old names, and together with the one before it covers all time. */
const range = exportOn(200, {}, { new: 20 }, 90);
const withoutFollowing = exportOn(200, { new: 10 });
const later = exportOn(300, { new: 10 }, { new: 20 });
const histories: Record<string, History> = {
  "told by a range first": { exports: [both, range, later], names: ["old", "new", "new"] },
  "told without the followed first": {
    exports: [both, withoutFollowing, later],
    names: ["old", "new", "new"],
  },
  "twice after a range": {
    exports: [both, range, exportOn(300, { newer: 10 }, { newer: 20 })],
    names: ["old", "new", "newer"],
  },
  "twice after a range, unseen by the followed": {
    exports: [both, range, exportOn(300, { newer: 10 })],
    names: ["old", "new", "newer"],
  },
  "twice, by ranges": {
    exports: [
      ...[both, range, exportOn(300, {}, { newer: 20 }, 190)],
      exportOn(400, { newer: 10 }, { newer: 20 }),
    ],
    names: ["old", "new", "newer", "newer"],
  },
  "no follower any more": {
    exports: [both, withoutFollowing, exportOn(300, {}), exportOn(400, {}, { newer: 20 })],
    names: ["old", "new", "new", "newer"],
  },
  "of one second, told apart later": {
    exports: [
      exportOn(100, { old: 10, bob: 10 }, { old: 20, bob: 21 }),
      exportOn(200, { new: 10, ben: 10 }),
      exportOn(300, { new: 10, ben: 10 }, { new: 20, ben: 21 }),
    ],
    names: ["old", "new", "new"],
  },
  "unclear, told apart later": {
    exports: [exportOn(100, { old: 10, bob: 10 }, { old: 20 }), withoutFollowing, later],
    names: ["old", "new", "new"],
  },
  "told apart first, unclear later": {
    exports: [exportOn(100, { old: 10, bob: 10 }, { old: 20 }), range, later],
    names: ["old", "new", "new"],
  },
  "found among the followers before the followed tell": {
    exports: [exportOn(100, {}, { old: 20 }), withoutFollowing, later],
    names: ["old", "new", "new"],
    tells: 3,
  },
  "found among the followed before the followers tell": {
    exports: [exportOn(100, { old: 10 }, {}), exportOn(200, {}, { new: 150 }, 90), later],
    names: ["old", "new", "new"],
    tells: 3,
  },
  "under three names: one in each list, and a third in both": {
    exports: [
      exportOn(100, { old: 10 }),
      exportOn(200, {}, { new: 20 }, 90),
      exportOn(300, { newer: 10 }, { newer: 20 }),
    ],
    names: ["old", "new", "newer"],
    tells: 3,
  },
  "in no list of followers at first": {
    exports: [
      exportOn(100, {}, { old: 20 }, 90),
      exportOn(200, { new: 10 }, { new: 20 }),
      exportOn(300, {}, { new: 20 }),
    ],
    names: ["old", "new", "new"],
  },
};

const all = Object.entries(histories).flatMap(([what, { exports, names, tells = 2 }]) =>
  names.flatMap((username, at) =>
    names.slice(Math.max(at + 1, tells) - 1).map((_, more) => {
      const count = Math.max(at + 1, tells) + more;
      return { what, at, username, count, exports: exports.slice(0, count), names };
    }),
  ),
);

/** As the last export tells, by the first name, and by the second of those who have three. */
const atLast = all.filter(
  ({ at, count, names }) =>
    count === names.length && (at === 0 || (at === 1 && names.at(-1) === "newer")),
);

describe("a hidden person is named nowhere", () => {
  test.each(everyCase ? all : atLast)(
    "$what: $count exports, hidden as $username after $at",
    async ({ exports, username, at, names }) => {
      const after = (exports[at]?.takenAt ?? 0) / day / 1_000;
      const { said, comparedNames } = await pagesOf(exports, [{ username, after }]);
      const isTheirs = (name: string) => names.includes(name);
      expect([...said.named].filter(isTheirs)).toEqual([]);
      for (let to = 1; to < exports.length; to += 1)
        for (let from = 0; from < to; from += 1)
          expect((await comparedNames(from, to)).filter(isTheirs), `${from} ${to}`).toEqual([]);
    },
  );
});

describe("two whom the subscriber has followed in one second, of whom one follows back, and both have new names", () => {
  const exports = [
    exportOn(100, { old: 10 }, { old: 20, other: 20 }),
    exportOn(200, { new: 10 }, { new: 20, else: 20 }),
  ];

  test("who is hidden takes nobody else along", async () => {
    const one = await pagesOf(exports, [{ username: "old", after: 100 }]);
    expect(one.said.named).not.toContain("new");
    expect(one.said.people.notFollowingBack).toEqual(["else"]);
    const other = await pagesOf(exports, [{ username: "other", after: 100 }]);
    expect(other.said.named).not.toContain("else");
    expect(other.said.people.friends).toEqual(["otto", "new"]);
  });

  test("who has commented under the old name is known by the new one", async () => {
    const { said } = await pagesOf(exports, [], { old: 5 });
    expect(said.people).toMatchObject({ secretFans: [], inactiveFollowers: ["otto"] });
  });
});

test("whoever takes up an old name of a hidden person is named", async () => {
  const { said } = await pagesOf(
    [both, range, later, exportOn(400, { new: 10, old: 350 }, { new: 20, old: 360 })],
    [{ username: "old", after: 100 }],
  );
  expect(said.people.friends).toEqual(["old", "otto"]);
});

describe("a mutual friend whom the known list has under an old name", () => {
  test("is a friend", async () => {
    const { said } = await pagesOf([both, range]);
    expect(said.people).toMatchObject({ friends: ["otto", "old"], fans: [], notFollowingBack: [] });
  });

  test.each([["old"], ["new"]])("has commented as %s", async (written) => {
    const { said } = await pagesOf([both, range], [], { [written]: 2 });
    expect(said.people).toMatchObject({ secretFans: [], inactiveFollowers: ["otto"] });
  });
});

test("whom only the subscriber follows is a hidden secret fan under any name", async () => {
  const exports = [exportOn(100, {}, { old: 20 }), exportOn(200, {}, { new: 20 })];
  const { said } = await pagesOf(exports, [{ username: "new", after: 200 }], { old: 2, zoe: 1 });
  expect(said.people.secretFans).toEqual(["zoe"]);
});

describe("the page of a person", () => {
  test.each([["old"], ["new"]])("told by a range first, as %s", async (username) => {
    const course = await (await pagesOf([both, range, later])).personAt(username);
    expect(course).toMatchObject({ username: "new", otherNames: ["old"] });
    expect(course?.followsSince).toBe(10 * day);
    expect(course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`)).toEqual([
      "there 100",
      "followed-by-you 100",
      "renamed 200",
    ]);
  });

  test.each([["old"], ["new"]])("told without the followed first, as %s", async (username) => {
    const course = await (await pagesOf([both, withoutFollowing, later])).personAt(username);
    expect(course).toMatchObject({ username: "new", otherNames: ["old"] });
    expect(course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`)).toEqual([
      "there 100",
      "followed-by-you 100",
      "renamed 200",
    ]);
  });

  test.each<[string, UsedExport[], string]>([
    [
      "found among the followers before the followed tell",
      [
        exportOn(100, {}, { old: 20 }),
        exportOn(200, { new: 150 }),
        exportOn(300, { new: 150 }, { new: 20 }),
      ],
      "followed-by-you 100, new 200, renamed 200",
    ],
    [
      "found among the followed before the followers tell",
      [exportOn(100, { old: 10 }, {}), exportOn(200, {}, { new: 150 }, 90), later],
      "there 100, renamed 200, followed-by-you 200",
    ],
  ])("%s", async (_, exports, expected) => {
    for (const username of ["old", "new"]) {
      const course = await (await pagesOf(exports)).personAt(username);
      const events = course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`);
      expect(events?.join(", "), username).toBe(expected);
    }
  });

  const apart = exportOn(200, { new: 150 }, { new: 20 });
  test.each<[string, UsedExport[], string]>([
    [
      "left, followed again and renamed between two exports",
      [both, apart],
      "there 100, followed-by-you 100, left 200, refollowed 200, renamed 200",
    ],
    [
      "the same, and unchanged in a third export",
      [both, apart, exportOn(300, { new: 150 }, { new: 20 })],
      "there 100, followed-by-you 100, left 200, refollowed 200, renamed 200",
    ],
    [
      "the same by a range, which does not tell that the follow of before has ended",
      [both, exportOn(200, { new: 150 }, { new: 20 }, 90)],
      "there 100, followed-by-you 100, refollowed 200, renamed 200",
    ],
    [
      "the same by a range, then by an export of all time",
      [
        both,
        exportOn(200, { new: 150 }, { new: 20 }, 90),
        exportOn(300, { new: 150 }, { new: 20 }),
      ],
      "there 100, followed-by-you 100, refollowed 200, renamed 200, left 300",
    ],
    [
      "renamed by a range, then left and followed again",
      [both, range, exportOn(300, { new: 250 }, { new: 20 })],
      "there 100, followed-by-you 100, renamed 200, left 300, refollowed 300",
    ],
  ])("%s: says what the lists say", async (_, exports, expected) => {
    const { said, personAt } = await pagesOf(exports);
    for (const username of ["old", "new"]) {
      const course = await personAt(username);
      const events = course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`);
      expect(events?.join(", "), username).toBe(expected);
      expect(course?.followsSince, username).toBe(
        exports.at(-1)?.kept.followers.since.find((second) => second !== 95 * day),
      );
      const last = (exports.at(-1)?.takenAt ?? 0) / day / 1_000;
      expect(events?.includes(`left ${last}`)).toBe(said.people.lostFollowers?.includes("old"));
      expect(events?.includes(`refollowed ${last}`)).toBe(
        said.people.newFollowers?.includes("new"),
      );
    }
  });

  test("left and renamed, while a stranger follows under the old name", async () => {
    const exports = [both, exportOn(200, { old: 160 }, { new: 20 })];
    const course = await (await pagesOf(exports)).personAt("new");
    expect(course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`)).toEqual([
      "there 100",
      "followed-by-you 100",
      "left 200",
      "renamed 200",
    ]);
    expect(course?.followsSince).toBeUndefined();
  });

  test("followed again as another, and renamed once more, with an export without the followed between", async () => {
    const between = exportOn(200, { mid: 150 });
    const exports = [both, between, exportOn(300, { new: 150 }, { new: 20 })];
    const course = await (await pagesOf(exports)).personAt("mid");
    const events = course?.events.map(({ kind, at }) => `${kind} ${at / day / 1_000}`);
    expect(events).toContain("renamed 300");
    expect(events).not.toContain("left 300");
    expect(course?.followsSince).toBe(150 * day);
  });

  test.each([["cyd"], ["dan"]])("renamed with another of one second, as %s", async (username) => {
    const exports = [exportOn(100, { ann: 10, bob: 10 }), exportOn(200, { cyd: 10, dan: 10 })];
    const course = await (await pagesOf(exports)).personAt(username);
    expect(course?.events).toMatchObject([{ kind: "renamed", former: ["ann", "bob"] }]);
    expect(course?.followsSince).toBe(10 * day);
  });
});

const seeds = everyCase ? 60 : 1;

test(`${seeds} histories in which many leave, follow again and take new names: the page of a person says what the lists say, and who follows by the generator's own log`, async () => {
  const rates = {
    ...{ unfollow: 0.01, refollowShare: 0.8, rename: 0.01, nameTakenShare: 0 },
    ...{ vanish: 0.001, ownerUnfollow: 0 },
  };
  let apart = 0;
  for (let seed = 70_000; seed < 70_000 + seeds; seed += 1) {
    const one = makeCase(seed, 60, undefined, rates);
    const steps = await importAll(one);
    const imports = steps.map(({ imported }) => imported);
    const { personAt } = await pagesOf(
      imports.map(({ takenAt, window, followers, following }) => ({
        ...{ takenAt, window, kept: { followers, ...(following && { following }) } },
      })),
    );
    for (const { imported, changes } of steps) {
      for (const name of changes ? namesIn(changes.lost) : []) {
        const course = await personAt(name);
        const now = course?.events.filter(({ at }) => at === imported.takenAt);
        const kinds = now?.map(({ kind }) => kind) ?? [];
        expect(kinds, `${seed} ${name}`).toContain("left");
        if (kinds.includes("renamed") && kinds.includes("refollowed")) apart += 1;
      }
      for (const name of changes ? namesIn(changes.new) : []) {
        const { events = [] } = (await personAt(name)) ?? {};
        const isThen = events.some(
          ({ kind, at }) => at === imported.takenAt && (kind === "new" || kind === "refollowed"),
        );
        expect(isThen, `${seed} ${name}`).toBe(true);
      }
    }
    const last = imports.at(-1);
    if (!last || one.sent.some(({ range }) => range !== "all-time")) continue;
    const state = one.history.stateAt(last.sent.at);
    for (let person = 0; person < state.size; person += 1) {
      const course = await personAt(usernameOf(state.nameNumberOf(person)));
      if (!course) continue;
      const since = state.isHidden(person) ? 0 : state.followsSince(person);
      expect(course.followsSince === undefined, `${seed} ${course.username}`).toBe(since === 0);
      if (course.followsSince) expect(course.followsSince).toBe(since);
    }
  }
  expect(apart).toBeGreaterThan(10);
});
