import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type {
  AnalysedImport,
  AnalysisResult,
  AnalysisTask,
  CompareResult,
  CompareTask,
  PersonResult,
  PersonTask,
  Question,
  ReadResult,
  Result,
  SameTask,
  ServerAnswer,
  Task,
  UploadEvent,
} from "~/features/imports/rules/work";
import type { PieceOf } from "~/features/imports/services/kept-pieces.server";
import type { ThreadMemory } from "~/features/imports/services/memory.server";
import { hour, minute } from "~/platform/values/durations";
import { bytesToAnalyse } from "~/platform/work/memory-shares";
import { shares } from "~/platform/work/memory-shares.server";
import { letThreadLimitsCount } from "~/platform/work/thread-limits.server";

// Relative to the working directory, as the client's build is (listener.server.ts). Tests run the source.
const program = resolve(
  import.meta.env.PROD ? "build/server/import-worker.js" : "app/import-worker.ts",
);

/** Limits of objects. Typed arrays are counted by the thread's memory (memory.server.ts). */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };
letThreadLimitsCount();
/** Milliseconds for which the thread may compute without asking for anything. */
const longestSilence = minute;

/** Milliseconds that a thread lives at most: 4 GiB over a slow line. A client that trickles must not keep its place. */
const longestLife = 2 * hour;

/** The thread died: out of memory, in an endless loop, or by a fault of ours. Carries nothing of the export. */
export class ThreadDied extends Error {
  override name = "ThreadDied";
}

type Keep = (piece: Uint8Array) => Promise<void>;
type Take = (text: string) => Promise<void>;

type OfTask<T extends Task> = Omit<T, "task">;

/** A thread that reads and analyses one import. What a given function throws is thrown by the method, too. */
export type ImportThread = ReturnType<typeof startThread>;

/** @param memoryNow the memory of whoever uses the thread now, which takes no more than that */
export function startThread(memoryNow: () => ThreadMemory) {
  const worker = new Worker(program, { env: {}, execArgv: [], resourceLimits });
  const life = setTimeout(() => void worker.terminate(), longestLife).unref();
  worker.once("exit", () => clearTimeout(life));
  // A task rejects with its error. Without a listener, one between two tasks would end the process.
  worker.on("error", () => {});
  return {
    async read(upload: AsyncIterable<UploadEvent>): Promise<ReadResult> {
      const events = upload[Symbol.asyncIterator]();
      const task = { task: "read", maxListBytes: shares.maxListBytes } as const;
      const { atLeast } = memoryNow();
      try {
        return (await run(worker, task, { next: oneAhead(events), atLeast })) as ReadResult;
      } finally {
        // Not waited for: the client may send nothing more until it has its answer.
        events.return?.().catch(() => {});
      }
    },
    /** Gives what is to be kept of the export that was read, piece by piece. */
    async keep(keep: Keep): Promise<void> {
      await run(worker, { task: "keep" }, { keep });
    },
    /** @param server `keep` gets the people of the categories, piece by piece, before the analysis is returned */
    async analyse(task: OfTask<AnalysisTask>, server: { pieceOf: PieceOf; keep: Keep }) {
      await memoryNow().atLeast(bytesOf(task.used));
      return (await run(worker, { task: "analyse", ...task }, server)) as AnalysisResult;
    },
    /** @param server `keep` gets the people of each kind of change, piece by piece, before the rest is returned */
    async compare(task: OfTask<CompareTask>, server: { pieceOf: PieceOf; keep: Keep }) {
      await memoryNow().atLeast(bytesToCompare(task.used.slice(0, task.to + 1)));
      return (await run(worker, { task: "compare", ...task }, server)) as CompareResult;
    },
    async find(task: OfTask<PersonTask>, server: { pieceOf: PieceOf }) {
      const most = Math.max(0, ...task.used.map((one) => one.followers + (one.following ?? 0)));
      await memoryNow().atLeast(bytesToAnalyse(most, 0));
      return (await run(worker, { task: "person", ...task }, server)) as PersonResult;
    },
    /** Whether two names may be one person's. */
    async mayBeSame(task: OfTask<SameTask>, server: { pieceOf: PieceOf }): Promise<boolean> {
      await memoryNow().atLeast(bytesToCompare(task.used));
      const result = await run(worker, { task: "same", ...task }, server);
      return (result as { canBe: boolean }).canBe;
    },
    /** Writes out what is kept of imports. @param server `take` gets the text, piece by piece */
    async write(ids: readonly string[], server: { pieceOf: PieceOf; take: Take }): Promise<void> {
      await run(worker, { task: "write", ids }, server);
    },
    async end(): Promise<void> {
      await worker.terminate();
    },
  };
}

