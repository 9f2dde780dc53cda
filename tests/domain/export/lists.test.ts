import { describe, expect, test } from "vitest";
import { peopleOf } from "../../../app/domain/name-list.ts";
import { follower, namesOf, outcomeOf, readFiles } from "./reading.ts";

const read = (json: unknown, name = "followers_1.json") =>
  readFiles([
    { name: "followers_1.json", bytes: "[]" },
    { name, bytes: typeof json === "string" ? json : JSON.stringify(json) },
  ]);

const formC = (labels: Record<string, string>, timestamp = 1_740_655_193) => ({
  timestamp,
  media: [],
  label_values: Object.entries(labels).map(([label, value]) => ({ label, value })),
  fbid: "17800000000000000",
});
const broken = (text: string) => Buffer.from(text, "utf8").toString("latin1");

describe("an entry of a list of people", () => {
  test.each([
    ["form A", follower("ana", 1_719_878_400), "ana", 1_719_878_400],
    ["form A in capitals", follower("Ana.B_1"), "ana.b_1", 1_719_878_400],
    ["milliseconds", follower("ana", 1_719_878_400_123), "ana", 1_719_878_400],
    [
      "timestamp_ms",
      { string_list_data: [{ value: "ana", timestamp_ms: 1_719_878_400_999 }] },
      "ana",
      1_719_878_400,
    ],
    [
      "a time as text",
      { string_list_data: [{ value: "ana", timestamp: "1719878400" }] },
      "ana",
      1_719_878_400,
    ],
    [
      "form B",
      {
        title: "ana",
        string_list_data: [{ href: "https://www.instagram.com/_u/ana", timestamp: 1_700_000_000 }],
      },
      "ana",
      1_700_000_000,
    ],
    ["form B without a link", { title: "ana", string_list_data: [] }, "ana", undefined],
    [
      "a link alone",
      { title: "", string_list_data: { href: "https://www.instagram.com/_u/ana?x=1" } },
      "ana",
      undefined,
    ],
    ["form C", formC({ URL: "", Name: "Ana B", Username: "ana" }), "ana", 1_740_655_193],
    ["form C in German", formC({ URL: "", Name: "A", Benutzername: "ana" }), "ana", 1_740_655_193],
    [
      "form C with broken labels",
      formC({ URL: "", Nome: "A", [broken("Nome de usuário")]: "ana" }),
      "ana",
      1_740_655_193,
    ],
    [
      "form C with an address",
      formC({ URL: "https://www.instagram.com/ana/", Name: "Ana B" }),
      "ana",
      1_740_655_193,
    ],
    ["time 0", follower("ana", 0), "ana", undefined],
    ["no time", follower("ana", Number.NaN), "ana", undefined],
    ["a name beyond ASCII, broken", follower(broken("Zoë")), "zoë", 1_719_878_400],
  ])("%s", async (_, entry, username, since) => {
    for (const json of [[entry], { relationships_followers: [entry] }, entry]) {
      const { lists, skipped } = await read(json, "followers_2.json");
      expect([...peopleOf(lists.followers as never)]).toEqual([{ username, since }]);
      expect(skipped).toBe(0);
    }
  });

  test.each([
    ["an empty object", {}],
    ["empty fields", { title: "", string_list_data: [] }],
    ["a title that is no username", { title: "Ana B", string_list_data: [] }],
    ["a name that is too long", follower("a".repeat(121))],
    ["control characters", follower("ana\u0007")],
    ["another site", { string_list_data: [{ href: "https://example.com/ana" }] }],
    ["a post", { string_list_data: [{ href: "https://www.instagram.com/p/x/" }] }],
    ["a number", 3],
    ["null", null],
    ["a list", [[]]],
    ["fields of other kinds", { title: 3, string_list_data: "x", label_values: 5 }],
  ])("%s is skipped and counted", async (_, entry) => {
    const { lists, skipped } = await read([entry, follower("ben")], "followers_2.json");
    expect(namesOf(lists.followers)).toEqual(["ben"]);
    expect(skipped).toBe(1);
  });

  test("counts labels that no table knows by file and name, never by value", async () => {
    const secret = "the-value";
    const { unknownLabels, unreadable, lists } = await read(
      [formC({ Kennung: secret }), formC({ Kennung: secret }), formC({ Username: "ana" })],
      "connections/followers_and_following/pending_follow_requests.json",
    );
    expect(unknownLabels).toEqual([
      { file: "pending_follow_requests.json", label: "kennung", count: 2 },
    ]);
    expect(unreadable).toEqual({ "pending_follow_requests.json": 2 });
    expect(namesOf(lists.pendingRequests)).toEqual(["ana"]);
    expect(JSON.stringify(unknownLabels)).not.toContain(secret);
  });

  test("keeps a bounded number of unknown labels", async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) =>
      formC({ [`label ${index} ${"x".repeat(200)}`]: "" }),
    );
    const { unknownLabels } = await read(entries, "close_friends.json");
    expect(unknownLabels.length).toBeLessThanOrEqual(501);
    expect(unknownLabels.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
    expect(Math.max(...unknownLabels.map(({ label }) => label.length))).toBeLessThanOrEqual(80);
  });
});

