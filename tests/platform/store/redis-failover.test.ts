import "#tests/setup/outside";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RedisServer, startRedisServer } from "#tests/setup/redis-server";
import { resetApp } from "#tests/setup/reset-app";

let primary: RedisServer;
let other: RedisServer;
const sockets = new Set<Socket>();
/** As a name that leads to the primary: whoever connects anew comes to the one of now, open connections stay. */
const name = createServer((client) => {
  const server = connect(primary.port, "127.0.0.1");
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => [client, server].map((one) => one.destroy()));
  }
});

beforeAll(async () => {
  [primary, other] = await Promise.all([startRedisServer(), startRedisServer()]);
  await once(name.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("REDIS_URL", `redis://127.0.0.1:${(name.address() as AddressInfo).port}`);
  resetApp();
});
afterAll(async () => {
  name.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all([primary.stop(), other.stop()]);
});

test("after a failover that leaves connections open, limits count at the new primary and jobs run there", async () => {
  const { openJobQueues } = await import("~/platform/outbox/job-queues.server");
  const { createLimit } = await import("~/platform/store/rate-limits.server");
  const limit = createLimit("failover", { points: 1_000, seconds: 600 });
  const began: string[] = [];
  const handle = async (id: string) => void began.push(id);
  const opened = await openJobQueues([{ name: "test", concurrency: 1, handle }]);
  let tries = 0;
  /** Until a job runs and an attempt is counted. Each job is another: of one that it cannot take a worker hears late. */
  const works = (name: string) =>
    vi.waitFor(
      async () => {
        tries += 1;
        await Promise.all([opened.queues[0]?.add([`${name}-${tries}`]), limit.take("key")]);
        expect(began.join()).toContain(name);
        expect(await primary.command("KEYS", "limit:failover:*")).not.toBe("");
      },
      { timeout: 20_000, interval: 100 },
    );
  await works("before");
  const former = primary;
  primary = other;
  other = former;
  // Of a server that is not there: it is read-only at once, and copies nothing.
  await former.command("REPLICAOF", "127.0.0.1", "1");
  await works("after");
  opened.disconnect();
});

test("connections that fall silent without being closed are given up: limits count in Redis again, and notices are heard", async () => {
  const { createLimit } = await import("~/platform/store/rate-limits.server");
  const { onChange } = await import("~/platform/store/change-notices.server");
  const heard: string[] = [];
  onChange("account", (key) => heard.push(key));
  const limit = createLimit("silence", { points: 1_000, seconds: 600 });
  await limit.take("before");
  for (const socket of sockets) socket.unpipe().resume();
  const silent = await primary.command("KEYS", "limit:silence:*");
  await vi.waitFor(
    async () => {
      await limit.take("after");
      const notice = { sender: "another", subject: "account", key: "told after" };
      await primary.command("PUBLISH", "profile-analyzer:changes", JSON.stringify(notice));
      expect(await primary.command("KEYS", "limit:silence:*")).not.toBe(silent);
      expect(heard).toContain("told after");
    },
    { timeout: 30_000, interval: 200 },
  );
});
