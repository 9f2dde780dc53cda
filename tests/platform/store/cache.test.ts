import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCache } from "~/platform/store/cache.server";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** A fetch that the test completes. */
function controlledFetch() {
  let complete = (_value: string) => {};
  const fetched = new Promise<string>((resolve) => {
    complete = resolve;
  });
  return { fetch: () => fetched, complete };
}

const maxBytes = 1_048_576;
const failIfFetched = () => Promise.reject(new Error("was fetched again"));

test.each([["fixed ttl", 60_000] as const, ["ttl by value", () => 60_000] as const])(
  "parallel callers share one fetch (%s)",
  async (_, ttl) => {
    const cache = createCache<string>("test", { ttl, maxBytes });
    const { fetch, complete } = controlledFetch();
    const first = cache.get("key", fetch);
    vi.setSystemTime(Date.now() + 5);
    const second = cache.get("key", failIfFetched);
    complete("value");
    expect(await Promise.all([first, second])).toEqual(["value", "value"]);
    expect(await cache.get("key", failIfFetched)).toBe("value");
  },
);

test("a fetch that began before its key was dropped is neither shared nor cached", async () => {
  const cache = createCache<string>("test", { ttl: 60_000, maxBytes });
  const before = controlledFetch();
  const old = cache.get("key", before.fetch);
  cache.drop("key");
  expect(await cache.get("key", async () => "new")).toBe("new");
  before.complete("old");
  expect(await old).toBe("old");
  expect(await cache.get("key", failIfFetched)).toBe("new");
});

test("a fresh read joins none that began before it, and is stored instead of that", async () => {
  const cache = createCache<string>("test", { ttl: 60_000, maxBytes });
  const before = controlledFetch();
  const old = cache.get("key", before.fetch);
  await new Promise((resolve) => setImmediate(resolve));
  const fetchNew = vi.fn(async () => "new");
  const fresh = cache.get("key", fetchNew, { fresh: true });
  const joined = cache.get("key", failIfFetched);
  expect(fetchNew).toHaveBeenCalledOnce();
  expect(await Promise.all([fresh, joined])).toEqual(["new", "new"]);
  before.complete("old");
  expect(await old).toBe("old");
  expect(await cache.get("key", failIfFetched)).toBe("new");
});

test("a fetch does not overwrite a value that was set while it ran", async () => {
  const cache = createCache<boolean>("test", { ttl: 60_000, maxBytes });
  let complete = (_ended: boolean) => {};
  const read = cache.get("session", () => new Promise<boolean>((resolve) => (complete = resolve)));
  cache.set("session", true);
  await new Promise((resolve) => setImmediate(resolve));
  complete(false);
  await read;
  expect(await cache.get("session", () => Promise.resolve(false))).toBe(true);
});

test("a failed fetch rejects for its callers and is not cached", async () => {
  const cache = createCache<string>("test", { ttl: 60_000, maxBytes });
  await expect(cache.get("key", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await cache.get("key", async () => "value")).toBe("value");
});

test("a dropped value is not the last good value either", async () => {
  const cache = createCache<string>("test", { ttl: 0, maxBytes, keep: 60_000 });
  await cache.get("key", async () => "value");
  expect(cache.lastGood("key")).toBe("value");
  cache.drop("key");
  expect(cache.lastGood("key")).toBeUndefined();
});

test("an expired value is fetched anew, and stays the last good one", async () => {
  const cache = createCache<string>("test", { ttl: 60_000, maxBytes, keep: 60_000 });
  await cache.get("key", async () => "old");
  const before = controlledFetch();
  const outdated = cache.get("key", before.fetch, { fresh: true });
  cache.expire("key");
  before.complete("outdated");
  await outdated;
  const failing = cache.get("key", () => Promise.reject(new Error("down")));
  await expect(failing).rejects.toThrow("down");
  expect(cache.lastGood("key")).toBe("old");
  expect(await cache.get("key", async () => "new")).toBe("new");
  expect(cache.lastGood("key")).toBe("new");
});

test("it holds as many entries as its bytes allow, and evicts the least recently used", async () => {
  const cache = createCache<string[]>("test", { ttl: 60_000, maxBytes: 64_000 });
  // Each takes about 10 kB, as one string or as many.
  const large = ["a".repeat(10_000)];
  const many = Array.from({ length: 150 }, (_, at) => `entry ${at}`.padEnd(30));
  for (let at = 0; at < 20; at += 1) {
    cache.set(`key ${at}`, at % 2 ? large : many);
    expect(cache.lastGood("key 0")).toBeDefined();
  }
  const kept = Array.from({ length: 20 }, (_, at) => cache.lastGood(`key ${at}`) !== undefined);
  const newest = [...Array(14).fill(false), ...Array(5).fill(true)];
  expect(kept).toEqual([true, ...newest]);
});

test("a value larger than the whole cache is returned, but not cached", async () => {
  const cache = createCache<string>("test", { ttl: 60_000, maxBytes: 64_000 });
  expect(await cache.get("key", async () => "a".repeat(64_000))).toHaveLength(64_000);
  expect(cache.lastGood("key")).toBeUndefined();
});

test("many askers share one fetch, even if others fill the cache meanwhile", async () => {
  const cache = createCache<string>("full", { ttl: 60_000, maxBytes: 4_000 });
  let fetches = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = () => {
    fetches += 1;
    return promise;
  };
  const first = cache.get("slow", slow);
  for (let n = 0; n < 20; n += 1) cache.set(String(n), "x".repeat(200));
  const second = cache.get("slow", slow);
  resolve("answer");
  expect(await Promise.all([first, second])).toEqual(["answer", "answer"]);
  expect(fetches).toBe(1);
});
