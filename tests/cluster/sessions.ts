import assert from "node:assert/strict";
import { until } from "./check.ts";
import type { Cluster, Member } from "./cluster.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

const isOut = ({ status, headers }: Answer) =>
  status === 302 && String(headers.location).startsWith("/sign-in");

/**
 * Somebody logs out at the one process, just after the other has looked whether they had.
 * @returns how to ask the other with the old cookie
 */
async function logOutAtOne(cluster: Cluster, key: string) {
  const [one, two] = cluster.members;
  const visitor = createVisitor(cluster);
  await visitor.signIn(key, { at: one });
  const kept = { headers: { cookie: visitor.cookies() } };
  assert.equal((await visitor.get("/dashboard", { at: two, ...kept })).status, 200);
  await visitor.post("/dashboard/log-out", { at: one, form: {} });
  assert.ok(isOut(await visitor.get("/dashboard", { at: one, ...kept })));
  return {
    isOutAtTwo: async () => isOut(await visitor.get("/dashboard", { at: two, ...kept })),
    leave: visitor.leave,
  };
}

export async function logOutIsTold(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const visitor = createVisitor(cluster);
  await visitor.signIn("crowd0", { at: members[0] });
  const kept = { headers: { cookie: visitor.cookies() } };
  await visitor.post("/dashboard/log-out", { at: members[0], form: {} });
  for (const at of members)
    assert.ok(isOut(await visitor.get("/dashboard", { at, ...kept })), "refused where never seen");
  visitor.leave();

  const { isOutAtTwo, leave } = await logOutAtOne(cluster, "crowd0");
  await until(isOutAtTwo, 2_000, 20);
  leave();
}

/** @param redisIsBack called once everything else may go on */
export async function logOutIsFound(cluster: Cluster, redisIsBack: () => void): Promise<void> {
  await cluster.redis.stop();
  const loggedOut = logOutAtOne(cluster, "crowd11");
  await loggedOut.catch(() => undefined);
  await cluster.redis.start();
  redisIsBack();
  const { isOutAtTwo, leave } = await loggedOut;
  assert.equal(await isOutAtTwo(), false, "what nobody told is known only at the next look");
  await until(isOutAtTwo, 60_000, 500);
  leave();
}

/** Tries wrong passwords until the limit is reached. @returns how many were judged before it */
async function judgedTries(
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
  const atOne = await judgedTries(alone, "crowd1", () => ({ at: one }));
  const inTurn = await judgedTries(together, "crowd2", (count) => ({
    at: count % 2 === 0 ? one : two,
  }));
  const forged = await judgedTries(forging, "crowd3", (count) => ({
    headers: { "x-forwarded-for": `203.0.113.${count}, 198.51.100.${count}` },
  }));
  assert.equal(inTurn, atOne, "two processes give no more tries than one");
  assert.equal(forged, atOne, "an address that the visitor wrote counts for nothing");
  for (const at of members)
    assert.equal((await together.tryPassword("crowd2", "crowd2-pass", { at })).status, 429);
  const other = createVisitor(cluster);
  await other.signIn("crowd2");
  for (const visitor of [alone, together, forging, other]) visitor.leave();
}

export async function redisIsLost(cluster: Cluster): Promise<void> {
  const { members } = cluster;
  const [one, two] = members;
  const visitor = createVisitor(cluster);
  await cluster.redis.stop();
  for (const at of members) {
    await visitor.signIn("crowd6", { at });
    for (const path of ["/", "/sign-in", "/dashboard", "/dashboard/analytics", "/readyz"])
      assert.ok((await visitor.get(path, { at })).status < 500, path);
    const stranger = createVisitor(cluster);
    assert.ok((await judgedTries(stranger, "crowd7", () => ({ at }))) > 0);
    stranger.leave();
  }
  await cluster.redis.start();
  // Counted in Redis again: what one process has used up, the other refuses.
  await until(async () => {
    const stranger = createVisitor(cluster);
    await judgedTries(stranger, "crowd8", () => ({ at: one }));
    const { status } = await stranger.tryPassword("crowd8", "wrong-pass", { at: two });
    stranger.leave();
    return status === 429;
  }, 15_000);
  // And told again.
  await until(async () => {
    const { isOutAtTwo, leave } = await logOutAtOne(cluster, "crowd6");
    const told = await isOutAtTwo();
    leave();
    return told;
  }, 15_000);
  visitor.leave();
}
