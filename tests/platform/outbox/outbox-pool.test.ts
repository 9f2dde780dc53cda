import { expect, test, vi } from "vitest";
import { z } from "zod";
import { keptEntry } from "#tests/setup/outbox";
import "#tests/setup/outside";
import { runDue } from "~/platform/outbox/run-due.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";

/** A kind with four places, whose entries do what a test says. In a collection of its own. */
function kindOf(collection: string, work: (id: string) => Promise<void>): OutboxKind {
  return {
    name: "pool",
    collection,
    payload: z.object({}),
    progress: z.object({}),
    lease: 60_000,
    backOff: { first: 60_000, most: 60_000 },
    askPersonAfter: 60_000,
    stopsThen: false,
    concurrency: 4,
    rate: { max: 100, duration: 1_000 },
    async handle({ id }) {
      await work(id);
      return { end: "done" };
    },
  };
}

async function due(kind: OutboxKind, id: string, dueAt = Date.now() - 1) {
  const entry = keptEntry({ payload: {}, progress: {}, dueAt });
  await (await firestore()).doc(`${kind.collection}/${id}`).set(entry);
}

test("while one entry takes its time, all others that are due are carried out, and so is what becomes due then", async () => {
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const kind = kindOf("poolOfOneSlow", async (id) => {
    if (id === "slow") await slow.promise;
    done.push(id);
  });
  await due(kind, "slow", 1);
  const others = Array.from({ length: 11 }, (_, index) => `quick-${index}`);
  await Promise.all(others.map((id) => due(kind, id)));
  const finished = runDue(kind);
  await vi.waitFor(() => expect([...done].sort()).toEqual([...others].sort()), 10_000);
  await due(kind, "later");
  await vi.waitFor(() => expect(done).toContain("later"), 10_000);
  slow.resolve();
  await finished;
  expect(done.at(-1)).toBe("slow");
});

test("never more than the kind's places are in work, and always as many", async () => {
  const gates: { id: string; open: () => void }[] = [];
  let inWork = 0;
  let most = 0;
  const kind = kindOf("poolOfFour", async (id) => {
    inWork += 1;
    most = Math.max(most, inWork);
    await new Promise<void>((open) => gates.push({ id, open }));
    inWork -= 1;
  });
  await Promise.all(Array.from({ length: 12 }, (_, index) => due(kind, `entry-${index}`)));
  const finished = runDue(kind);
  for (let left = 12; left > 0; left -= 1) {
    await vi.waitFor(() => expect(gates).toHaveLength(Math.min(4, left)), 10_000);
    gates.shift()?.open();
  }
  await finished;
  expect(most).toBe(4);
});

test("a process that stops begins nothing more, and waits for what it has begun", async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  let stopping = false;
  const kind = kindOf("poolThatStops", async (id) => {
    begun.push(id);
    await gate.promise;
  });
  await Promise.all(Array.from({ length: 6 }, (_, index) => due(kind, `entry-${index}`)));
  const finished = runDue(kind, () => stopping);
  await vi.waitFor(() => expect(begun).toHaveLength(4), 10_000);
  stopping = true;
  gate.resolve();
  await finished;
  expect(begun).toHaveLength(4);
});

test("no more are begun in a time than the kind's rate says, without Redis, too", async () => {
  const done: string[] = [];
  const kind = {
    ...kindOf("poolWithRate", async (id) => void done.push(id)),
    name: "pool-with-rate",
    rate: { max: 3, duration: 500 },
  };
  await Promise.all(Array.from({ length: 9 }, (_, index) => due(kind, `entry-${index}`)));
  const begun = performance.now();
  await runDue(kind);
  expect(done).toHaveLength(9);
  // Three at once, then twice the time until three more may begin.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(999);
});
