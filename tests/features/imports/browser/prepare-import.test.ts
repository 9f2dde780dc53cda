import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { NotOpened, prepare } from "../../../../app/features/imports/browser/prepare.ts";
import {
  type FileToSend,
  follower,
  followersPath,
  followingPath,
  outcomeOf,
  readFiles,
} from "../../export/rules/reading.ts";
import { type ZipEntry, type ZipShape, zipOf } from "../../export/rules/zip-writer.ts";

const followers = JSON.stringify([follower("ben"), follower("Ana")]);
const message = "Meet me at noon, and tell nobody.";
const entries: ZipEntry[] = [
  { name: followersPath, content: followers },
  { name: "your_instagram_activity/messages/inbox/ben_1/message_1.json", content: message },
  { name: "media/posts/202603/1794.jpg", content: Buffer.alloc(100_000, 7), stored: true },
  { name: followingPath, content: "[]" },
  {
    name: "your_instagram_activity/threads/pending_follow_requests.json",
    content: JSON.stringify({ text_post_app_pending_follow_requests: [follower("cem")] }),
  },
  { name: "personal_information/", content: "", stored: true },
];

const never = new AbortController().signal;
const fileOf = (name: string, content: Buffer | string) =>
  new File([new Uint8Array(Buffer.from(content))], name);

async function sentOf(files: readonly File[], signal = never) {
  const { files: sent, ...rest } = await prepare(files, signal, () => {});
  const copies: FileToSend[] = await Promise.all(
    sent.map(async ({ name, content }) => ({
      name,
      bytes: Buffer.from(await content.arrayBuffer()),
    })),
  );
  return { copies, ...rest };
}

