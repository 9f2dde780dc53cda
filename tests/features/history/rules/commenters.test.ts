import { describe, expect, test } from "vitest";
import { categoriesWithoutExport } from "~/features/analysis/categories";
import { changesBetween } from "~/features/history/changes";
import {
  commentersOf,
  namesOfWriter,
  presentNames,
  reactingPeople,
} from "~/features/history/commenters";
import { isOtherAccount } from "~/features/history/exported-account";
import { allTime, type CategoryResult } from "~/features/history/history";
import { turnoverOf } from "~/features/history/turnover";
import { inDisplayOrder, listOf, recordOf } from "./lists";

type Comments = Record<string, number>;

const posts = (...all: Comments[]) => ({
  posts: all.map((one) => ({ commenters: Object.entries(one) }) as never),
});
const names = (result: CategoryResult) =>
  "note" in result ? result.note : inDisplayOrder(result).join(" ");

describe("who commented", () => {
  test("is counted over all posts, in lower case and without the account itself", () => {
    const found = commentersOf(
      posts({ ana: 2, Ben: 1, me: 9 }, { ana: 1, "my.old.name": 4 }),
      ["Me", "my.old.name"],
      [],
      listOf({}),
    );
    expect(recordOf(found)).toEqual({ ana: 3, ben: 1 });
  });

  test.each<
    [string, Record<string, number>, Record<string, number>, Record<string, number | null>]
  >([
    ["has the name that they have now", { old: 5, ben: 7 }, { fresh: 5, ben: 7 }, { fresh: 3 }],
    [
      "may be either where two were renamed in one second",
      { old: 5, older: 5 },
      { x: 5, y: 5 },
      { x: null, y: null },
    ],
    ["keeps the name of somebody who left", { old: 5 }, { ben: 7 }, { old: 3 }],
  ])("%s", (_, before, after, expected) => {
    const known = { list: listOf(before), takenAt: 100_000, knownTime: [allTime] };
    const step = changesBetween(known, listOf(after), allTime);
    const turnover = turnoverOf(step, { known: 0, firstLook: null }, []);
    const found = commentersOf(posts({ old: 3 }), [], [turnover], step.known);
    expect(recordOf(found)).toEqual(expected);
  });
});

test("whom ranges show under a name between two others has not been silent under it", () => {
  const renamed = (former: string, present: string) => ({
    renames: [{ former: [former], present: [present] }],
  });
  const turnovers = [renamed("mina", "bea"), renamed("bea", "luca")];
  const of = (followers: Record<string, number>) =>
    recordOf(commentersOf(posts({ mina: 2 }), [], turnovers, listOf(followers)));
  expect(of({ bea: 5 })).toEqual({ luca: 2, bea: null });
  expect(of({ bea: 5, mina: 3 })).toEqual({ luca: null, bea: null, mina: null });
  expect(of({ luca: 5 })).toEqual({ luca: 2 });
});

test("on somebody's own page, comments are theirs only where nobody else can have written them", () => {
  const one = { former: ["old"], present: ["fresh"] };
  const two = { former: ["a", "b"], present: ["c", "d"] };
  const of = (present: string, names: string[], ...now: string[]) =>
    namesOfWriter(present, names, [{ renames: [one, two] }], new Set(now));
  expect(of("fresh", ["fresh", "old"], "fresh")).toEqual(["fresh", "old"]);
  expect(of("fresh", ["fresh", "old"], "fresh", "old")).toEqual(["fresh"]);
  expect(of("c", ["c", "a"], "c", "d")).toEqual(["c"]);
  expect(of("stranger", ["stranger"])).toEqual(["stranger"]);
});

describe("who reacts, and who does not", () => {
  const followers = listOf({ ana: 300, ben: 100, cleo: null, dora: 200 });
  const commenters = commentersOf(posts({ ana: 1, zoe: 2, yan: 9, amy: 2 }), [], [], followers);

  test("strangers by their comments, the silent by the time for which they follow", () => {
    const people = reactingPeople(followers, commenters, true, true);
    expect(names(people.secretFans)).toBe("yan amy zoe");
    expect(names(people.inactiveFollowers)).toBe("ben dora cleo");
  });

  test("nobody is a stranger where not all followers are known", () => {
    const people = reactingPeople(followers, commenters, false, true);
    expect(people.secretFans).toEqual({ note: "needs-export" });
    expect(names(people.inactiveFollowers)).toBe("ben dora cleo");
  });

  test("strangers are known, and nobody is silent, where comments are known in part", () => {
    const people = reactingPeople(followers, commenters, true, false);
    expect(names(people.secretFans)).toBe("yan amy zoe");
    expect(people.inactiveFollowers).toEqual({ note: "needs-connection" });
  });

  test.each(["needs-connection", "other-account"] as const)("neither is known: %s", (note) => {
    const expected = { secretFans: { note }, inactiveFollowers: { note } };
    expect(reactingPeople(followers, { note }, true, true)).toEqual(expected);
    expect(categoriesWithoutExport({ note })).toMatchObject({
      ...expected,
      lostFollowers: { note: "needs-export" },
      pendingRequests: { note: "needs-export" },
    });
  });

  test("without an export, who commented is not enough", () => {
    const categories = categoriesWithoutExport(commenters);
    expect(new Set(Object.values(categories).map(names))).toEqual(new Set(["needs-export"]));
  });
});

