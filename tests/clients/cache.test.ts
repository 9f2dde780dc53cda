import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCache } from "~/clients/cache.server";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** A fetch that ends when it is told to. */
function flight() {
  let land = (_value: string) => {};
  const fetched = new Promise<string>((resolve) => {
    land = resolve;
  });
  return { fetch: () => fetched, land };
}

const never = () => Promise.reject(new Error("was fetched again"));

test.each([["fixed", 60_000] as const, ["by its value", () => 60_000] as const])(
  "parallel callers share one fetch, its ttl %s",
  async (_, ttl) => {
    const cache = createCache<string>("test", { ttl });
    const { fetch, land } = flight();
    const first = cache.get("key", fetch);
    vi.setSystemTime(Date.now() + 5);
    const second = cache.get("key", never);
    land("value");
    expect(await Promise.all([first, second])).toEqual(["value", "value"]);
    expect(await cache.get("key", never)).toBe("value");
  },
);

test("a fetch that began before its key was dropped is neither joined nor kept", async () => {
  const cache = createCache<string>("test", { ttl: 60_000 });
  const before = flight();
  const old = cache.get("key", before.fetch);
  cache.drop("key");
  expect(await cache.get("key", async () => "new")).toBe("new");
  before.land("old");
  expect(await old).toBe("old");
  expect(await cache.get("key", never)).toBe("new");
});

test("what is set while a fetch is under way is not overwritten by it", async () => {
  const cache = createCache<boolean>("test", { ttl: 60_000 });
  let land = (_ended: boolean) => {};
  const read = cache.get("session", () => new Promise<boolean>((resolve) => (land = resolve)));
  cache.set("session", true);
  await new Promise((resolve) => setImmediate(resolve));
  land(false);
  await read;
  expect(await cache.get("session", () => Promise.resolve(false))).toBe(true);
});

test("a failed fetch reaches its callers and is not kept", async () => {
  const cache = createCache<string>("test", { ttl: 60_000 });
  await expect(cache.get("key", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await cache.get("key", async () => "value")).toBe("value");
});

test("what is dropped is not the last good value either", async () => {
  const cache = createCache<string>("test", { ttl: 0, keep: 60_000 });
  await cache.get("key", async () => "value");
  expect(cache.lastGood("key")).toBe("value");
  cache.drop("key");
  expect(cache.lastGood("key")).toBeUndefined();
});