describe("what leaves the device of a ZIP", () => {
  test.each<[string, ZipEntry[], ZipShape?]>([
    ["as usual", entries],
    [
      "sizes behind the data",
      entries.map((entry) => ({ ...entry, descriptor: { marked: true, wide: false } })),
    ],
    ["stored", entries.map((entry) => ({ ...entry, stored: true }))],
    ["the larger form", entries.map((entry) => ({ ...entry, zip64: true })), { zip64: true }],
    ["a comment", entries, { comment: "made by hand" }],
    ["folders in front", entries.map((entry) => ({ ...entry, name: `ü/export/${entry.name}` }))],
  ])("%s: only what is read, and it reads the same", async (_, given, shape) => {
    const original = zipOf(given, shape);
    const { copies, count, bytes } = await sentOf([fileOf("instagram-ana.zip", original)]);
    expect(count).toBe(2);
    expect(copies.map(({ name }) => name)).toEqual(["instagram-ana.zip"]);
    const copy = Buffer.from(copies[0]?.bytes ?? "");
    expect(bytes).toBe(copy.byteLength);
    expect(copy.byteLength).toBeLessThan(2_000);
    expect(copy.includes("message_1")).toBe(false);
    expect(copy.includes("threads")).toBe(false);

    const { newestEntryAt, ...whole } = await readFiles([{ name: "a.zip", bytes: original }]);
    const { newestEntryAt: copied, ...small } = await readFiles(
      copies.map((one) => ({ ...one, name: "a.zip" })),
    );
    expect(small).toEqual(whole);
    expect(copied).toBe(newestEntryAt);
  });

  // What the server says of the whole file, it says of the copy.
  test.each<[string, ZipEntry[]]>([
    ["a wrong CRC", [{ name: followersPath, content: followers, crc: 1 }]],
    ["an encrypted entry", [{ name: followersPath, content: followers, flags: 1 }]],
    ["a symbolic link", [{ name: followersPath, content: "/etc/passwd", mode: 0o120777 }]],
    ["an export as pages", [{ name: followersPath.replace("json", "html"), content: "<html>" }]],
    ["no list of followers", [{ name: followingPath, content: "[]" }]],
    ["pictures only", [{ name: "media/posts/1.jpg", content: "x" }]],
    ["nothing", []],
    [
      "another part of the export",
      [
        { name: "media/posts/1.jpg", content: "x" },
        { name: "your_instagram_activity/messages/inbox/ben_1/message_1.json", content: message },
        { name: "your_instagram_activity/messages/inbox/cem_2/message_1.json", content: message },
      ],
    ],
    [
      "likes and contacts",
      [
        { name: "x/likes/liked_posts.json", content: "[]" },
        { name: "x/connections/contacts/synced_contacts.json", content: "[]" },
      ],
    ],
    ["likes alone", [{ name: "likes/liked_posts.json", content: "[]" }]],
    ["an empty folder of an export", [{ name: "connections/", content: "", stored: true }]],
    ["posts as pages", [{ name: "content/posts_1.html", content: "<html>" }]],
    [
      "posts as pages, in folders of an export",
      [
        { name: "x/your_instagram_activity/threads/followers.html", content: "<html>" },
        { name: "x/your_instagram_activity/media/posts_1.html", content: "<html>" },
      ],
    ],
    [
      "messages, locked",
      [{ name: "your_instagram_activity/messages/a.json", content: message, flags: 1 }],
    ],
  ])("%s is refused for the same reason", async (_, given) => {
    const original = zipOf(given);
    const { copies } = await sentOf([fileOf("a.zip", original)]);
    const outcome = await outcomeOf(copies);
    expect(outcome).toEqual(await outcomeOf([{ name: "a.zip", bytes: original }]));
    expect(typeof outcome).toBe("string");
    expect(Buffer.from(copies[0]?.bytes ?? "").toString("latin1")).not.toMatch(/message|ben_1/);
  });

  test("of parts whose content is not read, it says only that they are there", async () => {
    const parts = [
      "your_instagram_activity/likes/liked_posts.json",
      "your_instagram_activity/likes/liked_comments.json",
      "your_instagram_activity/comments/post_comments_1.json",
      "your_instagram_activity/comments/post_comments_2.json",
      "your_instagram_activity/comments/reels_comments.json",
      "logged_information/past_instagram_insights/audience_insights.json",
      "logged_information/past_instagram_insights/content_interactions.json",
      "logged_information/past_instagram_insights/profiles_reached.json",
    ];
    const given = parts.map((name) => ({ name, content: message }));
    const original = zipOf([...entries, ...given]);
    const { copies, count } = await sentOf([fileOf("a.zip", original)]);
    expect(count).toBe(2);
    expect(copies[0]?.bytes.includes("noon")).toBe(false);
    const { found } = await readFiles(copies);
    expect(found).toEqual(expect.arrayContaining(["likes", "comments", "audienceInsights"]));
    expect(found).toEqual((await readFiles([{ name: "a.zip", bytes: original }])).found);
  });

  test("the newest date is that of all entries, also of those that stay", async () => {
    const dated = (at: string, entry: ZipEntry): ZipEntry => ({ ...entry, modified: new Date(at) });
    const [list = { name: "", content: "" }, , picture = list] = entries;
    const old = zipOf([
      dated("2026-05-10T10:00:00Z", list),
      dated("2026-05-12T07:30:02Z", picture),
    ]);
    const none = zipOf([dated("1980-01-01T00:00:00Z", list)]);
    const takenAt = async (...zips: Buffer[]) =>
      (await sentOf(zips.map((zip) => fileOf("a.zip", zip)))).takenAt;
    expect(await takenAt(old)).toBe(Date.parse("2026-05-12T07:30:02Z"));
    expect(await takenAt(none)).toBeUndefined();
    expect(await takenAt(none, old)).toBe(Date.parse("2026-05-12T07:30:02Z"));
    const extended = Date.parse("2026-05-13T09:00:00Z");
    const packed = ["connections/", "connections/.DS_Store", "__MACOSX/._a.json"].map((name) =>
      dated("2026-11-30T10:00:00Z", { name, content: "", stored: true }),
    );
    expect(await takenAt(zipOf([...packed, dated("2026-05-10T10:00:00Z", list)]))).toBe(
      Date.parse("2026-05-10T10:00:00Z"),
    );
    const better = zipOf([{ ...list, extendedTime: extended / 1_000 }]);
    expect(await takenAt(better)).toBe(extended);
  });
});

