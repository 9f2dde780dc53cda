import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { ReportOrder, SetReport, ThreadData, ToSet } from "~/features/report/rules/input";
import { catalogueOf } from "~/platform/languages/messages.server";
import type { Language } from "~/platform/values/languages";
import type { Catalogue } from "~/platform/values/voice";
import { letThreadLimitsCount } from "~/platform/work/thread-limits.server";

// Relative to the working directory, as the client's build is (listener.server.ts). Tests run the source.
const program = resolve(
  import.meta.env.PROD ? "build/server/report-worker.js" : "app/report-worker.ts",
);
const fonts = resolve(
  import.meta.env.PROD ? "build/report/fonts" : "node_modules/@expo-google-fonts",
);
const workerData: ThreadData = {
  templates: resolve(import.meta.env.PROD ? "build/report" : "content/typeset"),
  fonts,
  regular: {
    latin: resolve(fonts, "nunito-sans/400Regular/NunitoSans_400Regular.ttf"),
    arabic: resolve(fonts, "vazirmatn/400Regular/Vazirmatn_400Regular.ttf"),
  },
};

/** Limits of JavaScript. Typst's memory is bounded by a report's size: some 100 MB for all threads (docs/costs.md). */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
letThreadLimitsCount();
/** Milliseconds for one report; a usual one takes a tenth of a second. */
const deadline = 10_000;
/** Milliseconds after which an idle thread ends. A thread's first report takes three times as long as the next. */
const idleAfter = 30_000;
/** Reports after which another thread takes over: Typst's memory grows by some 3 MB with each, and goes with its thread. */
const mostUses = 10;

/** Carries nothing of the report. `busy`: too many wait already. */
export class ReportFailed extends Error {
  override name = "ReportFailed";
  readonly kind: "busy" | "failed" | "late";
  constructor(kind: ReportFailed["kind"], reason: string = kind) {
    super(`the report was not set: ${reason}`);
    this.kind = kind;
  }
}

interface Thread {
  worker: Worker;
  uses: number;
  /** The languages whose catalogues the thread has. */
  languages: Set<Language>;
  timer: NodeJS.Timeout | undefined;
}

const idle: Thread[] = [];

/**
 * Sets a report in a thread. The caller limits how many run at once.
 * @returns the PDF, and a promise of when the thread's place is free: after a failure, only when it has ended
 */
export function setInThread(order: ToSet): {
  pdf: Promise<Uint8Array<ArrayBuffer>>;
  free: Promise<unknown>;
} {
  const thread = takeThread();
  thread.uses += 1;
  const pdf = run(thread.worker, { ...order, catalogue: newTo(thread, order) });
  const free = pdf.then(
    () => giveBack(thread),
    // Native code is not interrupted: the thread ends after it.
    () => thread.worker.terminate(),
  );
  return { pdf, free };
}

/** The catalogue of a report's language, if the thread lacks it. A plain document needs none. */
function newTo({ languages }: Thread, order: ToSet): Catalogue | undefined {
  if (!("input" in order) || languages.has(order.input.language)) return undefined;
  languages.add(order.input.language);
  return catalogueOf(order.input.language);
}

function takeThread(): Thread {
  const found = idle.pop();
  clearTimeout(found?.timer);
  return found ?? { worker: startWorker(), uses: 0, languages: new Set(), timer: undefined };
}

function startWorker(): Worker {
  const worker = new Worker(program, { env: {}, execArgv: [], resourceLimits, workerData });
  // An idle thread does not keep the process alive. Without a listener, an error in it would end the process.
  worker.unref();
  worker.on("error", () => {});
  worker.once("exit", () => {
    const at = idle.findIndex((one) => one.worker === worker);
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
  });
  return worker;
}

function giveBack(thread: Thread): void {
  const end = () => {
    const order: ReportOrder = { end: true };
    thread.worker.postMessage(order);
  };
  if (thread.uses >= mostUses) {
    end();
    return;
  }
  thread.timer = setTimeout(() => {
    idle.splice(idle.indexOf(thread), 1);
    end();
  }, idleAfter).unref();
  idle.push(thread);
}

function run(worker: Worker, order: ReportOrder): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolvePdf, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      outcome();
    };
    const fail = (kind: "failed" | "late", reason: string) =>
      settle(() => reject(new ReportFailed(kind, reason)));
    const timer = setTimeout(() => fail("late", "too slow"), deadline);
    const onMessage = (made: SetReport) =>
      "pdf" in made
        ? settle(() => resolvePdf(made.pdf))
        : fail("failed", `refused ${made.refused}`);
    // The error's message might quote the report.
    const onError = (error: unknown) =>
      fail("failed", (error as { code?: string }).code ?? "the thread died");
    const onExit = () => fail("failed", "the thread ended");
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(order);
  });
}
