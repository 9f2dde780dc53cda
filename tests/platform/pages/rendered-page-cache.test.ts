import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
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
const kept = (keys: readonly string[]) => keys.filter((key) => cachedRenderedPage(key));

async function prepare(key: string, coding: PageCoding = zstdPieces) {
  const page = cachedRenderedPage(key);
  if (!page) throw new Error(`${key} is not kept`);
  preparedPage(key, page, coding, values);
  await backgroundSettled();
}

test("no more than 32 pages are prepared at once, the others at a later look", async () => {
  const keys = Array.from({ length: 40 }, (_, at) => `crowd ${at}`);
  for (const key of keys) cacheRenderedPage(key, "<p>text</p>".repeat(200), new Headers());
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
  const keys = Array.from({ length: 40 }, (_, at) => `page ${at}`);
  // Random bytes cannot be compressed, so that the parts are as large as the page.
  const add = (key: string) =>
    cacheRenderedPage(key, randomBytes(mebibyte).toString("latin1"), new Headers());
  for (const key of keys) add(key);
  const most = 12 * shares.caches;
  const unprepared = kept(keys).length;
  expect(unprepared).toBeLessThanOrEqual(most);
  expect(unprepared).toBeGreaterThan(most / 2);
  for (const key of keys) {
    add(key);
    await prepare(key);
  }
  const prepared = kept(keys).length;
  expect(prepared).toBeLessThanOrEqual(most / 2);
  expect(prepared).toBeGreaterThan(most / 4);
});

test("parts are made once, and never belong to a page that was rendered since", async () => {
  cacheRenderedPage("key", "<p>before</p>".repeat(200), new Headers());
  const before = cachedRenderedPage("key");
  if (!before) throw new Error("not kept");
  preparedPage("key", before, zstdPieces, values);
  preparedPage("key", before, zstdPieces, values);
  cacheRenderedPage("key", "<p>after</p>".repeat(200), new Headers());
  await backgroundSettled();
  expect(cachedRenderedPage("key")?.prepared.size).toBe(0);
  await prepare("key");
  expect(cachedRenderedPage("key")?.prepared.size).toBe(1);
});
