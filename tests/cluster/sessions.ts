import assert from "node:assert/strict";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

const isOut = ({ status, headers }: Answer) =>
  status === 302 && String(headers.location).startsWith("/sign-in");

/**
 * Logs a visitor out at one process, just after the other has cached that the session is open.
 * @returns how to use the old cookie at the other
 */
async function logOutAtOne(cluster: Cluster, key: string) {
  const [one, two] = cluster.members;
  const visitor = createVisitor(cluster);
  await visitor.signIn(key, { at: one });
  const oldSession = { headers: { cookie: visitor.cookies() } };
  assert.equal((await visitor.get("/dashboard", { at: two, ...oldSession })).status, 200);
  await visitor.post("/dashboard/log-out", { at: one, form: {} });
  assert.ok(isOut(await visitor.get("/dashboard", { at: one, ...oldSession })));
  return {
    isOutAtTwo: async () => isOut(await visitor.get("/dashboard", { at: two, ...oldSession })),
    leave: visitor.leave,
  };
}

export async function logOutIsPublished(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const visitor = createVisitor(cluster);
  await visitor.signIn("crowd0", { at: members[0] });
  const oldSession = { headers: { cookie: visitor.cookies() } };
  await visitor.post("/dashboard/log-out", { at: members[0], form: {} });
  for (const at of members)
    assert.ok(
      isOut(await visitor.get("/dashboard", { at, ...oldSession })),
      "refused where it was never used",
    );
  visitor.leave();

  const { isOutAtTwo, leave } = await logOutAtOne(cluster, "crowd0");
  await until(isOutAtTwo, 2_000, 20);
  leave();
}

/** @param redisIsBack called when Redis is up again, so that other checks can start */
export async function logOutIsFoundByPolling(
  cluster: Cluster,
  redisIsBack: () => void,
): Promise<void> {
  await cluster.redis.stop();
  const loggedOut = logOutAtOne(cluster, "crowd11");
  await loggedOut.catch(() => undefined);
  await cluster.redis.start();
  redisIsBack();
  const { isOutAtTwo, leave } = await loggedOut;
  assert.equal(
    await isOutAtTwo(),
    false,
    "without a message, the log-out is found only at the next poll",
  );
  await until(isOutAtTwo, 60_000, 500);
  leave();
}

/** Tries wrong passwords until the limit is reached. @returns the number of attempts before it */
async function attemptsUntilLimit(
  visitor: Visitor,
  key: string,
  sent: (count: number) => { at?: Member; headers?: Record<string, string> },
): Promise<number> {
  for (let count = 0; count < 40; count += 1) {
    const { status } = await visitor.tryPassword(key, "wrong-pass", sent(count));
    if (status === 429) return count;
    assert.equal(status, 401);
  }
  throw new Error("no limit was reached");
}

export async function limitsAreShared(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const alone = createVisitor(cluster);
  const together = createVisitor(cluster);
  const forging = createVisitor(cluster);
  const atOne = await attemptsUntilLimit(alone, "crowd1", () => ({ at: one }));
  const inTurn = await attemptsUntilLimit(together, "crowd2", (count) => ({
    at: count % 2 === 0 ? one : two,
  }));
  const forged = await attemptsUntilLimit(forging, "crowd3", (count) => ({
    headers: { "x-forwarded-for": `203.0.113.${count}, 198.51.100.${count}` },
  }));
  assert.equal(inTurn, atOne, "two processes allow no more attempts than one");
  assert.equal(forged, atOne, "a forged address has no effect");
  for (const at of members)
    assert.equal((await together.tryPassword("crowd2", "crowd2-pass", { at })).status, 429);
  const other = createVisitor(cluster);
  await other.signIn("crowd2");
  for (const visitor of [alone, together, forging, other]) visitor.leave();
}

export async function limitsSurviveRedis(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  await cluster.redis.stop();
  for (const at of members) {
    await visitor.signIn("crowd6", { at });
    for (const path of ["/", "/sign-in", "/dashboard", "/dashboard/analytics", "/readyz"])
      assert.ok((await visitor.get(path, { at })).status < 500, path);
    const attacker = createVisitor(cluster);
    assert.ok((await attemptsUntilLimit(attacker, "crowd7", () => ({ at }))) > 0);
    attacker.leave();
  }
  await cluster.redis.start();
  // Counted in Redis again: after the limit at one process, the other refuses, too.
  await until(async () => {
    const attacker = createVisitor(cluster);
    await attemptsUntilLimit(attacker, "crowd8", () => ({ at: one }));
    const { status } = await attacker.tryPassword("crowd8", "wrong-pass", { at: two });
    attacker.leave();
    return status === 429;
  }, 15_000);
  // And log-outs are published again.
  await until(async () => {
    const { isOutAtTwo, leave } = await logOutAtOne(cluster, "crowd6");
    const isOut = await isOutAtTwo();
    leave();
    return isOut;
  }, 15_000);
  visitor.leave();
}
