import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../sandbox/person.ts";
import { effectsFor } from "./billing.ts";
import { until } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { type Wish, wishes } from "./losses.ts";

/** Wishes that billing leaves unanswered, each acknowledged by one of the two. */
async function keptWishes(cluster: Cluster, people: Person[]): Promise<Wish[]> {
  const kept = await wishes(cluster, people);
  // All are asked of billing before it is known to be down, so each is kept.
  cluster.sandbox.faults.set("billing", { kind: "hang" });
  const statuses = await Promise.all(
    kept.map((wish, index) => wish.press(cluster.members[index % 2])),
  );
  assert.deepEqual(new Set(statuses), new Set([202]), "kept, not done");
  return kept;
}

/** How often each wish has happened, and under how many keys billing was asked. */
function assertDoneOnce(cluster: Cluster, all: Wish[]): void {
  const { calls } = cluster.sandbox.world;
  for (const { person, operation } of all) {
    const what = `${operation} of ${person.key}`;
    assert.equal(effectsFor(cluster, person, operation).length, 1, what);
    const keys = calls
      .filter(({ system, body }) => system === "billing" && body.includes(`"${person.email}"`))
      .map(({ headers }) => headers["idempotency-key"]);
    assert.equal(new Set(keys).size, 1, what);
  }
}

/** What waits is due in the blink of an eye, as if its back-off were over. */
function makeDue({ sandbox: { firestore } }: Cluster): void {
  for (const name of ["cancellationIntents", "purchaseIntents"])
    for (const [id, entry] of Object.entries(firestore.readAll(name)))
      if (entry.state === "open" && entry.leaseUntil === 0)
        firestore.write(`${name}/${id}`, { ...entry, dueAt: Date.now() });
}

/** Emptied twice while jobs wait and are worked on, then ended and started again. */
export async function emptiedRedisLosesNothing(cluster: Cluster, crowd: Person[]): Promise<void> {
  const { sandbox, redis } = cluster;
  const all = await keptWishes(cluster, crowd);
  const happened = () =>
    all.filter(({ person, operation }) => effectsFor(cluster, person, operation).length > 0).length;
  // So slow that jobs are under way at any moment.
  sandbox.faults.set("billing", { kind: "slow", ms: 1_500 });
  await redis.command("FLUSHALL");
  makeDue(cluster);
  const emptied = performance.now();
  await until(() => happened() > 0, 30_000, 50);
  console.log(`    found again ${Math.round(performance.now() - emptied)} ms after FLUSHALL`);
  await redis.command("FLUSHALL");
  await pause(200);
  await redis.stop();
  await redis.start();
  await until(() => happened() === all.length, 60_000);
  sandbox.faults.clear();
  assertDoneOnce(cluster, all);
  for (const { leave } of all) leave();
}

export async function redisIsAwayForLong(cluster: Cluster, crowd: Person[]): Promise<void> {
  const { sandbox, redis } = cluster;
  const all = await keptWishes(cluster, crowd);
  await redis.stop();
  sandbox.faults.clear();
  await until(
    () => all.every(({ person, operation }) => effectsFor(cluster, person, operation).length > 0),
    60_000,
  );
  assertDoneOnce(cluster, all);
  await redis.start();
  for (const { leave } of all) leave();
}
