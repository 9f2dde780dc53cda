import "#tests/setup/outside";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RedisServer, startRedisServer } from "#tests/setup/redis-server";
import { resetApp } from "#tests/setup/reset-app";

// What a Redis that others run does besides the plain one.
let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.stop());

test("a user without rights to queues and channels: limits count, the log says so, and nobody asks again and again", async () => {
  await redis.command("ACL", "SETUSER", "app", "reset", "on", ">pw", "~limit:*", "+@all");
  vi.stubEnv("REDIS_URL", redis.url.replace("//", "//app:pw@"));
  resetApp();
  const { log } = await import("~/platform/monitoring/log.server");
  const warnings = vi.spyOn(log, "warn");
  const { openJobQueues } = await import("~/platform/outbox/job-queues.server");
  const { createLimit } = await import("~/platform/store/rate-limits.server");
  const { announceChange } = await import("~/platform/store/change-notices.server");
  const opened = await openJobQueues([{ name: "test", concurrency: 1, handle: async () => {} }]);
  const limit = createLimit("rights", { points: 1_000, seconds: 600 });
  const refused = async () =>
    Number(/errorstat_NOPERM:count=(\d+)/.exec(await redis.command("INFO", "errorstats"))?.[1]);
  await vi.waitFor(async () => {
    await announceChange("account", "somebody");
    expect(warnings.mock.calls).toEqual(
      expect.arrayContaining([
        [{ reason: "NOPERM" }, "redis refuses notices"],
        [expect.objectContaining({ queue: "test" }), "a job queue failed"],
      ]),
    );
  }, 20_000);
  const before = await refused();
  const began = performance.now();
  for (let times = 0; times < 200; times += 1) await limit.take("key");
  // The worker asks again each 5 s, and each time in a few commands.
  const seconds = (performance.now() - began) / 1_000;
  expect((await refused()) - before).toBeLessThan(20 + 5 * seconds);
  // A command that is slow counts in the process.
  await vi.waitFor(async () => {
    await limit.take("key");
    expect(await redis.command("KEYS", "limit:rights:*")).not.toBe("");
  }, 20_000);
  expect(warnings.mock.calls.filter(([, text]) => text === "redis refuses notices")).toHaveLength(
    1,
  );
  opened.disconnect();
});

test("a server behind a proxy is asked for by its name", async () => {
  const { createClient } = await import("~/platform/store/redis-client.server");
  const asked = Promise.withResolvers<string>();
  const proxy = createServer({ SNICallback: (name) => asked.resolve(name) });
  proxy.on("tlsClientError", () => {}).listen(0, "127.0.0.1");
  await vi.waitFor(() => expect(proxy.listening).toBe(true));
  const { port } = proxy.address() as AddressInfo;
  const client = createClient(`rediss://localhost:${port}`, { retryStrategy: () => null });
  client.on("error", () => {});
  expect(await asked.promise).toBe("localhost");
  client.disconnect();
  proxy.close();
});
