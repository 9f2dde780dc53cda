import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import type { Person } from "../../sandbox/person.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { crowd, subscriptionOf } from "../cluster/crowd.ts";
import { everyCase } from "../setup/cases.ts";
import { keptCancellation, keptErasure, keptPurchase } from "../setup/outbox.ts";
import { type RedisServer, startRedisServer } from "../setup/redis-server.ts";
import { startServer, stopServer } from "../setup/stack.ts";

let sandbox: Sandbox;
let redis: RedisServer;
let processes: Awaited<ReturnType<typeof startServer>>[];
let metricsPort: number;

beforeAll(async () => {
  [sandbox, redis] = await Promise.all([startSandbox({ people: crowd }), startRedisServer()]);
  const ports = await Promise.all([freePort(), freePort()]);
  metricsPort = await freePort();
  const env = { ...sandbox.env, REDIS_URL: redis.url };
  processes = await Promise.all(
    ports.map((port, index) =>
      // Of the second, as the first is stopped.
      startServer({ ...env, PORT: String(port), METRICS_PORT: index ? String(metricsPort) : "" }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(processes.map(({ server }) => stopServer(server)));
  await Promise.all([redis.stop(), sandbox.stop()]);
});

/** Keeps one wish of each kind of each person, due now. @returns the documents' paths */
function keepWishes(people: Person[]): string[] {
  return people.flatMap((person) => {
    const { uid, email } = person;
    const id = subscriptionOf(person);
    const wishes: Record<string, object> = {
      [`cancellationIntents/${id}`]: keptCancellation({ id, email, uid }),
      [`purchaseIntents/${uid}_pdfCourse`]: keptPurchase({ uid, email, mainId: id }),
      [`erasureRequests/${uid}-wish`]: keptErasure({ uid: `${uid}-wish`, email }),
    };
    for (const [path, entry] of Object.entries(wishes)) sandbox.firestore.write(path, entry);
    return Object.keys(wishes);
  });
}

const carriedOut = (paths: string[]) =>
  paths.filter((path) => sandbox.firestore.read(path)?.state === "done");

/** Each has happened once, and billing was asked under one key, however often. */
function expectDoneOnce(people: Person[]): void {
  const { calls, mails } = sandbox.world;
  for (const { email } of people) {
    const wishes = calls
      .filter(({ system, body }) => system === "billing" && body.includes(`"${email}"`))
      .map(({ path, headers }) => `${path.includes("cancel")} ${headers["idempotency-key"]}`);
    expect(new Set(wishes).size, email).toBe(2);
    const letters = mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
    expect(letters.length, email).toBe(new Set(letters).size);
  }
}

/** Most milliseconds in which all is done: on a busy machine an erasure may need its second attempt, after 75 s. */
const inVain = 120_000;

const timesLogged = (text: string) =>
  processes.map(({ output }) => output().split(text).length - 1);

test("two processes share what is due and do it once, though Redis is emptied in the middle", async () => {
  const people = crowd.slice(0, everyCase ? 12 : 8);
  sandbox.faults.set("billing", { kind: "hang" });
  const paths = keepWishes(people);
  const billed = () => sandbox.world.calls.filter(({ system }) => system === "billing").length;
  await vi.waitFor(() => expect(billed()).toBeGreaterThan(4), inVain);
  const told = await redis.dump();
  expect(told).toContain("{profile-analyzer:jobs}:");
  for (const person of people)
    for (const personal of [person.uid, person.email, subscriptionOf(person)])
      if (personal.length > 4) expect(told).not.toContain(personal);
  await redis.command("FLUSHALL");
  sandbox.faults.clear();
  await vi.waitFor(() => expect(carriedOut(paths)).toEqual(paths), inVain);
  expectDoneOnce(people);
  expect(Math.min(...timesLogged("outbox entry carried out"))).toBeGreaterThan(0);
});

test("while Redis is away each process looks by itself, says so rarely, and can be stopped", async () => {
  await redis.stop();
  const people = crowd.slice(16, 22);
  const paths = keepWishes(people);
  await vi.waitFor(() => expect(carriedOut(paths)).toEqual(paths), inVain);
  expectDoneOnce(people);

  const [one] = processes;
  one?.server.kill("SIGTERM");
  expect(await once(one?.server ?? process, "exit")).toEqual([0, null]);

  await redis.start();
  const later = crowd.slice(22, 25);
  const laterPaths = keepWishes(later);
  await vi.waitFor(() => expect(carriedOut(laterPaths)).toEqual(laterPaths), inVain);
  expectDoneOnce(later);
  // Handed out by Redis again, not found by the survivor itself.
  await vi.waitFor(
    async () => expect(await redis.command("KEYS", "*:look:repeat*")).not.toBe(""),
    20_000,
  );
  for (const about of ['"system":"redis"', "a job queue failed"])
    for (const lines of timesLogged(about)) expect(lines, about).toBeLessThan(10);
});

test("the metrics tell what waits, what needs a person, and what came of attempts", async () => {
  const [person] = crowd.slice(25);
  if (!person) throw new Error("the crowd is too small");
  const { uid, email } = person;
  sandbox.firestore.write(
    "cancellationIntents/stuck",
    keptCancellation(
      { id: "stuck", uid, email },
      {
        requestedAt: Date.now() - 7_200_000,
        dueAt: Date.now() + 600_000,
        needsPerson: { at: 1, reason: "billing: refused" },
      },
    ),
  );
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('outbox_entries{kind="cancellation",state="needs-person"} 1\n');
  expect(metrics).toContain('outbox_entries{kind="purchase",state="waiting"} 0\n');
  expect(metrics).toMatch(/outbox_oldest_seconds\{kind="cancellation"\} 72\d\d/);
  expect(metrics).toMatch(/outbox_attempts_total\{kind="erasure",outcome="done"\} [1-9]/);
});
