import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../sandbox/person.ts";
import { effectsFor } from "./billing.ts";
import { until } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { type Attempt, prepareAttempts } from "./losses.ts";

/** Attempts that the app has acknowledged and stored while billing hangs. */
async function storedAttempts(cluster: Cluster, people: Person[]): Promise<Attempt[]> {
  const stored = await prepareAttempts(cluster, people);
  // The breaker is still closed, so each reaches billing and is then stored.
  cluster.sandbox.faults.set("billing", { kind: "hang" });
  const statuses = await Promise.all(
    stored.map((attempt, index) => attempt.press(cluster.members[index % 2])),
  );
  assert.deepEqual(new Set(statuses), new Set([202]), "stored, not done");
  return stored;
}

/** Asserts that each attempt had one effect, and that billing got one idempotency key for it. */
function assertDoneOnce(cluster: Cluster, attempts: Attempt[]): void {
  const { calls } = cluster.sandbox.world;
  for (const { person, operation } of attempts) {
    const title = `${operation} of ${person.key}`;
    assert.equal(effectsFor(cluster, person, operation).length, 1, title);
    const keys = calls
      .filter(({ system, body }) => system === "billing" && body.includes(`"${person.email}"`))
      .map(({ headers }) => headers["idempotency-key"]);
    assert.equal(new Set(keys).size, 1, title);
  }
}

/** Ends the back-off of all waiting entries. */
function makeDue({ sandbox: { firestore } }: Cluster): void {
  for (const name of ["cancellationIntents", "purchaseIntents"])
    for (const [id, entry] of Object.entries(firestore.readAll(name)))
      if (entry.state === "open" && entry.leaseUntil === 0)
        firestore.write(`${name}/${id}`, { ...entry, dueAt: Date.now() });
}

/** Empties Redis twice while jobs are waiting and running, then restarts it. */
export async function emptiedRedisLosesNothing(cluster: Cluster, crowd: Person[]): Promise<void> {
  const { sandbox, redis } = cluster;
  const attempts = await storedAttempts(cluster, crowd);
  const effects = () =>
    attempts.filter(({ person, operation }) => effectsFor(cluster, person, operation).length > 0)
      .length;
  // Slow, so that jobs are running at any moment.
  sandbox.faults.set("billing", { kind: "slow", ms: 1_500 });
  await redis.command("FLUSHALL");
  makeDue(cluster);
  const emptied = performance.now();
  await until(() => effects() > 0, 30_000, 50);
  console.log(`    found again ${Math.round(performance.now() - emptied)} ms after FLUSHALL`);
  await redis.command("FLUSHALL");
  await pause(200);
  await redis.stop();
  await redis.start();
  await until(() => effects() === attempts.length, 60_000);
  sandbox.faults.clear();
  assertDoneOnce(cluster, attempts);
  for (const { leave } of attempts) leave();
}

export async function redisIsDownForLong(cluster: Cluster, crowd: Person[]): Promise<void> {
  const { sandbox, redis } = cluster;
  const attempts = await storedAttempts(cluster, crowd);
  await redis.stop();
  sandbox.faults.clear();
  await until(
    () =>
      attempts.every(({ person, operation }) => effectsFor(cluster, person, operation).length > 0),
    60_000,
  );
  assertDoneOnce(cluster, attempts);
  await redis.start();
  for (const { leave } of attempts) leave();
}
