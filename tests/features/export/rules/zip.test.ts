import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase, few } from "#tests/setup/cases.ts";
import { follower, followersPath, followingPath, namesOf, readFiles } from "./reading.ts";
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

const descriptors = [
  { marked: true, wide: false },
  { marked: true, wide: true },
  { marked: false, wide: false },
  { marked: false, wide: true },
];

describe("a ZIP", () => {
  const forms: [string, ZipEntry[], ZipShape?][] = [
    ["deflated", one({})],
    ["stored", one({ stored: true })],
    ["with zip64 sizes", one({ zip64: true })],
    ["with zip64 end records", one({}), { zip64: true }],
    ["with a comment", one({}), { comment: "from the archive" }],
    ["with its directory in another order", [picture, list, picture2()], { reversed: true }],
    [
      "with an empty entry and a folder",
      [{ name: "connections/", content: "", stored: true }, list],
    ],
    ["with names of another system", one({ name: followersPath.replaceAll("/", "\\") })],
    ["with a ZIP inside", [{ name: "more.zip", content: zipOf([picture]), stored: true }, list]],
    ["with a symlink that is not read", [{ ...picture, mode: 0o120777 }, list]],
    ["with a name that is no UTF-8", [{ ...picture, name: Buffer.from([0xe9, 0x2e]) }, list]],
    ["stored without a length", one({ stored: true, descriptor: { marked: true, wide: false } })],
    [
      "stored without a length, wide, with signatures inside",
      [
        {
          ...picture,
          content: Buffer.concat([zipOf([list]), Buffer.from("PK\x07\x08PK\x07\x08PK\x07")]),
          descriptor: { marked: true, wide: true },
        },
        list,
      ],
    ],
    ...descriptors.flatMap((descriptor): [string, ZipEntry[]][] => {
      const words = `${descriptor.marked ? "marked" : "bare"} ${descriptor.wide ? "64" : "32"}-bit`;
      return [
        [
          `with a ${words} descriptor`,
          [{ ...picture, stored: false, descriptor }, one({ descriptor })[0] as ZipEntry],
        ],
        [
          `with a ${words} descriptor and sizes before`,
          [
            { ...picture, descriptor, sizesInHeader: true },
            { ...list, descriptor, sizesInHeader: true },
          ],
        ],
        [`with a ${words} descriptor and zip64`, one({ descriptor, zip64: true })],
      ];
    }),
  ];

  test.each(forms)("%s is read, in chunks of any length", async (_, entries, shape) => {
    const files = send(entries, shape);
    const whole = await readFiles(files);
    expect(namesOf(whole.lists.followers)).toEqual(["ana", "ben"]);
    for (const cuts of few([[1], [2, 3, 5], [100], [46, 1]], 2))
      expect(await readFiles(files, {}, cuts)).toEqual(whole);
  });

  test("is the same wherever its chunks are cut", async () => {
    const files = send(
      [
        picture,
        { ...list, descriptor: { marked: true, wide: false } },
        { ...picture, stored: false, descriptor: { marked: false, wide: false } },
      ],
      { zip64: true },
    );
    const whole = await readFiles(files);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 5_000 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (cuts) => {
          expect(await readFiles(files, {}, cuts)).toEqual(whole);
        },
      ),
      { numRuns: everyCase ? 100 : 30 },
    );
  });

  test("of several parts is one export, in any order, with the digest of its content", async () => {
    const following: ZipEntry = {
      name: `instagram-ana-2026/${followingPath}`,
      content: JSON.stringify([follower("cleo")]),
    };
    const parts = [...send([list, picture]), ...send([following], { zip64: true })];
    const whole = await readFiles(send([following, { ...list, stored: true }]));
    const there = await readFiles(parts);
    const back = await readFiles(parts.toReversed());
    expect(there.lists).toEqual(whole.lists);
    expect(back.lists).toEqual(whole.lists);
    expect([there.digest, back.digest]).toEqual([whole.digest, whole.digest]);
  });

  test("says its newest date, of entries that are not read, too", async () => {
    const old = { ...list, modified: new Date("2026-05-11T10:00:00Z") };
    const at = async (...entries: ZipEntry[]) => (await readFiles(send(entries))).newestEntryAt;
    expect(await at(old, { ...picture, modified: new Date("2026-05-12T08:30:10Z") })).toBe(
      Date.parse("2026-05-12T08:30:10Z"),
    );
    expect(await at({ ...old, extendedTime: 1_780_000_000 })).toBe(1_780_000_000_000);
    expect(await at({ ...list, modified: new Date("1980-01-01T00:00:00Z") })).toBeNull();
    expect(await at({ ...list, modified: new Date("2009-12-31T23:59:58Z") })).toBeNull();
  });

  test.each([
    "connections/",
    "connections\\",
    ".DS_Store",
    "connections/.DS_Store",
    "__MACOSX/",
    "__MACOSX/connections/followers_and_following/._followers_1.json",
    "connections/followers_and_following/._followers_1.json",
    "connections/Thumbs.db",
    "connections/Icon\r",
    "media/desktop.ini",
  ])("has no date by %s, which whoever packs it anew adds", async (name) => {
    const of = (entry: Partial<ZipEntry>) => ({
      ...list,
      modified: new Date("2026-06-01"),
      ...entry,
    });
    const added = of({ name, content: "", stored: true, modified: new Date("2026-11-30") });
    const read = await readFiles(send([added, of({}), added]));
    expect(read.newestEntryAt).toBe(Date.parse("2026-06-01"));
  });

  test("gives only the newest date and the date in the name of ZIPs", async () => {
    const read = await readFiles([
      { name: "instagram-ana-2026-05-11-a.zip", bytes: zipOf([list]) },
      { name: "instagram-ana-2026-05-13-b.zip", bytes: zipOf([picture]) },
      { name: "2027-01-01.json", bytes: "[]" },
    ]);
    expect(read.namedAt).toBe(Date.parse("2026-05-13"));
  });
});

function picture2(): ZipEntry {
  return { ...picture, name: "media/posts/2.jpg" };
}
