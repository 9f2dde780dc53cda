import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { type RedisServer, startRedisServer } from "#tests/setup/redis-server";
import { resetApp } from "#tests/setup/reset-app";

/** Loads every module again, so that it has its own caches, as another process would. */
async function startProcess() {
  resetApp();
  const [changes, sessions, subscriptions, billing, redis, identity, security] = await Promise.all([
    import("~/platform/store/change-notices.server"),
    import("~/features/account/ended-sessions.server"),
    import("~/features/account/subscriptions.server"),
    import("~/features/leaving/services/outbox/cancellation.server"),
    import("~/platform/store/redis.server"),
    import("~/features/account/identity.server"),
    import("~/features/ways-in/services/security/end-sessions.server"),
  ]);
  return {
    ...changes,
    ...sessions,
    ...subscriptions,
    ...billing,
    ...redis,
    ...identity,
    ...security,
  };
}
type Process = Awaited<ReturnType<typeof startProcess>>;

const channel = "profile-analyzer:changes";
let redis: RedisServer;
let one: Process;
let two: Process;

beforeAll(async () => {
  redis = await startRedisServer();
  vi.stubEnv("REDIS_URL", redis.url);
  one = await startProcess();
  two = await startProcess();
  await bothListen();
  await vi.waitFor(
    () => expect([one, two].map(({ redis }) => redis?.status)).toEqual(["ready", "ready"]),
    20_000,
  );
});
afterAll(() => redis.stop());
afterEach(() => vi.restoreAllMocks());

const bothListen = () =>
  vi.waitFor(
    async () => expect(await redis.command("PUBSUB", "NUMSUB", channel)).toBe(`${channel}\n2`),
    { timeout: 20_000, interval: 100 },
  );

const statusSeenBy = async (process: Process, member: { uid: string; email: string }) =>
  (await process.subscriptionsOf(member))[0]?.status;

test("in an outage each process still knows what it read before another announced a change", async () => {
  const member = await newMember();
  for (const process of [one, two]) await statusSeenBy(process, member);
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  await one.expireSubscriptions(member.uid);
  await vi.waitFor(
    () => expect(two.subscriptionsOf(member)).rejects.toThrow("subscriptions: status 500"),
    20_000,
  );
  for (const process of [one, two])
    expect(process.lastKnownSubscriptions(member.uid)).toMatchObject([{ id: member.id }]);
  sandbox.faults.clear();
});

test("a cancellation in one process is seen in the other at once", async () => {
  const member = await newMember();
  for (const process of [one, two]) expect(await statusSeenBy(process, member)).toBe("active");
  const order = { brand: "default", email: member.email, uid: member.uid } as const;
  await one.askBilling(member.id, order, crypto.randomUUID(), "test");
  await vi.waitFor(async () => expect(await statusSeenBy(two, member)).toBe("canceled"), 20_000);
  expect(await statusSeenBy(one, member)).toBe("canceled");
});

test("a logout in one process is known in the other without a read from Firestore", async () => {
  const sessionId = crypto.randomUUID();
  for (const process of [one, two]) expect(await process.isSessionEnded(sessionId)).toBe(false);
  await one.endSession(sessionId, Date.now() + 60_000);
  await vi.waitFor(async () => expect(await two.isSessionEnded(sessionId)).toBe(true), 20_000);
});

test("a process ignores its own notices and malformed ones", async () => {
  const received: string[] = [];
  two.onChange("account", (key) => received.push(key));
  await two.announceChange("account", "own");
  for (const text of ["{", "{}", '{"sender":"x","subject":"weather","key":"k"}'])
    expect(await redis.command("PUBLISH", channel, text)).toBe("2");
  await one.announceChange("account", "foreign");
  await vi.waitFor(() => expect(received).toContain("foreign"), 20_000);
  expect(received).toEqual(["foreign"]);
});

test("who signs out everywhere in one process is signed out of the other at once", async () => {
  const { uid } = await newMember();
  const validSinceIn = async (process: Process) => (await process.accountByUid(uid))?.validSince;
  for (const process of [one, two]) expect(await validSinceIn(process)).toBe(0);
  const validSince = await one.endAllSessions(uid, 0);
  await vi.waitFor(async () => expect(await validSinceIn(two)).toBe(validSince), 20_000);
  // A session that began in this second counts from it: it is ended, too.
  expect(await one.endAllSessions(uid, validSince)).toBeGreaterThan(validSince);
});

test("while Redis is down copies stay until they expire and nothing waits; then notices work again", async () => {
  const member = await newMember();
  expect(await statusSeenBy(two, member)).toBe("active");
  await redis.stop();
  const [subscription] = sandbox.world.subscriptions.filter(({ id }) => id === member.id);
  if (!subscription) throw new Error("the member has no subscription");
  subscription.status = "canceled";
  await one.expireSubscriptions(member.uid);
  expect(await statusSeenBy(one, member)).toBe("canceled");
  expect(await statusSeenBy(two, member)).toBe("active");

  await redis.start();
  await bothListen();
  await vi.waitFor(async () => {
    await one.expireSubscriptions(member.uid);
    expect(await statusSeenBy(two, member)).toBe("canceled");
  }, 20_000);
});
