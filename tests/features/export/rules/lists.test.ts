import { describe, expect, test } from "vitest";
import { peopleOf } from "../../../../app/platform/values/name-list.ts";
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
      "form C with a profile for a website",
      formC({ URL: "https://www.instagram.com/anas_shop/", Username: "ana" }),
      "ana",
      1_740_655_193,
    ],
    ...[
      "Ім'я користувача",
      "Ім’я користувача",
      "Korisničko ime",
      "Корисничко име",
      "Používateľské meno",
      "Потребителско име",
      "使用者名稱",
    ].map((label): [string, object, string, number] => [
      `form C with ${label}`,
      formC({ URL: "", [broken(label)]: "ana" }),
      "ana",
      1_740_655_193,
    ]),
    ["time 0", follower("ana", 0), "ana", undefined],
    ["no time", follower("ana", Number.NaN), "ana", undefined],
    ["an @ before the name", follower("@Ana"), "ana", 1_719_878_400],
    ["spaces around the name", follower(" ana\u00a0"), "ana", 1_719_878_400],
    ["an @ in the title", { title: "@ana", string_list_data: [] }, "ana", undefined],
    ["an address for a name", follower("https://www.instagram.com/Ana/"), "ana", 1_719_878_400],
    ["an address for a title", { title: "https://instagram.com/_u/ana?x=1" }, "ana", undefined],
    ["an address without its beginning", follower("instagram.com/@ana"), "ana", 1_719_878_400],
    [
      "form C with an address for a name",
      formC({ Username: "http://www.instagram.com/ana" }),
      "ana",
      1_740_655_193,
    ],
    ["30 characters", follower("a".repeat(30)), "a".repeat(30), 1_719_878_400],
    ["a name of old accounts", follower("._a..b_."), "._a..b_.", 1_719_878_400],
    ["a name of underscores", follower("__"), "__", 1_719_878_400],
    [
      "the next that is a name",
      { title: "ana", string_list_data: [{ value: "Ana Banana" }] },
      "ana",
      undefined,
    ],
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
    ["a name of 31 characters", follower("a".repeat(31))],
    ["an element", follower("<script>")],
    ["dots alone", follower("...")],
    ["a name with a space", follower("ana b")],
    ["a name with a hyphen", follower("ana-b")],
    ["a name beyond ASCII", follower("zoë")],
    ["a name beyond ASCII, broken", follower(broken("Zoë"))],
    ["the sign for kelvin", follower("\u212aate")],
    ["two @", follower("@@ana")],
    ["an @ alone", follower("@")],
    ["the address of a post", follower("https://www.instagram.com/p/x/")],
    ["an address elsewhere", follower("https://www.instagram.com.example.com/ana")],
    ["control characters", follower("ana\u0007")],
    ["another site", { string_list_data: [{ href: "https://example.com/ana" }] }],
    ["a post", { string_list_data: [{ href: "https://www.instagram.com/p/x/" }] }],
    ["a website for a name", formC({ URL: "https://www.instagram.com/anas_shop/", Username: "" })],
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
      { file: "pending_follow_requests.json", label: "Kennung", count: 2 },
    ]);
    expect(unreadable).toEqual({ "pending_follow_requests.json": 2 });
    expect(namesOf(lists.pendingRequests)).toEqual(["ana"]);
    expect(JSON.stringify(unknownLabels)).not.toContain(secret);
  });

  test.each<[string, object, number]>([
    ["a label that no table knows", formC({ URL: "", Name: "A", Kennung: "ana" }), 1],
    ["several of them", formC({ Kennung: "ana", Bereich: "ben" }), 1],
    ["nothing that can be a name under it", formC({ Name: "Ana B", Kennung: "Ana B" }), 0],
    ["a known label without a name beside it", formC({ Username: "", Kennung: "ana" }), 0],
    ["known labels alone", formC({ Name: "ana", URL: "" }), 0],
    ["no labels", { title: "Ana B", string_list_data: [] }, 0],
    ["a name at another place", { ...formC({ Kennung: "ana" }), title: "ana" }, 0],
  ])("tells whether a follower is skipped by label: with %s", async (_, entry, expected) => {
    const followers = await read([entry, follower("ben")], "followers_2.json");
    expect(followers.skippedByLabel).toBe(expected);
    const following = await read({ relationships_following: [entry] }, "following.json");
    expect(following.skippedByLabel).toBe(0);
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

describe("a name with and without its @", () => {
  test("is one person", async () => {
    const { lists } = await read([follower("ana", 5), follower("@ana", 9)], "followers_2.json");
    expect([...peopleOf(lists.followers as never)]).toEqual([{ username: "ana", since: 9 }]);
  });
});

const list = [follower("ana")];

describe("a file of followers that is no list of followers", () => {
  test.each<[unknown]>([
    [{ relationships_followers: 7 }],
    [{ relationships_followers: null }],
    [{ relationships_followers: "[]" }],
    [{ relationships_followers: {} }],
    [{ relationships_followers: { list } }],
    [{ relationships_following: list }],
    [{ relationships_following: list, relationships_followers: 7 }],
    [{ relationships_unknown: list }],
    [{ followers: { list } }],
    [null],
    [7],
    ["ana"],
    [{}],
    [{ title: "" }],
    [{ title: "Ana B", string_list_data: [] }],
    [{ timestamp: 5 }],
    [{ error: "x" }],
  ])("%j refuses the export", async (json) => {
    const files = [{ name: "followers_1.json", bytes: JSON.stringify(json) }];
    expect(await outcomeOf(files)).toBe("damaged");
    expect(await outcomeOf([...files, { name: "followers_2.json", bytes: "[]" }])).toBe("damaged");
  });

  test.each<[unknown]>([
    [{ relationships_followers: list }],
    [{ relationships_following: 7 }],
    [{}],
    [null],
  ])("%j refuses it as those followed, too", async (json) => {
    const files = [
      { name: "followers_1.json", bytes: "[]" },
      { name: "following.json", bytes: JSON.stringify(json) },
    ];
    expect(await outcomeOf(files)).toBe("damaged");
  });

  test.each([
    ["[]", []],
    ['{"relationships_followers":[]}', []],
    ['{"version":2,"relationships_followers":[{"title":"ana"}],"x":{}}', ["ana"]],
    ['{"relationships_following":[{"title":"ben"}],"relationships_followers":[]}', []],
    ['{"relationships_followers":{"title":"ana"}}', ["ana"]],
  ])("%s is one", async (bytes, names) => {
    const { lists, skipped } = await readFiles([{ name: "followers_1.json", bytes }]);
    expect(namesOf(lists.followers)).toEqual(names);
    expect(skipped).toBe(0);
  });

  test.each([
    ["pending_follow_requests.json", { relationships_followers: list }],
    ["pending_follow_requests.json", { relationships_follow_requests_sent: 7 }],
    ["close_friends.json", { relationships_blocked_users: list }],
    ["close_friends.json", {}],
    ["pending_follow_requests.json", { text_post_app_pending_follow_requests: list }],
    ["personal_information.json", {}],
    ["signup_details.json", { account_history_registration_info: null }],
    ["your_information_download_requests.json", {}],
    ["media/posts_1.json", { ig_posts: 7 }],
    ["past_instagram_insights/posts.json", { organic_insights_posts: 7 }],
    ["reels.json", {}],
  ])("of %s, another shape is none and is counted", async (name, json) => {
    const { lists, found, unreadable, insights } = await read(json, name);
    expect(Object.keys(lists)).toEqual(["followers"]);
    expect(found).toEqual(["followers"]);
    expect(Object.values(unreadable)).toEqual([1]);
    expect(insights).toBeUndefined();
  });

  test("lists of others than followers may have a key that is not known", async () => {
    const { lists } = await read({ relationships_new_name: list }, "close_friends.json");
    expect(namesOf(lists.closeFriends)).toEqual(["ana"]);
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

  test("are what they were under the names that phones and browsers give them", async () => {
    const first = JSON.stringify([follower("ana")]);
    const second = JSON.stringify([follower("ben")]);
    const plain = await readFiles([
      { name: "followers_1.json", bytes: first },
      { name: "followers_2.json", bytes: second },
    ]);
    const renamed = await readFiles([
      { name: "followers_1 (3).json", bytes: first },
      { name: "followers_1.json", bytes: first },
      { name: "followers_2-2.json.txt", bytes: second },
    ]);
    expect(renamed).toEqual(plain);
    const mixed = [
      { name: "followers_1.json", bytes: first },
      { name: "followers_1 (1).json", bytes: second },
    ];
    expect(await outcomeOf(mixed)).toBe("damaged");
    expect(await outcomeOf([{ name: "followers_2 (1).json", bytes: second }])).toBe("damaged");
  });
});
