import { exportZips, wholeFile } from "../../../sandbox/histories/export-zip.ts";
import { makeHistory } from "../../../sandbox/histories/history.ts";
import { follower, followersPath } from "../../features/export/rules/reading.ts";
import type { ZipEntry } from "../../features/export/rules/zip-writer.ts";
import { zipOf } from "../../features/export/rules/zip-writer.ts";
import type { SentFile } from "./hostile-case.ts";

const history = makeHistory({ seed: 13, followers: 80, following: 50, days: 40 });

/** An export as Instagram writes it. */
export async function goodExport(
  given: Parameters<typeof exportZips>[2] = {},
): Promise<{ name: string; content: Buffer }> {
  const [zip] = exportZips(history, history.end, given);
  if (!zip) throw new Error("no export");
  return { name: zip.name, content: Buffer.from(await wholeFile(zip)) };
}

export const names = Array.from({ length: 40 }, (_, index) => `name.${index}`);
export const listOf = (users: readonly string[]) =>
  JSON.stringify(users.map((name, index) => follower(name, 1_700_000_000 + index * 5_000)));

export const list: ZipEntry = { name: followersPath, content: listOf(names) };
export const photo: ZipEntry = {
  name: "media/posts/202603/1794.jpg",
  content: Buffer.alloc(300, 7),
  stored: true,
};

/** A file in a ZIP, beside nothing else. */
export const zipped = (...entries: ZipEntry[]): SentFile => ({
  name: "instagram-ana-2026-05-11-x1Yz90Ab.zip",
  content: zipOf(entries),
});

/** The followers' file alone, as it comes out of the ZIP. */
export const alone = (content: Buffer | string, name = "followers_1.json"): SentFile => ({
  name,
  content,
});
