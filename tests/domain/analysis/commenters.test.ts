import { describe, expect, test } from "vitest";
import { allTime, type CategoryResult } from "~/domain/analysis/analysis";
import { categoriesWithoutExport } from "~/domain/analysis/categories";
import { changesBetween } from "~/domain/analysis/changes";
import { commentersOf, reactingPeople } from "~/domain/analysis/commenters";
import { isOtherAccount } from "~/domain/analysis/exported-account";
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
      undefined,
    );
    expect(recordOf(found)).toEqual({ ana: 3, ben: 1 });
  });

  test.each<[string, Record<string, number>, Record<string, number>, Comments]>([
    ["has the name that they have now", { old: 5, ben: 7 }, { fresh: 5, ben: 7 }, { fresh: 3 }],
    ["is nobody where two were renamed in one second", { old: 5, older: 5 }, { x: 5, y: 5 }, {}],
    ["keeps the name of somebody who left", { old: 5 }, { ben: 7 }, { old: 3 }],
  ])("%s", (_, before, after, expected) => {
    const known = { list: listOf(before), takenAt: 100_000, knownTime: [allTime] };
    const { changes } = changesBetween(known, listOf(after), allTime);
    expect(recordOf(commentersOf(posts({ old: 3 }), [], changes))).toEqual(expected);
  });
});

describe("who reacts, and who does not", () => {
  const followers = listOf({ ana: 300, ben: 100, cleo: null, dora: 200 });
  const commenters = commentersOf(posts({ ana: 1, zoe: 2, yan: 9, amy: 2 }), [], undefined);

  test("strangers by their comments, the silent by the time for which they follow", () => {
    const people = reactingPeople(followers, commenters, true);
    expect(names(people.secretFans)).toBe("yan amy zoe");
    expect(names(people.inactiveFollowers)).toBe("ben dora cleo");
  });

  test("nobody is a stranger where not all followers are known", () => {
    const people = reactingPeople(followers, commenters, false);
    expect(people.secretFans).toEqual({ note: "needs-export" });
    expect(names(people.inactiveFollowers)).toBe("ben dora cleo");
  });

  test.each(["needs-connection", "other-account"] as const)("neither is known: %s", (note) => {
    const expected = { secretFans: { note }, inactiveFollowers: { note } };
    expect(reactingPeople(followers, { note }, true)).toEqual(expected);
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