describe("lists over several files", () => {
  test("are one list, each name once, in any order", async () => {
    const files = [
      { name: "followers_2.json", bytes: JSON.stringify([follower("cleo"), follower("ana", 5)]) },
      { name: "followers_1.json", bytes: JSON.stringify([follower("ana", 9), follower("ben")]) },
    ];
    const there = await readFiles(files);
    const back = await readFiles(files.toReversed());
    expect(namesOf(there.lists.followers)).toEqual(["ana", "ben", "cleo"]);
    expect(there.lists).toEqual(back.lists);
    expect(there.lists.followers?.since[0]).toBe(9);
    expect(there.digest).toBe(back.digest);
  });

  test("take the same file twice as one", async () => {
    const file = { name: "followers_1.json", bytes: JSON.stringify([follower("ana"), {}]) };
    const once = await readFiles([file]);
    expect(await readFiles([file, file])).toEqual(once);
    expect(once.skipped).toBe(1);
  });

  test.each([
    ["2 of 3", ["followers_1.json", "followers_3.json"]],
    ["1 of 2", ["followers_2.json"]],
    ["2 of 3, of those followed", ["followers_1.json", "following_1.json", "following_3.json"]],
  ])("are damaged where part %s is missing", async (_, names) => {
    const files = names.map((name) => ({ name, bytes: "[]" }));
    expect(await outcomeOf(files)).toBe("damaged");
  });

  test.each([
    [["followers.json"]],
    [["followers_0.json", "followers_1.json", "following.json"]],
    [["followers_2.json", "followers_1.json", "following_1.json"]],
  ])("are whole with the parts %j", async (names) => {
    const files = names.map((name) => ({ name, bytes: "[]" }));
    expect(await outcomeOf(files)).toMatchObject({ skipped: 0 });
  });

  test("do not mix two exports or two accounts", async () => {
    const outcome = await outcomeOf([
      { name: "followers_1.json", bytes: JSON.stringify([follower("ana")]) },
      { name: "followers_1.json", bytes: JSON.stringify([follower("ben")]) },
    ]);
    expect(outcome).toBe("damaged");
  });

  test("leave out a list of which a file is broken, and count the file", async () => {
    const { lists, found, unreadable } = await readFiles([
      { name: "followers_1.json", bytes: "[]" },
      { name: "blocked_profiles_1.json", bytes: JSON.stringify([follower("ana")]) },
      { name: "blocked_profiles_2.json", bytes: `[${JSON.stringify(follower("ben"))},` },
    ]);
    expect(lists.blocked).toBeUndefined();
    expect(unreadable).toEqual({ "blocked_profiles.json": 1 });
    expect(found).toEqual(["followers"]);
  });
});
