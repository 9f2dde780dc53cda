import { describe, expect, test } from "vitest";
import {
  follower,
  followersPath,
  followingPath,
  namesOf,
  outcomeOf,
  readFiles,
} from "./reading.ts";
import { zipOf } from "./zip-writer.ts";

const followers = JSON.stringify([follower("ben"), follower("Ana")]);
const following = JSON.stringify({
  relationships_following: [
    { title: "cleo", string_list_data: [{ href: "https://www.instagram.com/_u/cleo" }] },
  ],
});
const zip = zipOf([
  { name: followersPath, content: followers },
  { name: followingPath, content: following },
]);

describe("readExport", () => {
  test("reads followers and following from a ZIP", async () => {
    const read = await readFiles([{ name: "instagram-ana-2026-05-11-x1.zip", bytes: zip }]);
    expect(namesOf(read.lists.followers)).toEqual(["ana", "ben"]);
    expect(read.lists.followers?.since[0]).toBe(1_719_878_400);
    expect(namesOf(read.lists.following)).toEqual(["cleo"]);
    expect(read.lists.following?.since[0]).toBe(0);
    expect(read.found).toEqual(["followers", "following"]);
    expect(read.newestEntryAt).toBe(Date.parse("2026-05-11T10:00:00Z"));
    expect(read.namedAt).toBe(Date.parse("2026-05-11"));
    expect(read.insights).toBeUndefined();
  });

  test("reads single JSON files, and has the same digest for the same content", async () => {
    const alone = await readFiles([
      { name: "following.json", bytes: following },
      { name: "followers_1.json", bytes: followers },
    ]);
    const packed = await readFiles([{ name: "export.zip", bytes: zip }]);
    expect(namesOf(alone.lists.followers)).toEqual(["ana", "ben"]);
    expect(alone.digest).toBe(packed.digest);
    expect(alone.newestEntryAt).toBeNull();
    const other = await readFiles([{ name: "followers_1.json", bytes: followers }]);
    expect(other.digest).not.toBe(packed.digest);
  });

  test("has the same digest for the same content under another number, and not in another list", async () => {
    const read = async (...files: [name: string, bytes: string][]) =>
      (await readFiles(files.map(([name, bytes]) => ({ name, bytes })))).digest;
    const one = await read(["followers_1.json", followers]);
    expect(await read(["followers.json", followers])).toBe(one);
    const parts = await read(["followers_1.json", followers], ["followers_2.json", "[]"]);
    expect(await read(["followers_1.json", "[]"], ["followers_2.json", followers])).toBe(parts);
    expect(parts).not.toBe(one);
    const lists = await read(["followers_1.json", followers], ["following.json", "[]"]);
    expect(await read(["followers_1.json", "[]"], ["following.json", followers])).not.toBe(lists);
  });

  test.each([
    ["nothing", [], "not-an-export"],
    ["an empty file", [{ name: "export.zip", bytes: "" }], "not-an-export"],
    ["a picture", [{ name: "export.zip", bytes: "\xff\xd8\xff" }], "not-an-export"],
    ["an empty ZIP", [{ name: "export.zip", bytes: zipOf([]) }], "not-an-export"],
    ["broken JSON", [{ name: "followers_1.json", bytes: "[{}" }], "damaged"],
    ["following only", [{ name: "following.json", bytes: following }], "no-followers"],
    ["pages", [{ name: "followers_1.html", bytes: "<html>" }], "html-format"],
  ])("refuses %s", async (_, files, refusal) => {
    expect(await outcomeOf(files)).toBe(refusal);
  });

  test("takes an empty list of followers for an empty account", async () => {
    const read = await readFiles([{ name: "followers_1.json", bytes: "[]" }]);
    expect(read.lists.followers?.size).toBe(0);
  });
});
