import { describe, expect, it } from "vitest";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { exportSingles, exportZips, wholeFile } from "#sandbox/histories/export-zip.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { few } from "#tests/setup/cases";
import { filesIn } from "#tests/setup/opened-exports";

const history = makeHistory({ seed: 11, followers: 250, following: 90 });
const opened = (given: Partial<ExportOptions> = {}) => filesIn(history, given);
const day = 86_400;

describe("the ZIP of an export", () => {
  it("spreads over parts, below any folders, with the dates of the export", async () => {
    const takenAt = history.end + day;
    const options = { parts: 3, prefix: "old/insta/", takenAt, fillerBytes: 9_000_000 };
    const zips = exportZips(history, history.end, options);
    expect(zips.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^instagram-maja\.in\.pictures-2026-06-02-\w{8}-part-1\.zip$/),
      expect.stringMatching(/-part-2\.zip$/),
      expect.stringMatching(/-part-3\.zip$/),
    ]);
    const files = await opened(options);
    expect([...files.keys()].every((path) => path.startsWith("old/insta/"))).toBe(true);
    expect([...files.values()].filter(({ stored }) => stored)).toHaveLength(3);
    const newestDate = Math.max(...[...files.values()].map(({ modified }) => modified.getTime()));
    // A ZIP's dates have no zone; this reader takes them as local.
    const zone = new Date(newestDate).getTimezoneOffset() * 60_000;
    expect(newestDate - zone).toBe(takenAt * 1000);
    expect((await opened({})).size).toBe(files.size - 3);
  });

  it.each(few([{ zip64: true }, { stored: true }, { zip64: true, stored: true }], 1))(
    "is the same in %o",
    async (options) => {
      const texts = async (given: Partial<ExportOptions>) =>
        Array.from(await opened(given), ([path, { text }]) => [path, text]);
      expect(await texts(options)).toEqual(await texts({}));
    },
  );

  it("is the same as single files", async () => {
    const singles = exportSingles(history, history.end);
    const file = singles.find(({ name }) => name === "followers_1.json");
    const text = file && new TextDecoder().decode(await wholeFile(file));
    expect(text).toBe(
      (await opened()).get("connections/followers_and_following/followers_1.json")?.text,
    );
  });
});
