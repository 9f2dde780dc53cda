import { describe, expect, test } from "vitest";
import { dateInName, endOfOriginalDay } from "../../../../app/features/export/name-date.ts";
import { readFiles } from "./reading.ts";

const read = (name: string, json: unknown) =>
  readFiles([
    { name: "followers_1.json", bytes: "[]" },
    { name, bytes: JSON.stringify(json) },
  ]);
const broken = (text: string) => Buffer.from(text, "utf8").toString("latin1");

describe("personal_information.json", () => {
  const profile = (map: Record<string, string>) => ({
    profile_user: [
      {
        title: "",
        media_map_data: { "Profile photo": { uri: "media/profile/1.jpg" } },
        string_map_data: Object.fromEntries(
          Object.entries(map).map(([label, value]) => [label, { href: "", value, timestamp: 0 }]),
        ),
      },
    ],
  });

  test.each([
    ["English", { Email: "a@b.c", Username: "Ana_B", Name: "Ana" }],
    ["Portuguese", { [broken("Nome de usuário")]: "ana_b", Nome: "Ana" }],
    ["German", { Benutzername: "ana_b", Name: "Ana" }],
    ["Italian", { "Nome utente": "ana_b", Nome: "Ana" }],
    ["Dutch", { Gebruikersnaam: "ana_b", Naam: "Ana" }],
    ["French", { "Nom d’utilisateur": "ana_b" }],
    ["Japanese", { ユーザーネーム: "ana_b" }],
  ])("says the username in %s", async (_, map) => {
    const { account, found, unreadable } = await read("personal_information.json", profile(map));
    expect(account).toBe("ana_b");
    expect(found).toContain("account");
    expect(unreadable).toEqual({});
  });

  test("is read in form C, too", async () => {
    const { account } = await read("account_information/personal_information.json", {
      label_values: [{ label: "Username", value: "ana" }],
    });
    expect(account).toBe("ana");
  });

  test("without a label that is known gives none, and counts its labels", async () => {
    const read1 = await read("personal_information.json", profile({ Kasutajanimi: "ana" }));
    expect(read1.account).toBeNull();
    expect(read1.unreadable).toEqual({ "personal_information.json": 1 });
    expect(read1.unknownLabels).toEqual([
      { file: "personal_information.json", label: "Kasutajanimi", count: 1 },
    ]);
  });
});

describe("profile_changes.json", () => {
  const path = "personal_information/personal_information/profile_changes.json";
  const change = (fields: Record<string, string>) => ({
    title: "",
    media_map_data: {},
    string_map_data: Object.fromEntries(
      Object.entries(fields).map(([label, value]) => [label, { href: "", value, timestamp: 0 }]),
    ),
  });
  const english = (changed: string, before: string, after: string) =>
    change({ Changed: changed, "Previous Value": before, "New Value": after });

  test.each<[string, unknown[], string[]]>([
    ["a rename", [english("Username", "Old.Name", "ana_b")], ["ana_b", "old.name"]],
    ["several", [english("Username", "b", "c"), english("Username", "a", "b")], ["a", "b", "c"]],
    [
      "other changes",
      [
        english("Name", "lena", "ana"),
        english("Profile Bio Text", "", "hello"),
        english("Profile Photo", "", ""),
      ],
      [],
    ],
    [
      "words that no table knows around it",
      [change({ Zmieniono: broken("Nazwa użytkownika"), Poprzednio: "old", Nowa: "new" })],
      ["new", "old"],
    ],
    [
      "form C",
      [
        {
          timestamp: 5,
          label_values: [
            { label: "Changed", value: "Benutzername" },
            { label: "Vorher", value: "old" },
            { label: "Nachher", href: "https://www.instagram.com/_u/new" },
          ],
        },
      ],
      ["new", "old"],
    ],
    ["no name", [english("Username", "", "Ana B")], []],
    ["what is no change", [5, null, [], {}], []],
  ])("says the subscriber's other names: %s", async (_, changes, names) => {
    const { ownNames, found, account } = await read(path, { profile_profile_change: changes });
    expect(ownNames.toSorted()).toEqual(names);
    expect(found).toContain("profileChanges");
    expect(account).toBeNull();
  });

  test("says a bounded number of them", async () => {
    const changes = Array.from({ length: 5_000 }, (_, at) =>
      english("Username", `a${at}`, `b${at}`),
    );
    const { ownNames } = await read(path, { profile_profile_change: changes });
    expect(ownNames.length).toBeLessThanOrEqual(100);
  });
});

