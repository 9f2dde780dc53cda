import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test as anyTest, expect } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import { createCache } from "~/platform/store/cache.server";
import { firestore } from "~/platform/store/firebase.server";

// Each measure takes several collections of a process's whole garbage. What a cache holds by its own count, and what that
// count is, tests/platform/store/cache.test.ts tries always.
const test = anyTest.runIf(everyCase);

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Mebibytes, once no collection finds more: what an earlier file in this process has left goes in several. */
async function heapUsed(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const before = used;
    collectGarbage();
    await setImmediate();
    used = process.memoryUsage().heapUsed / 1_048_576;
    if (before - used < 0.05) break;
  }
  return used;
}

/** Expects mebibytes below the limit, but close to it, so that sizes are not overestimated either. */
function expectFull(held: number, limit: number): void {
  expect(held).toBeLessThan(limit);
  expect(held).toBeGreaterThan(0.62 * limit);
}

test("20 MiB of profiles are cached, each just below Firestore's limit of 1 MiB", async () => {
  const items = Array.from({ length: 2_750 }, (_, at) => ({
    username: `user_${at}`,
    fullName: `Имя Фамилия ${at}`,
    picUrl: `https://scontent.cdninstagram.com/v/${"a".repeat(240)}/${at}.jpg`,
  }));
  const audience = { fans: { totalValue: items.length, items } };
  const document = { _insights: { status: "completed" }, _calculatedData: { audience } };
  const uids = Array.from({ length: 25 }, () => `uid-${crypto.randomUUID()}`);
  const profiles = (await firestore()).collection("profiles");
  for (const uid of uids) await profiles.doc(uid).set(document);
  const [first = "", ...others] = uids;
  await profileOf(first);
  const before = await heapUsed();
  for (const uid of others) await profileOf(uid);
  expectFull((await heapUsed()) - before, 20);
  expect(lastGoodProfile(first)).toBeUndefined();
  expect(lastGoodProfile(uids.at(-1) ?? "")).toBeDefined();
});

test("many short names count with their size in memory, several times that of their text", async () => {
  const cache = createCache<object>("test", { ttl: 60_000, maxBytes: 24 * 1_048_576 });
  const before = await heapUsed();
  for (let key = 0; key < 20; key += 1) {
    const people = Array.from({ length: 15_000 }, (_, at) => ({ username: `user ${key} ${at}` }));
    cache.set(`${key}`, { status: "completed", people });
  }
  expectFull((await heapUsed()) - before, 24);
  expect(cache.lastGood("0")).toBeUndefined();
  expect(cache.lastGood("19")).toBeDefined();
});
