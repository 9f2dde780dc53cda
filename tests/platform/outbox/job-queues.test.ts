import "#tests/setup/outside";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type RedisServer, startRedisServer } from "#tests/setup/redis-server";
import { resetApp } from "#tests/setup/reset-app";
import type { JobQueue } from "~/platform/outbox/job-queues.server";

/** Loads every module again, so that it connects to Redis as another process would. */
async function startProcess(handle: (id: string) => Promise<void>) {
  resetApp();
  const { openJobQueues } = await import("~/platform/outbox/job-queues.server");
  const rate = { max: 100, duration: 1_000 };
  const opened = await openJobQueues([{ name: "test", concurrency: 2, rate, handle }]);
  const queue = opened.queues[0];
  if (!queue) throw new Error("no queue was opened");
  return { ...opened, queue };
}

let redis: RedisServer;
let began: string[];
let one: Awaited<ReturnType<typeof startProcess>>;
let two: Awaited<ReturnType<typeof startProcess>>;
/** What a job does; each test sets its own. */
let work: (id: string) => Promise<void>;

beforeAll(async () => {
  redis = await startRedisServer();
  vi.stubEnv("REDIS_URL", redis.url);
  const handle = (id: string) => {
    began.push(id);
    return work(id);
  };
  one = await startProcess(handle);
  two = await startProcess(handle);
});
beforeEach(() => {
  began = [];
  work = async () => {};
});
afterAll(async () => {
  for (const process of [one, two]) process.disconnect();
  await redis.stop();
});

/** Adds jobs and waits until they begin. Tries again, because commands fail at once while Redis is down. */
const addUntilBegun = (queue: JobQueue, ids: string[]) =>
  vi.waitFor(
    async () => {
      await queue.add(ids);
      expect(began).toEqual(expect.arrayContaining(ids));
    },
    { timeout: 20_000, interval: 200 },
  );

test("a job that two processes add runs once, and may be added again afterwards", async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  work = () => finished;
  await addUntilBegun(one.queue, ["e-1"]);
  await addUntilBegun(two.queue, ["e-1", "e-2"]);
  expect(began).toEqual(["e-1", "e-2"]);
  finish();
  await vi.waitFor(async () => {
    await two.queue.add(["e-1"]);
    expect(began.filter((id) => id === "e-1")).toHaveLength(2);
  }, 20_000);
});

test("Redis keeps nothing of a finished job, and every key has the prefix", async () => {
  await addUntilBegun(one.queue, ["e-3"]);
  await vi.waitFor(async () => {
    const keys = (await redis.command("KEYS", "*")).split("\n");
    expect(keys.filter((key) => key.includes("e-3"))).toEqual([]);
    for (const key of keys) expect(key).toMatch(/^{profile-analyzer:jobs}:test:/);
  }, 20_000);
});

test("processes that all schedule a repeated job share one, also after Redis was emptied", async () => {
  const ask = () => Promise.all([one, two, one].map(({ queue }) => queue.repeatEvery(400)));
  await ask();
  await vi.waitFor(() => expect(began.length).toBeGreaterThan(1), 20_000);
  await redis.command("FLUSHALL");
  const since = Date.now();
  began = [];
  await ask();
  await ask();
  await vi.waitFor(() => expect(began.length).toBeGreaterThan(2), 20_000);
  expect(began.length).toBeLessThanOrEqual((Date.now() - since) / 400 + 2);
  expect(new Set(began).size).toBe(began.length);
  await redis.command("FLUSHALL");
});

test("losing Redis in the middle of a job rejects no promise, and the queue works again afterwards", async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  work = () => finished;
  await addUntilBegun(one.queue, ["e-4"]);
  await redis.stop();
  await one.queue.add(["e-5"]);
  expect(await one.queue.repeatEvery(60_000)).toBeUndefined();
  finish();
  await redis.start();
  await addUntilBegun(two.queue, ["e-6"]);
});