function bytesOf(used: readonly AnalysedImport[]): number {
  const newest = used.at(-1);
  if (!newest) return 0;
  const earlier = Math.max(0, ...used.slice(0, -1).map(({ followers }) => followers));
  return bytesToAnalyse(newest.followers + (newest.following ?? 0), earlier);
}

/** The earlier list stays in memory beside those of the steps from import to import. */
function bytesToCompare(used: readonly AnalysedImport[]): number {
  const most = Math.max(0, ...used.map(({ followers }) => followers));
  return bytesToAnalyse(most, 2 * most);
}

/** What a task of the thread may ask for. */
interface Server {
  next?: () => Promise<ServerAnswer>;
  atLeast?: (bytes: number) => Promise<void>;
  pieceOf?: PieceOf;
  keep?: Keep;
  take?: Take;
}

async function answerTo(question: Question, server: Server): Promise<ServerAnswer> {
  if (question.ask === "upload" && server.next) {
    await server.atLeast?.(question.bytes);
    return server.next();
  }
  if (question.ask === "piece" && server.pieceOf)
    return server.pieceOf(question.id, question.index);
  if (question.ask === "keep" && server.keep) await server.keep(question.piece);
  else if (question.ask === "take" && server.take) await server.take(question.text);
  else throw new Error("the thread asked for what does not belong to its task");
  return null;
}

/** Fetches the next event while the thread works on the last one, and no more than that. */
function oneAhead(events: AsyncIterator<UploadEvent>): () => Promise<ServerAnswer> {
  let next: Promise<ServerAnswer> | undefined;
  const fetchNext = async () => {
    const { value, done } = await events.next();
    return done ? null : value;
  };
  return async () => {
    const event = await (next ?? fetchNext());
    if (event) {
      next = fetchNext();
      // The failure is thrown to the next caller; without this it would also be an unhandled rejection.
      next.catch(() => {});
    }
    return event;
  };
}

/** Runs a task in the thread, and answers what it asks for. */
function run(worker: Worker, task: Task, server: Server): Promise<Result> {
  return new Promise((resolve, reject) => {
    const dies = (reason: string) => settle(() => reject(new ThreadDied(reason)));
    // The error's message might quote the export.
    const onError = (error: unknown) =>
      dies((error as { code?: string }).code ?? (error instanceof Error ? error.name : "unknown"));
    const onExit = () => dies("ended");
    let silence: NodeJS.Timeout | undefined;
    let isOver = false;
    const listen = () => {
      // The thread may have died while it was being answered.
      if (isOver) return;
      silence = setTimeout(() => {
        void worker.terminate();
        dies("too slow");
      }, longestSilence);
    };
    const settle = (outcome: () => void) => {
      isOver = true;
      clearTimeout(silence);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      outcome();
    };
    const onMessage = async (message: Question | { result: Result }) => {
      clearTimeout(silence);
      if ("result" in message) {
        settle(() => resolve(message.result));
        return;
      }
      try {
        send(worker, await answerTo(message, server));
        listen();
      } catch (error) {
        settle(() => reject(error));
      }
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    // The thread may have ended while its task waited for memory; then it says nothing any more.
    if (worker.threadId === -1) return dies("ended");
    worker.postMessage({ task });
    listen();
  });
}

/** Hands bytes over instead of copying them: the reader of an upload gives each chunk memory of its own. */
function send(worker: Worker, answer: ServerAnswer): void {
  if (answer instanceof Uint8Array) {
    // Firestore's client may keep it in one buffer with others.
    const piece = new Uint8Array(answer);
    worker.postMessage({ answer: piece }, [piece.buffer]);
  } else if (answer && "chunk" in answer)
    worker.postMessage({ answer }, [answer.chunk.buffer as ArrayBuffer]);
  else worker.postMessage({ answer });
}
