import { EventEmitter } from "node:events";
import { type TransferListItem, Worker, type WorkerOptions } from "node:worker_threads";

/** What is known here of a task (app/features/imports/rules/work.ts). */
interface Task {
  task: string;
  candidate: unknown;
  settled: unknown;
}

/** Threads that have done their work, of all the test files of this process. */
const worker = globalThis as { idleThreads?: Worker[] };
worker.idleThreads ??= [];
const idle = worker.idleThreads;

/**
 * Stands for `Worker` where threads of imports are started (bundled-thread.ts). A thread that is ended when it has nothing to
 * do waits for the next that starts: to start one, and to run code that is cold, takes longer than what the tests import.
 * One that is ended at work, or dies, does so in truth. The built server (tests/server) starts and ends its own.
 */
export class KeptThread extends EventEmitter {
  readonly #thread: Worker;
  #isAtWork = false;
  #hasRead = false;
  #isEnded = false;

  constructor(program: string, options: WorkerOptions) {
    super();
    this.#thread = idle.pop() ?? new Worker(program, options);
    this.#thread.ref();
    this.#thread.on("message", this.#hear).on("error", this.#fail).on("exit", this.#exit);
  }

  get threadId(): number {
    return this.#isEnded ? -1 : this.#thread.threadId;
  }

  postMessage(message: object, transferred: TransferListItem[] = []): void {
    if (this.#isEnded) return;
    if ("task" in message) {
      this.#isAtWork = true;
      this.#refuseWithoutLists(message.task as Partial<Task>);
    }
    this.#thread.postMessage(message, transferred);
  }

  async terminate(): Promise<number> {
    if (this.threadId === -1) return 0;
    if (this.#isAtWork) return this.#thread.terminate();
    this.#isEnded = true;
    this.#thread.off("message", this.#hear).off("error", this.#fail).off("exit", this.#exit);
    this.#thread.unref();
    idle.push(this.#thread);
    this.emit("exit", 0);
    return 0;
  }

  /** A kept thread still has the lists of the export that it read for another: a new one would have none. */
  #refuseWithoutLists({ task, candidate, settled }: Partial<Task>): void {
    if (task === "read") this.#hasRead = true;
    const isJustRead = candidate !== undefined && settled === undefined;
    const needsLists = task === "keep" || (task === "analyse" && isJustRead);
    if (needsLists && !this.#hasRead) throw new Error(`${task} in a thread that has read nothing`);
  }

  #hear = (message: object) => {
    if ("result" in message) this.#isAtWork = false;
    this.emit("message", message);
  };
  #fail = (error: unknown) => this.emit("error", error);
  #exit = (code: number) => this.emit("exit", code);
}
