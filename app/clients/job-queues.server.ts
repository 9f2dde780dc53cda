import type { Queue, Worker } from "bullmq";
import { log } from "~/clients/log.server";
import { connectRedis, redis } from "~/clients/redis.server";

/** What every key of BullMQ's begins with. */
const prefix = "profile-analyzer:jobs";

/** Milliseconds after which a job is taken from a process that has died, and between the looks for such jobs. */
const lock = 10_000;
const abandonedEvery = 5_000;

/** Milliseconds that a worker's command may take: more than it may block, so that a dead connection is noticed. */
const workerPatience = 15_000;

interface JobQueueOptions {
  name: string;
  /** How many jobs this process works on at once. */
  concurrency: number;
  /** How many jobs all processes together begin within so many milliseconds. */
  rate?: { max: number; duration: number };
  /** Works on a job. Redis knows its id and nothing else of it. */
  handle: (id: string) => Promise<void>;
}

/** A queue that the containers share. Redis may lose it at any time: nothing here rejects because of that. */
export interface JobQueue {
  /** Adds jobs, except those whose ids wait or are worked on already. */
  add(ids: readonly string[]): Promise<void>;
  /**
   * Has one job added every so many milliseconds, however many processes ask for that, and however often.
   * @returns since when the next one waits, in epoch milliseconds, or undefined while Redis is away
   */
  repeatEvery(milliseconds: number): Promise<number | undefined>;
}

export interface JobQueues {
  queues: JobQueue[];
  /** Takes up no more jobs. Resolves once those under way have ended and Redis knows it, which it may never. */
  close(): Promise<void>;
  /** Leaves Redis as it is. */
  disconnect(): void;
}

/** Opens queues on the Redis of `REDIS_URL` (contract 12). */
export async function openJobQueues(all: readonly JobQueueOptions[]): Promise<JobQueues> {
  // What is added while Redis is away fails at once. A worker waits for it, and blocks on a copy of its connection.
  const connection = connectRedis({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: workerPatience,
  });
  if (!redis || !connection) throw new Error("queues need a REDIS_URL");
  const commands = redis;
  // It takes 25 MB, so only where it is used.
  const bullmq = await import("bullmq");
  // The check of Redis' version asks at the start, and what does not hear the answer is broken for good.
  const common = { prefix, skipVersionCheck: true };
  const removed = { removeOnComplete: true, removeOnFail: true };

  function logFailure(name: string, error: unknown): void {
    // The connection logs by itself, once, that Redis is down.
    if (connection?.status === "ready" && error instanceof Error) logSometimes(name, error);
  }
  async function unlessAway<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    // Until the first connection BullMQ would wait for it, however long that takes.
    if (commands.status !== "ready") return undefined;
    try {
      return await work();
    } catch (error) {
      logFailure(name, error);
      return undefined;
    }
  }

  const workers: Worker[] = all.map(({ name, concurrency, rate, handle }) => {
    const worker = new bullmq.Worker(name, ({ id = "" }) => handle(id), {
      ...common,
      connection,
      concurrency,
      ...(rate && { limiter: rate }),
      lockDuration: lock,
      stalledInterval: abandonedEvery,
    });
    return worker.on("error", (error) => logFailure(name, error));
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
        if (jobs.length > 0) await unlessAway(name, () => queue.addBulk(jobs));
      },
      async repeatEvery(every) {
        const next = await unlessAway(name, () =>
          queue.upsertJobScheduler(name, { every }, { opts: removed }),
        );
        // BullMQ names it by its time.
        const id = next?.id;
        return id === undefined ? undefined : Number(id.split(":").at(-1));
      },
    };
  });
  return {
    queues,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
    disconnect() {
      for (const worker of workers) worker.disconnect().catch(() => undefined);
      connection.disconnect();
    },
  };
}

const quiet = 60_000;
let loggedAt = 0;

/** A worker may report one trouble many times a second. */
function logSometimes(queue: string, { message }: Error): void {
  if (Date.now() - loggedAt < quiet) return;
  loggedAt = Date.now();
  log.warn({ queue, reason: message }, "a job queue failed");
}