describe.each(["signup_details.json", "instagram_signup_details.json"])("%s", (name) => {
  const signup = (map: object) => ({
    account_history_registration_info: [{ string_map_data: map }],
  });

  test.each([
    ["its only time", signup({ Username: { value: "ana" }, Time: { timestamp: 1_400_000_000 } })],
    ["any label", signup({ Zeit: { timestamp: 1_400_000_000_000 }, E: { timestamp: 0 } })],
    ["form C", { label_values: [{ label: "Time", timestamp_value: 1_400_000_000 }] }],
    ["in milliseconds", signup({ Time: { timestamp_ms: 1_400_000_000_000 } })],
  ])("says when the account was made: %s", async (_, json) => {
    expect((await read(name, json)).accountCreatedAt).toBe(1_400_000_000);
  });

  test.each([
    ["no time", signup({ Time: { value: "yesterday" } })],
    ["two times", signup({ A: { timestamp: 1_400_000_000 }, B: { timestamp: 1_400_000_001 } })],
  ])("gives none where it has %s", async (_, json) => {
    const { accountCreatedAt, unreadable } = await read(name, json);
    expect(accountCreatedAt).toBeNull();
    expect(unreadable).toEqual({ [name]: 1 });
  });
});

describe("your_information_download_requests.json", () => {
  const name = "your_instagram_activity/other_activity/your_information_download_requests.json";
  const request = (timestamp: number, ...label_values: object[]) => ({
    timestamp,
    media: [],
    label_values,
  });
  const from = (fields: object) => ({ label: "Start date", ...fields });
  const to = (fields: object) => ({ label: "End date", ...fields });
  const day = Date.parse("2025-05-11") / 1000;
  const noon = day + 43_200;
  const at = (time: number) => ({ earliest: time, latest: time });
  /** A day in any time zone. */
  const about = (time: number) => ({ earliest: time - 14 * 3_600, latest: time + 14 * 3_600 });

  test.each([
    [
      "both sides",
      [request(9, from({ timestamp_value: noon }), to({ timestamp_value: noon + 5 }))],
      { from: at(noon), to: at(noon + 5) },
    ],
    [
      "all time as zero",
      [request(9, from({ timestamp_value: 0 }), to({ timestamp_value: 0 }))],
      { from: null, to: null },
    ],
    ["all time as words", [request(9, from({ value: "All time" }))], { from: null, to: null }],
    ["one side", [request(9, from({ timestamp_value: noon }))], { from: at(noon), to: null }],
    [
      "days as times at midnight",
      [request(9, from({ timestamp_value: day }), to({ timestamp_value: day }))],
      { from: about(day), to: about(day + 86_399) },
    ],
    [
      "days as text",
      [request(9, from({ value: "2025-05-11" }), to({ value: "May 11, 2025" }))],
      { from: about(day), to: about(day + 86_399) },
    ],
    [
      "text with a clock time",
      [
        request(
          9,
          from({ value: "2025-05-11T12:00:00Z" }),
          to({ value: "May 11, 2025 1:00 pm UTC" }),
        ),
      ],
      { from: at(noon), to: at(noon + 3_600) },
    ],
    [
      "a clock time of an unknown zone",
      [request(9, from({ value: "2025-05-11 12:00" }), to({ value: "2025-05-11T12:00+07:00" }))],
      { from: about(noon), to: at(noon - 7 * 3_600) },
    ],
    [
      "milliseconds",
      [request(9, from({ timestamp_value: noon * 1000 }))],
      { from: at(noon), to: null },
    ],
    [
      "milliseconds by their own name",
      [request(9, from({ timestamp_ms: noon * 1000 }), to({ timestamp_ms: day * 1000 }))],
      { from: at(noon), to: about(day + 86_399) },
    ],
    ["a single object", request(9, from({ timestamp_value: noon })), { from: at(noon), to: null }],
    [
      "German",
      [request(9, { label: "Startdatum", timestamp_value: noon })],
      { from: at(noon), to: null },
    ],
    ["no label that is known", [request(9, { label: "Algus", timestamp_value: noon })], null],
    ["a side that cannot be read", [request(9, from({ value: "last spring" }))], null],
    ["a day that is none", [request(9, from({ value: "2025-13-11" }))], null],
    ["a day and something else", [request(9, from({ value: "2025-05-11 or so" }))], null],
  ])("says the range: %s", async (_, json, range) => {
    const { requests, found } = await read(name, json);
    expect(requests).toEqual([{ askedAt: 9, range }]);
    expect(found).toContain("requests");
  });

  test("says nothing where there is no request", async () => {
    expect((await read(name, [])).requests).toEqual([]);
  });

  test("says all requests, and of very many the newest", async () => {
    const some = [5, 9, 7].map((time) => request(time, from({ timestamp_value: 50 + time })));
    const { requests } = await read(name, some);
    expect(requests).toEqual(
      [9, 7, 5].map((time) => ({ askedAt: time, range: { from: at(50 + time), to: null } })),
    );
    const many = Array.from({ length: 500 }, (_, index) => request(index + 1));
    const newest = (await read(name, many)).requests.map(({ askedAt }) => askedAt);
    expect([newest[0], newest.length]).toEqual([500, 20]);
  });

  test("one without a range, as Instagram writes it, leaves nothing unread", async () => {
    const { requests, unreadable } = await read(name, [request(9)]);
    expect([requests, unreadable]).toEqual([[{ askedAt: 9, range: null }], {}]);
  });

  test("counts what cannot be read", async () => {
    const read1 = await read(name, [request(9, { label: "Algus", timestamp_value: day })]);
    expect(read1.unreadable).toEqual({ "your_information_download_requests.json": 1 });
    expect(read1.unknownLabels).toMatchObject([{ label: "Algus" }]);
  });
});

