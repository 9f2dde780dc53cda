import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import type { PageCoding } from "~/platform/pages/pieces/page-coding";
import { zstdPieces } from "~/platform/pages/pieces/zstd-pieces.server";
import {
  cachedRenderedPage,
  cacheRenderedPage,
  preparedPage,
} from "~/platform/pages/rendered-page-cache.server";
import { backgroundSettled } from "~/platform/work/background.server";
import { shares } from "~/platform/work/memory-shares.server";

const mebibyte = 1_048_576;
const values = new Map<string, string>();
/** By default each page is another subscriber's. */
const keepPage = (key: string, html: string, owner = key) =>
  cacheRenderedPage(key, html, new Headers(), owner);
/** The compressed parts of such a page are as large as the page. */
const incompressible = (bytes: number) => randomBytes(bytes).toString("latin1");
const kept = (keys: readonly string[]) => keys.filter((key) => cachedRenderedPage(key));

async function prepare(key: string, coding: PageCoding = zstdPieces) {
  const page = cachedRenderedPage(key);
  if (!page) throw new Error(`${key} is not kept`);
  preparedPage(key, page, coding, values);
  await backgroundSettled();
}

test("no more than 32 pages are prepared at once, the others at a later look", async () => {
  const keys = Array.from({ length: 40 }, (_, at) => `crowd ${at}`);
  for (const key of keys) keepPage(key, "<p>text</p>".repeat(200));
  const look = () => {
    for (const key of keys) {
      const page = cachedRenderedPage(key);
      if (page) preparedPage(key, page, zstdPieces, values);
    }
    return backgroundSettled();
  };
  const prepared = () => keys.filter((key) => cachedRenderedPage(key)?.prepared.size === 1).length;
  await look();
  expect(prepared()).toBe(32);
  await look();
  expect(prepared()).toBe(40);
});

test("compressed parts count in the cache's bytes, and push older pages out", async () => {
  const keys = Array.from({ length: everyCase ? 40 : 16 }, (_, at) => `page ${at}`);
  const asLarge: PageCoding = {
    encoding: "zstd",
    name: "as large as the page",
    prepare: async () => ({ bytes: mebibyte, join: () => "" }),
  };
  const add = (key: string) => keepPage(key, incompressible(mebibyte));
  for (const key of keys) add(key);
  const most = 12 * shares.caches;
  const unprepared = kept(keys).length;
  expect(unprepared).toBeLessThanOrEqual(most);
  expect(unprepared).toBeGreaterThan(most / 2);
  for (const key of keys) {
    add(key);
    await prepare(key, asLarge);
  }
  const prepared = kept(keys).length;
  expect(prepared).toBeLessThanOrEqual(most / 2);
  expect(prepared).toBeGreaterThan(most / 4);
});

test("parts are made once, and never belong to a page that was rendered since", async () => {
  keepPage("key", "<p>before</p>".repeat(200));
  const before = cachedRenderedPage("key");
  if (!before) throw new Error("not kept");
  preparedPage("key", before, zstdPieces, values);
  preparedPage("key", before, zstdPieces, values);
  keepPage("key", "<p>after</p>".repeat(200));
  await backgroundSettled();
  expect(cachedRenderedPage("key")?.prepared.size).toBe(0);
  await prepare("key");
  expect(cachedRenderedPage("key")?.prepared.size).toBe(1);
});

test("one subscriber's pages take an eighth of the room, and push out that subscriber's own", async () => {
  const room = Math.ceil(12 * mebibyte * shares.caches) / 8;
  const page = () => incompressible(Math.floor(room / 5) - 3_072);
  const own = (many: number) => Array.from({ length: many }, (_, at) => `own ${at}`);
  keepPage("other's", page());
  for (const key of own(5)) keepPage(key, page(), "one");
  expect(kept(["other's", ...own(5)])).toHaveLength(6);
  for (const key of own(100).slice(5)) keepPage(key, page(), "one");
  expect(kept(["other's"])).toHaveLength(1);
  expect(kept(own(100))).toEqual(["own 95", "own 96", "own 97", "own 98", "own 99"]);
  // Its compressed parts count, too.
  await prepare("own 99");
  expect(kept(own(100))).toEqual(["own 96", "own 97", "own 98", "own 99"]);
});

test("a page that two subscribers had rendered at once takes the room of the second", () => {
  const page = () => incompressible(Math.ceil(mebibyte * shares.caches));
  keepPage("shared", page(), "first");
  keepPage("shared", page(), "second");
  keepPage("first's", page(), "first");
  expect(kept(["shared", "first's"])).toHaveLength(2);
  keepPage("second's", page(), "second");
  expect(kept(["shared", "first's", "second's"])).toEqual(["first's", "second's"]);
});

test("a page that is larger than a subscriber's room is kept alone", () => {
  const large = incompressible(Math.ceil(2 * mebibyte * shares.caches));
  keepPage("small", "<p>text</p>", "somebody");
  keepPage("large", large, "somebody");
  expect(kept(["small", "large"])).toEqual(["large"]);
  keepPage("small", "<p>text</p>", "somebody");
  expect(kept(["small", "large"])).toEqual(["small"]);
});
