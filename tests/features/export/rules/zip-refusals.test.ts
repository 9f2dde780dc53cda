import { describe, expect, test } from "vitest";
import { follower, followersPath, followingPath, outcomeOf } from "./reading.ts";
import { type ZipEntry, type ZipShape, zipOf } from "./zip-writer.ts";

const followers = JSON.stringify([follower("ben"), follower("ana")]);
const list: ZipEntry = { name: followersPath, content: followers };
const picture: ZipEntry = {
  name: "media/posts/1.jpg",
  content: Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
  stored: true,
};
const one = (entry: Partial<ZipEntry>) => [{ ...list, ...entry }];
const send = (entries: readonly ZipEntry[], shape?: ZipShape) => [
  { name: "export.zip", bytes: zipOf(entries, shape) },
];

describe("refused are", () => {
  const nested = zipOf([list]);
  const html = followersPath.replace("json", "html");
  const cases: [string, string, ZipEntry[], ZipShape?][] = [
    ["HTML exports", "html-format", [{ name: html, content: "<html></html>" }]],
    ["exports of posts as HTML", "html-format", [{ name: "content/posts_1.html", content: "" }]],
    ["exports without followers", "no-followers", [{ name: followingPath, content: "[]" }]],
    [
      "exports of messages only",
      "no-followers",
      [{ name: "your_instagram_activity/messages/x.json", content: "{}" }],
    ],
    ["exports of likes only", "no-followers", [{ name: "likes/liked_posts.json", content: "[]" }]],
    ["other ZIPs", "not-an-export", [picture]],
    ["a ZIP in a ZIP", "not-an-export", [{ name: "export.zip", content: nested, stored: true }]],
    ["encrypted entries", "encrypted", one({ flags: 1 })],
    ["encrypted entries that are not read", "encrypted", [{ ...picture, flags: 1 }, list]],
    ["strong encryption", "encrypted", one({ flags: 0x41 })],
    ["AES", "encrypted", one({ method: 99 })],
    ["an encrypted directory", "encrypted", one({ flags: 0x2000 })],
    ["a wrong CRC", "damaged", one({ crc: 5 })],
    [
      "a wrong CRC behind the data",
      "damaged",
      one({ crc: 5, descriptor: { marked: true, wide: false } }),
    ],
    ["a wrong CRC of stored data", "damaged", one({ crc: 5, stored: true })],
    ["a wrong size", "damaged", one({ size: 5 })],
    ["a size that is too large", "damaged", one({ size: followers.length + 1 })],
    ["a method that nobody asked for", "damaged", one({ method: 12 })],
    ["data that is not deflated", "damaged", one({ stored: true, method: 8 })],
    ["a symlink for a list", "damaged", one({ mode: 0o120777 })],
    [
      "stored data without length or signature",
      "damaged",
      one({ stored: true, descriptor: { marked: false, wide: false } }),
    ],
    ["two different lists of one name", "damaged", [list, { ...list, content: "[]" }]],
    ["a directory that names too few", "damaged", [picture, list], { listed: [1] }],
    ["a directory that names an entry twice", "damaged", [picture, list], { listed: [1, 1] }],
    ["a directory that names one more", "damaged", [picture, list], { listed: [0, 1, 1] }],
    ["a wrong count", "damaged", [picture, list], { count: 1 }],
    ["no directory", "damaged", [list], { listed: [] }],
    ...(
      [
        ["name", { name: "a.json" }],
        ["CRC", { crc: 1 }],
        ["size", { size: 1 }],
        ["compressed size", { compressed: 1 }],
        ["offset", { offset: 1 }],
        ["method", { method: 8 }],
      ] as const
    ).map(([what, directory]): [string, string, ZipEntry[]] => [
      `a directory that says another ${what}`,
      "damaged",
      [{ ...picture, directory }, list],
    ]),
    ["overlapping entries", "damaged", [list, { ...picture, directory: { offset: 0 } }]],
    ["a name that is too long", "damaged", [{ ...picture, name: "x".repeat(5_000) }, list]],
    ["JSON with something behind it", "damaged", one({ content: `${followers}[]` })],
    ["UTF-16", "damaged", one({ content: Buffer.from(`\ufeff${followers}`, "utf16le") })],
    ["absurd depth", "damaged", one({ content: "[".repeat(1_000_000) })],
    ["an entry without an end", "damaged", one({ content: `["${"x".repeat(3_000_000)}"]` })],
  ];

  test.each(cases)("%s: %s", async (_, refusal, entries, shape) => {
    for (const cuts of [[65_536], [7]])
      expect(await outcomeOf(send(entries, shape), {}, cuts)).toBe(refusal);
  });

  test.each([
    ["rubbish at the end", (zip: Buffer) => Buffer.concat([zip, Buffer.from("x")])],
    ["a second directory", (zip: Buffer) => Buffer.concat([zip, zipOf([picture])])],
    ["a hole between entries", (zip: Buffer) => Buffer.concat([zip.subarray(0, 100), zip])],
    ["one byte less", (zip: Buffer) => zip.subarray(0, -1)],
    ["half of it", (zip: Buffer) => zip.subarray(0, zip.length / 2)],
    ["only its first header", (zip: Buffer) => zip.subarray(0, 30)],
  ])("ZIPs with %s: damaged", async (_, change) => {
    const bytes = change(zipOf([list, picture]));
    expect(await outcomeOf([{ name: "export.zip", bytes }])).toBe("damaged");
  });

  const large = JSON.stringify(Array.from({ length: 500 }, (_, index) => follower(`name${index}`)));
  const bomb = `[${" ".repeat(2_000_000)}]`;
  test.each([
    [
      "bytes sent",
      { maxSentBytes: 50_000 },
      [list, { ...picture, content: Buffer.alloc(100_000) }],
    ],
    ["bytes unpacked", { maxReadBytes: 20_000 }, [{ ...list, content: large }]],
    [
      "bytes unpacked of all",
      { maxReadBytes: 1.5 * large.length },
      [
        { ...list, content: large },
        { name: followingPath, content: large },
      ],
    ],
    [
      "bytes unpacked of what has no length",
      { maxReadBytes: 20_000 },
      [{ ...list, content: large, descriptor: { marked: true, wide: false } }],
    ],
    [
      "bytes unpacked of what is not read",
      { maxPassedBytes: 1_000 },
      [
        { ...picture, stored: false, content: large, descriptor: { marked: true, wide: false } },
        list,
      ],
    ],
    ["ratio", { ratioFreeBytes: 100_000 }, [{ ...list, content: bomb }]],
    [
      "ratio of what is not read",
      { ratioFreeBytes: 100_000 },
      [
        { ...picture, stored: false, content: bomb, descriptor: { marked: false, wide: true } },
        list,
      ],
    ],
    [
      "ratio of what is no JSON",
      { ratioFreeBytes: 100_000 },
      [{ ...list, content: Buffer.alloc(2_000_000) }],
    ],
    ["entries", { maxEntries: 1 }, [list, picture]],
    [
      "entries that are read",
      { maxReadEntries: 1 },
      [list, { name: followingPath, content: "[]" }],
    ],
    ["elements", { maxItems: 499 }, [{ ...list, content: large }]],
    ["people", { maxListBytes: 500 }, [{ ...list, content: large }]],
    [
      "posts",
      { maxPosts: 3 },
      [
        list,
        {
          name: "media/posts_1.json",
          content: JSON.stringify([1, 2, 3, 4].map((time) => ({ creation_timestamp: time }))),
        },
      ],
    ],
  ] as [string, object, ZipEntry[]][])("too many %s: too-large", async (_, limits, entries) => {
    const bytes = zipOf(entries.map((entry) => ({ stored: false, ...entry })));
    expect(await outcomeOf([{ name: "export.zip", bytes }], limits)).toBe("too-large");
    const generous = await outcomeOf([{ name: "export.zip", bytes }]);
    expect(generous).not.toBe("too-large");
  });

  test("files that are sent alone and are too large", async () => {
    const files = [{ name: "followers_1.json", bytes: large }];
    expect(await outcomeOf(files, { maxReadBytes: 20_000 })).toBe("too-large");
    expect(await outcomeOf(files, { maxSentBytes: 20_000 })).toBe("too-large");
  });
});