describe("own posts", () => {
  const post = (fields: object) => ({ title: "Caption", ...fields });
  const photo = { uri: "media/posts/202603/1.jpg", creation_timestamp: 1_773_179_890, title: "" };

  test.each([
    [
      "media/posts_1.json",
      [
        post({ media: [photo], creation_timestamp: 1_773_179_891 }),
        { media: [photo] },
        { media: photo },
      ],
      [1_773_179_891, 1_773_179_890],
    ],
    ["content/posts_1.json", [{ media: [photo] }], [1_773_179_890]],
    ["posts_1.json", post({ media: [photo] }), [1_773_179_890]],
    ["media/reels.json", { ig_reels_media: [{ media: [photo] }] }, [1_773_179_890]],
    ["reels.json", { ig_reels_media: [{ media: [photo] }] }, [1_773_179_890]],
    [
      "media/archived_posts.json",
      { ig_archived_post_media: [post({ creation_timestamp: 5, media: [] })] },
      [5],
    ],
    ["media/igtv_videos.json", { ig_igtv_media: [{ media: [photo] }] }, [1_773_179_890]],
    ["igtv_videos.json", { ig_igtv_media: [{ media: [photo] }] }, [1_773_179_890]],
    ["stories.json", { ig_stories: [photo] }, []],
  ])("of %s: their times", async (path, json, times) => {
    const { postTimes, unreadable } = await read(path, json);
    expect(postTimes).toEqual(times);
    expect(unreadable).toEqual({});
  });

  test("without a time are counted", async () => {
    const { postTimes, unreadable } = await read("media/posts_1.json", [{ media: [] }, 5]);
    expect(postTimes).toEqual([]);
    expect(unreadable).toEqual({ "media/posts.json": 2 });
  });
});

test.each([
  ["instagram-ana-2026-05-11-x1y2.zip", "2026-05-11"],
  ["instagram-ana-2026-05-11.zip", "2026-05-11"],
  ["meta-2024-Dec-01-18-05-33.zip", "2024-12-01"],
  ["ana_20200131.zip", "2020-01-31"],
  ["ana_20200131_part_1.zip", "2020-01-31"],
  ["instagram-ana-2026-02-30-x.zip", undefined],
  ["instagram-ana-2009-12-31-x.zip", undefined],
  ["instagram-ana-2026-13-01-x.zip", undefined],
  ["instagram-ana-2026-xyz-01.zip", undefined],
  ["export.zip", undefined],
  ["", undefined],
])("the date in %j is %s", (name, date) => {
  expect(dateInName(name)).toBe(date && Date.parse(date));
});

test.each([
  ["the same day", "2026-05-11T20:00:00Z", ["2026-05-11"], null],
  ["three days later", "2026-05-14T23:59:59Z", ["2026-05-11"], null],
  ["four days later", "2026-05-15T00:00:01Z", ["2026-05-11"], "2026-05-11"],
  ["months later", "2026-07-20T00:00:00Z", ["2026-05-11"], "2026-05-11"],
  [
    "a new name on an old folder",
    "2026-07-20T00:00:00Z",
    ["2026-07-19", "2026-05-11"],
    "2026-05-11",
  ],
  ["the name is younger", "2026-05-11T00:00:00Z", ["2026-07-19"], null],
  ["no day", "2026-05-11T00:00:00Z", [], null],
])("packed anew: %s", (_, newest, days, expected) => {
  const end = endOfOriginalDay(
    Date.parse(newest),
    days.map((day) => Date.parse(day)),
  );
  expect(end ?? null).toBe(expected && Date.parse(`${expected}T23:59:59.999Z`));
});
