import { describe, expect, test } from "vitest";
import { dateInName } from "../../../app/domain/export/name-date.ts";
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
      { file: "personal_information.json", label: "kasutajanimi", count: 1 },
    ]);
  });
});

describe("signup_details.json", () => {
  const signup = (map: object) => ({
    account_history_registration_info: [{ string_map_data: map }],
  });

  test.each([
    ["its only time", signup({ Username: { value: "ana" }, Time: { timestamp: 1_400_000_000 } })],
    ["any label", signup({ Zeit: { timestamp: 1_400_000_000_000 }, E: { timestamp: 0 } })],
    ["form C", { label_values: [{ label: "Time", timestamp_value: 1_400_000_000 }] }],
  ])("says when the account was made: %s", async (_, json) => {
    expect((await read("signup_details.json", json)).accountCreatedAt).toBe(1_400_000_000);
  });

  test.each([
    ["no time", signup({ Time: { value: "yesterday" } })],
    ["two times", signup({ A: { timestamp: 1_400_000_000 }, B: { timestamp: 1_400_000_001 } })],
  ])("gives none where it has %s", async (_, json) => {
    const { accountCreatedAt, unreadable } = await read("signup_details.json", json);
    expect(accountCreatedAt).toBeNull();
    expect(unreadable).toEqual({ "signup_details.json": 1 });
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

  test.each([
    [
      "both sides",
      [request(9, from({ timestamp_value: day }), to({ timestamp_value: day + 5 }))],
      { from: day, to: day + 5 },
    ],
    [
      "all time as zero",
      [request(9, from({ timestamp_value: 0 }), to({ timestamp_value: 0 }))],
      { from: null, to: null },
    ],
    ["all time as words", [request(9, from({ value: "All time" }))], { from: null, to: null }],
    ["one side", [request(9, from({ timestamp_value: day }))], { from: day, to: null }],
    [
      "days",
      [request(9, from({ value: "2025-05-11" }), to({ value: "2025-05-11" }))],
      { from: day, to: day + 86_399 },
    ],
    ["milliseconds", [request(9, from({ timestamp_value: day * 1000 }))], { from: day, to: null }],
    [
      "the newest of several",
      [
        request(5, from({ timestamp_value: 50 })),
        request(9, from({ timestamp_value: 90 })),
        request(7, from({ timestamp_value: 70 })),
      ],
      { from: 90, to: null },
    ],
    ["a single object", request(9, from({ timestamp_value: day })), { from: day, to: null }],
    [
      "German",
      [request(9, { label: "Startdatum", timestamp_value: day })],
      { from: day, to: null },
    ],
    ["no request", [], null],
    ["no label that is known", [request(9, { label: "Algus", timestamp_value: day })], null],
    ["a side that cannot be read", [request(9, from({ value: "last spring" }))], null],
    [
      "a newest one that cannot be read",
      [request(5, from({ timestamp_value: 50 })), request(9, from({ value: "last spring" }))],
      null,
    ],
  ])("says the range: %s", async (_, json, range) => {
    const { requestedRange, found } = await read(name, json);
    expect(requestedRange).toEqual(range);
    expect(found).toContain("requests");
  });

  test("counts what cannot be read", async () => {
    const read1 = await read(name, [request(9, { label: "Algus", timestamp_value: day })]);
    expect(read1.unreadable).toEqual({ "your_information_download_requests.json": 1 });
    expect(read1.unknownLabels).toMatchObject([{ label: "algus" }]);
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