test.each([
  ["in its name", "instagram-ana-2026-05-11-x1.zip", ""],
  ["in its top folder's", "Archive.zip", "instagram-ana-2026-05-11-x1/"],
])(
  "a ZIP packed anew says no date by itself: the server finds the day %s",
  async (_, name, folder) => {
    const modified = new Date("2026-07-10T10:00:00Z");
    const original = zipOf(
      entries.map((entry) => ({ ...entry, name: `${folder}${entry.name}`, modified })),
    );
    const { copies, takenAt } = await sentOf([fileOf(name, original)]);
    expect(takenAt).toBeUndefined();
    const ofDay = Date.parse("2026-05-11T23:59:59.999Z");
    expect((await readFiles(copies)).packedBefore).toBe(ofDay);
    expect((await readFiles([{ name, bytes: original }])).packedBefore).toBe(ofDay);
  },
);

test("single files are sent as they are, and none that is not read", async () => {
  const { copies, count } = await sentOf([
    fileOf("followers_1.json", followers),
    fileOf("message_1.json", message),
    fileOf("photo.zip.jpg", "\xff\xd8"),
  ]);
  expect(count).toBe(1);
  expect(copies.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ["followers_1.json", followers],
  ]);
});

test.each<[string, number | undefined, [string, string, string][]]>([
  [
    "of those that are read, the newest",
    Date.parse("2026-06-01"),
    [
      ["followers_1.json", followers, "2026-05-01"],
      ["following.json", "[]", "2026-06-01"],
      ["message_1.json", message, "2026-11-30"],
    ],
  ],
  // This device's clock, and its zone, may put it before an export of the same day.
  ["none of the last day", undefined, [["followers_1.json", followers, new Date().toISOString()]]],
  ["none before 2010", undefined, [["followers_1.json", followers, "1980-01-01"]]],
  [
    "none beside a ZIP",
    Date.parse("2026-05-11T10:00:00Z"),
    [["following.json", "[]", "2026-11-30"]],
  ],
])("single files say when they were changed last: %s", async (name, at, given) => {
  const files = given.map(
    ([file, content, day]) => new File([content], file, { lastModified: Date.parse(day) }),
  );
  const zips = name.includes("ZIP") ? [fileOf("a.zip", zipOf(entries))] : [];
  expect((await sentOf([...files, ...zips])).takenAt).toBe(at);
});

test("a ZIP that is cut off is not opened, and is named", async () => {
  const cut = zipOf(entries).subarray(0, -30);
  const opening = prepare([fileOf("half.zip", cut)], never, () => {});
  await expect(opening).rejects.toThrow(NotOpened);
  await expect(opening).rejects.toMatchObject({ fileName: "half.zip" });
});

test("a canceled opening ends with the reason", async () => {
  const canceled = AbortSignal.abort(new Error("no more"));
  await expect(sentOf([fileOf("a.zip", zipOf(entries))], canceled)).rejects.toThrow("no more");
});

test.each<[string, ZipShape]>([
  ["counts fewer entries than its directory has, as programs without zip64 do", { count: 1 }],
  ["has a comment with much room for an end", { comment: "x".repeat(65_000) }],
])("a ZIP is opened that %s", async (_, shape) => {
  const { count } = await sentOf([fileOf("a.zip", zipOf(entries, shape))]);
  expect(count).toBe(2);
});

test.each<[string, NonNullable<ZipEntry["directory"]>]>([
  ["an entry where there is none", { offset: 3 }],
  ["an entry behind the end", { offset: 1_000_000 }],
])("a ZIP is not opened whose directory names %s", async (_, directory) => {
  const lying = zipOf([{ name: followersPath, content: followers, directory }]);
  await expect(prepare([fileOf("a.zip", lying)], never, () => {})).rejects.toThrow(NotOpened);
});
