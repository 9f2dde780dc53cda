import type { Queue, Worker } from "bullmq";
import { connectRedis, isRefusedByRedis, rareWarning, redis } from "~/platform/store/redis.server";
import { asBackgroundWork } from "~/platform/upstream/upstream.server";

/** Prefix of all Redis keys of BullMQ. By the braces a Redis in cluster mode keeps them in one place, as scripts need. */
const prefix = "{profile-analyzer:jobs}";

/** Milliseconds until the lock of a dead process expires, and between two checks for such stalled jobs. */
const lockDuration = 10_000;
const stalledInterval = 5_000;

/** Milliseconds. Detects a dead connection; longer than a worker's blocking command waits. */
const workerCommandTimeout = 15_000;

/** Milliseconds until a worker asks again whose question Redis refused. */
const pauseAfterRefusal = 5_000;

const warn = rareWarning("a job queue failed");

interface JobQueueOptions {
  name: string;
  /** How many jobs this process works on at once. */
  concurrency: number;
  /** At most `max` jobs start within `duration` milliseconds, in all processes together. */
  rate?: { max: number; duration: number };
  /** Runs a job. A job has no data but its id. */
  handle: (id: string) => Promise<void>;
}

/** A queue that the containers share. Redis may be down or lose data at any time; no method rejects because of that. */
export interface JobQueue {
  /** Adds jobs, except those whose ids are already in the queue or running. */
  add(ids: readonly string[]): Promise<void>;
  /**
   * Adds one job every `milliseconds`, in total: repeated calls, from any process, share one schedule.
   * @returns due time of the next job, in epoch milliseconds (in the past if it is late); undefined while Redis is down
   */
  repeatEvery(milliseconds: number): Promise<number | undefined>;
}

/** Opens queues on the Redis of `REDIS_URL` (docs/product.md#jobs). */
export async function openJobQueues(all: readonly JobQueueOptions[]) {
  // Workers wait while Redis is down, so they get their own connection: `add` must fail at once, so it uses `redis`.
  const connection = connectRedis({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: workerCommandTimeout,
    socketTimeout: workerCommandTimeout,
  });
  if (!redis || !connection) throw new Error("queues need a REDIS_URL");
  const commands = redis;
  // Loaded only here because it takes 25 MB of memory.
  const bullmq = await import("bullmq");
  // BullMQ checks the Redis version once at the start; if Redis is down then, its objects never recover.
  const common = { prefix, skipVersionCheck: true };
  const removed = { removeOnComplete: true, removeOnFail: true };

  function logFailure(name: string, error: unknown): void {
    // The connection itself logs, once, that Redis is down.
    if (connection?.status === "ready" && error instanceof Error) warn(error, { queue: name });
  }
  async function unlessRedisDown<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    // Before the first connection BullMQ would wait without limit.
    if (commands.status !== "ready") return undefined;
    try {
      return await work();
    } catch (error) {
      logFailure(name, error);
      return undefined;
    }
  }

  const workers: Worker[] = all.map(({ name, concurrency, rate, handle }) => {
    const worker = new bullmq.Worker(name, ({ id = "" }) => asBackgroundWork(() => handle(id)), {
      ...common,
      connection,
      concurrency,
      ...(rate && { limiter: rate }),
      lockDuration,
      stalledInterval,
    });
    return worker.on("error", (error) => {
      logFailure(name, error);
      if (isRefusedByRedis(error)) pauseShortly(worker);
    });
  });
  const queues = all.map(({ name }): JobQueue => {
    const queue: Queue = new bullmq.Queue(name, {
      ...common,
      connection: commands,
      defaultJobOptions: removed,
      streams: { events: { maxLen: 100 } },
    });
    queue.on("error", (error) => logFailure(name, error));
    return {
      async add(ids) {
        const jobs = ids.map((jobId) => ({ name, data: {}, opts: { jobId } }));
        if (jobs.length > 0) await unlessRedisDown(name, () => queue.addBulk(jobs));
      },
      async repeatEvery(every) {
        const next = await unlessRedisDown(name, () =>
          queue.upsertJobScheduler(name, { every }, { opts: removed }),
        );
        // The id of a scheduled job ends with its time.
        const id = next?.id;
        return id === undefined ? undefined : Number(id.split(":").at(-1));
      },
    };
  });
  return {
    queues,
    /** Starts no more jobs. Resolves when the running ones have ended and Redis knows it; may never resolve. */
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
    /** Closes the connections at once, even if jobs are running. */
    disconnect() {
      for (const worker of workers) worker.disconnect().catch(() => undefined);
      connection.disconnect();
    },
  };
}

/** By itself it asks again at once, thousands of times a second. */
function pauseShortly(worker: Worker): void {
  if (worker.isPaused() || worker.closing) return;
  void worker.pause(true);
  setTimeout(() => worker.closing ?? worker.resume(), pauseAfterRefusal).unref();
}