describe("present names", () => {
  const renames = (...all: [string, string][][]) =>
    all.map((pairs) => ({
      renames: pairs.map(([former, present]) => ({ former: [former], present: [present] })),
    }));

  test.each<[string, [string, string][][], Record<string, string[]>]>([
    ["nobody renamed", [[]], {}],
    ["one after the other", [[["a", "b"]], [], [["b", "c"]]], { a: ["c"], b: ["c"] }],
    ["a name that is taken back", [[["a", "b"]], [["b", "a"]]], { a: ["a"], b: ["a"] }],
    [
      "two who change names with each other",
      [
        [
          ["a", "b"],
          ["b", "a"],
        ],
      ],
      { a: ["b"], b: ["a"] },
    ],
    [
      "a name that somebody else takes and gives up",
      [[["a", "b"]], [["z", "a"]], [["a", "y"]]],
      { a: ["b", "y"], z: ["y"] },
    ],
  ])("%s", (_, steps, expected) => {
    const found = presentNames(renames(...steps));
    expect(
      Object.fromEntries(Array.from(found, ([name, { names }]) => [name, [...names].sort()])),
    ).toEqual(expected);
  });

  // An invented export may give all its followers one second: a set for each name would be their number squared.
  test.each<[string, object]>([
    ["in equal numbers", {}],
    ["unclear", { isUnclear: true as const }],
  ])("many of one second, %s, share what they may be called", (_, more) => {
    const many = (prefix: string) => Array.from({ length: 300 }, (_, at) => `${prefix}${at}`);
    const found = presentNames([
      { renames: [{ former: many("a"), present: many("b"), ...more }] },
      { renames: [{ former: many("b"), present: many("a"), ...more }] },
      { renames: [{ former: many("a"), present: many("c"), ...more }] },
    ]);
    expect(found.size).toBe(600);
    expect(found.get("a0")?.names).toContain("c299");
    expect(new Set(Array.from(found.values(), ({ names }) => names)).size).toBe(2);
  });
});

test.each<[string, string, (string | null)[], boolean]>([
  ["the same", "ana", ["ana"], false],
  ["written otherwise", "Ana", ["ANA"], false],
  ["another", "ana", ["ben"], true],
  ["the newest export counts", "ana", ["ben", "ana"], false],
  ["one without a name is none", "ana", ["ana", null], false],
  ["no export names an account", "ana", [null, null], false],
  ["no export", "ana", [], false],
])("other account: %s", (_, username, accounts, expected) => {
  const imports = accounts.map((account, at) => ({
    id: String(at),
    takenAt: at,
    account,
    window: allTime,
  }));
  expect(isOtherAccount({ username }, imports)).toBe(expected);
  expect(isOtherAccount(undefined, imports)).toBe(false);
});

test.each<[string, string, number, boolean]>([
  ["taken under the former name", "Ana", 5, false],
  ["taken after the last reading under that name: somebody else may have it", "ana", 6, true],
  ["of yet another name", "ben", 5, true],
])("a renamed account and an export %s", (_, account, takenAt, expected) => {
  const reading = { username: "anna", formerNames: [{ username: "ana", until: 5 }] };
  expect(isOtherAccount(reading, [{ account, takenAt }])).toBe(expected);
  expect(
    isOtherAccount(reading, [
      { account, takenAt },
      { account: null, takenAt: 9 },
    ]),
  ).toBe(expected);
});

test.each<[string, { account: string | null; ownNames?: string[] }[], string, boolean]>([
  ["says so itself", [{ account: "anna", ownNames: ["ana"] }], "ana", false],
  [
    "stands beside one that says so",
    [{ account: "anna", ownNames: ["ana"] }, { account: "ana" }],
    "anna",
    false,
  ],
  [
    "is tied over another",
    [
      { account: "b", ownNames: ["a"] },
      { account: "c", ownNames: ["b"] },
    ],
    "a",
    false,
  ],
  ["is tied to others", [{ account: "b", ownNames: ["a"] }, { account: "c" }], "a", true],
  [
    "that names no account ties nothing",
    [{ account: null, ownNames: ["a", "c"] }, { account: "c" }],
    "a",
    true,
  ],
])("a connection under a name that the export %s", (_, exports, username, expected) => {
  const imports = exports.map((one, takenAt) => ({ ...one, takenAt }));
  expect(isOtherAccount({ username }, imports)).toBe(expected);
});
