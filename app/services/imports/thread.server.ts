import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type {
  AnalysisResult,
  AnalysisTask,
  Answer,
  Question,
  ReadResult,
  Result,
  Task,
  UploadEvent,
} from "~/domain/imports/work";

// Relative to the working directory, as the client's build is (web/listener.server.ts). Tests run the source.
const program = resolve(
  import.meta.env.PROD ? "build/server/import-worker.js" : "app/import-worker.ts",
);

/** For typed arrays there is no limit but those of the reading (domain/export/limits.ts); this is for objects. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** Milliseconds for which the thread may compute without asking for anything. */
const longestSilence = 60_000;

/** Milliseconds that a thread lives: 4 GiB over a slow line. A client that only trickles must not keep its place. */
const longestLife = 2 * 3_600_000;

/** The thread died: out of memory, in an endless loop, or by a fault of ours. Carries nothing of the export. */
export class ThreadDied extends Error {
  override name = "ThreadDied";
}

/** A thread that reads and analyses one import. */
export interface ImportThread {
  /** Whatever `upload` throws is thrown here, too. */
  read(upload: AsyncIterable<UploadEvent>): Promise<ReadResult>;
  /** @param listsOf the lists that were kept of an import; what it throws is thrown here, too */
  analyse(
    task: Omit<AnalysisTask, "task">,
    listsOf: (id: string) => Promise<Uint8Array>,
  ): Promise<AnalysisResult>;
  /** Writes out what is kept of imports. @param take gets the text, piece by piece */
  write(
    ids: readonly string[],
    listsOf: (id: string) => Promise<Uint8Array>,
    take: (text: string) => Promise<void>,
  ): Promise<void>;
  end(): Promise<void>;
}

export function startThread(): ImportThread {
  const worker = new Worker(program, { env: {}, execArgv: [], resourceLimits });
  const life = setTimeout(() => void worker.terminate(), longestLife).unref();
  worker.once("exit", () => clearTimeout(life));
  return {
    async read(upload) {
      const events = upload[Symbol.asyncIterator]();
      try {
        return (await run(worker, { task: "read" }, oneAhead(events))) as ReadResult;
      } finally {
        // Not waited for: the client may send nothing more until it has its answer.
        events.return?.().catch(() => {});
      }
    },
    async analyse(task, listsOf) {
      const answer = (question: Question) => {
        if (question.ask !== "lists") throw new Error("an analysis reads no upload");
        return listsOf(question.id);
      };
      return (await run(worker, { task: "analyse", ...task }, answer)) as AnalysisResult;
    },
    async write(ids, listsOf, take) {
      await run(worker, { task: "write", ids }, async (question) => {
        if (question.ask === "lists") return listsOf(question.id);
        if (question.ask === "take") await take(question.text);
        return null;
      });
    },
    async end() {
      await worker.terminate();
    },
  };
}

/** Fetches the next event while the thread works on the last one, and no more than that. */
function oneAhead(events: AsyncIterator<UploadEvent>): () => Promise<Answer> {
  let next: Promise<Answer> | undefined;
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
function run(
  worker: Worker,
  task: Task,
  answer: (question: Question) => Promise<Answer>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const dies = (reason: string) => settle(() => reject(new ThreadDied(reason)));
    // Its message might quote the export.
    const onError = (error: unknown) =>
      dies((error as { code?: string }).code ?? (error instanceof Error ? error.name : "unknown"));
    const onExit = () => dies("ended");
    let silence: NodeJS.Timeout | undefined;
    const listen = () => {
      silence = setTimeout(() => {
        void worker.terminate();
        dies("too slow");
      }, longestSilence);
    };
    const settle = (outcome: () => void) => {
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
        send(worker, await answer(message));
        listen();
      } catch (error) {
        settle(() => reject(error));
      }
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage({ task });
    listen();
  });
}

/** Hands bytes over instead of copying them: the reader of an upload gives each chunk memory of its own. */
function send(worker: Worker, answer: Answer): void {
  if (answer instanceof Uint8Array) post(worker, answer, answer);
  else if (!answer || "fileName" in answer) worker.postMessage({ answer });
  else post(worker, answer, answer.chunk);
}

const post = (worker: Worker, answer: Answer, { buffer }: Uint8Array) =>
  worker.postMessage({ answer }, [buffer as ArrayBuffer]);
