import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RedisServer, startRedisServer } from "#tests/setup/redis-server";
import { resetApp } from "#tests/setup/reset-app";

/** The module as another process has it. */
async function startProcess() {
  resetApp();
  const pause = await import("~/features/history/app-pause.server");
  const { redis } = await import("~/platform/store/redis.server");
  await vi.waitFor(() => expect(redis?.status).toBe("ready"), 20_000);
  return { ...pause, disconnect: () => redis?.disconnect() };
}
type Process = Awaited<ReturnType<typeof startProcess>>;

let redis: RedisServer;
let one: Process;
let two: Process;

beforeAll(async () => {
  redis = await startRedisServer();
  vi.stubEnv("REDIS_URL", redis.url);
  one = await startProcess();
  two = await startProcess();
});
afterAll(async () => {
  for (const { disconnect } of [one, two]) disconnect();
  await redis.stop();
});

test("of two processes' pauses the longer one counts, also for readings that run", async () => {
  const soon = Date.now() + 60_000;
  const late = Date.now() + 3_600_000;
  await one.pauseApp(late);
  await two.pauseApp(soon);
  expect(two.appPausedHere()).toBe(soon);
  await vi.waitFor(() => expect(two.appPausedHere()).toBe(late), 20_000);
  const three = await startProcess();
  expect(await three.appPausedUntil()).toBe(late);
  three.disconnect();
});
