import { env } from "~/env.server";
import { gaugeOutbox } from "~/platform/monitoring/metrics.server";
import { type JobQueue, openJobQueues } from "~/platform/outbox/job-queues.server";
import { outboxFigures } from "~/platform/outbox/operations.server";
import { lookInterval, runDue } from "~/platform/outbox/run-due.server";
import { type OutboxKind, runEntry } from "~/platform/outbox/runner.server";
import { dueIds } from "~/platform/outbox/store/claim.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { asBackgroundWork, unlessDown, within } from "~/platform/upstream/upstream.server";
import {
  backgroundSettled,
  inBackground,
  repeatedly,
  setStoppingSoon,
} from "~/platform/work/background.server";

/** Milliseconds without a working queue in Redis after which each process polls Firestore itself. */
const redisGracePeriod = 10_000;

/** How many entries of a kind one look queues. */
const batch = 200;

/** Milliseconds that a stopping process waits for Redis to record that its jobs have ended. */
const closeTimeout = 500;

/**
 * Shares the outbox with all processes: opens a queue for each kind, and one for the job 'look', by which a process queues
 * the due entries. Firestore is the source of truth: Redis holds only the entries' names, and the next look queues again
 * what Redis has lost.
 */
async function shareOutbox(kinds: readonly OutboxKind[]) {
  let stopping = false;
  let queues: JobQueue[] = [];
  const idOf = createIdSearch();

  async function look(): Promise<void> {
    await Promise.all(
      kinds.map(async (kind, index) => {
        const ids = stopping ? [] : await unlessDown(dueIds(kind, batch));
        await queues[index]?.add((ids ?? []).map((id) => entryName(kind.name, id)));
      }),
    );
  }
  async function runByName(kind: OutboxKind, name: string): Promise<void> {
    const id = await unlessDown(idOf(kind, name));
    // The entry is not due any more. If it is, the next look queues it again.
    if (id === undefined || stopping) return;
    const running = unlessDown(runEntry(kind, id));
    inBackground(`outbox ${kind.name}`, running);
    await running.catch(() => undefined);
  }

  const opened = await openJobQueues([
    ...kinds.map((kind) => {
      const { name, concurrency, rate } = kind;
      return { name, concurrency, rate, handle: (entry: string) => runByName(kind, entry) };
    }),
    { name: "look", concurrency: 1, handle: look },
  ]);
  queues = opened.queues;
  return {
    /** @returns when the next look is due, in epoch milliseconds, or undefined if Redis does not answer */
    scheduleLook: async (milliseconds: number) => queues.at(-1)?.repeatEvery(milliseconds),
    /** Starts no more entries; resolves when the running ones have ended. */
    async stop() {
      stopping = true;
      const closed = opened.close();
      await Promise.race([closed, backgroundSettled()]);
      await within(closeTimeout, closed);
      opened.disconnect();
    },
  };
}

/** Finds the id of a due entry by its name. One read of the due ids serves many searches. */
function createIdSearch() {
  const known = new Map<OutboxKind, Promise<Map<string, string>>>();
  const read = async (kind: OutboxKind) => {
    const ids = await dueIds(kind, batch);
    return new Map(ids.map((id) => [entryName(kind.name, id), id]));
  };
  return async (kind: OutboxKind, name: string): Promise<string | undefined> => {
    const before = known.get(kind);
    const id = (await before?.catch(() => undefined))?.get(name);
    if (id !== undefined) return id;
    // One new read for all searches that found nothing in the last one.
    if (known.get(kind) === before) known.set(kind, read(kind));
    return (await known.get(kind))?.get(name);
  };
}

/**
 * Runs due outbox entries (docs/product.md#jobs). With a `REDIS_URL` the processes share the work through Redis. Without one, or
 * while Redis is down, each process polls Firestore itself. Leases prevent that two processes run the same entry.
 */
export function startOutbox(kinds: readonly OutboxKind[]): { stop(): Promise<void> } {
  setStoppingSoon(false);
  // Two counts of every kind at once: no page waits for them.
  gaugeOutbox(() => asBackgroundWork(() => outboxFigures(kinds, Date.now())));
  const shared = env.REDIS_URL ? shareOutbox(kinds) : undefined;
  // If Redis cannot be opened, the rounds log it, and this process polls Firestore itself.
  shared?.catch(() => undefined);
  let redisWorkedAt = Date.now();
  const rounds = kinds.map((kind) =>
    repeatedly(`outbox ${kind.name}`, lookInterval, async (isStopped) => {
      if (!shared || Date.now() - redisWorkedAt > redisGracePeriod) await runDue(kind, isStopped);
    }),
  );
  if (shared)
    rounds.push(
      // Repeated, because the schedule is lost if Redis is emptied.
      repeatedly("outbox schedule", lookInterval, async () => {
        const nextLookAt = await (await shared).scheduleLook(lookInterval);
        if (nextLookAt !== undefined && Date.now() - nextLookAt < redisGracePeriod)
          redisWorkedAt = Date.now();
      }),
    );
  return {
    async stop() {
      setStoppingSoon(true);
      await Promise.all([
        ...rounds.map((stop) => stop()),
        shared?.then(
          (outbox) => outbox.stop(),
          () => undefined,
        ),
      ]);
    },
  };
}
