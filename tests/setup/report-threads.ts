import { Worker } from "node:worker_threads";
import { afterEach } from "vitest";
import type { ReportInput } from "~/features/report/rules/input";
import { smallInput } from "./small-report.ts";

interface SentOrder {
  worker: Worker;
  /** Lets the thread have it. */
  send: () => void;
}

/** What is sent to threads that set reports: while they are held, they do not arrive. */
export const orders = {
  all: [] as SentOrder[],
  held: false,
  /** All threads that were sent any. */
  workers: [] as Worker[],
  /** Lets all that is held arrive. */
  release(): void {
    orders.held = false;
    for (const { send } of orders.all) send();
  },
};

afterEach(() => {
  orders.release();
  orders.all.length = 0;
});

const post = Worker.prototype.postMessage;
const unset = "nobody";
Worker.prototype.postMessage = function (this: Worker, order: object, ...more: []) {
  if (!("input" in order)) return post.call(this, order, ...more);
  if (!orders.workers.includes(this)) orders.workers.push(this);
  let isSent = false;
  const send = () => {
    if (isSent) return;
    isSent = true;
    if ((order as { input: ReportInput }).input.operator === unset)
      setImmediate(() => this.emit("message", { pdf: new Uint8Array(1) }));
    else post.call(this, order);
  };
  orders.all.push({ worker: this, send });
  if (!orders.held) send();
};

/**
 * Of a report that no thread sets: the thread's answer is made up. In a language of its own, since its catalogue does not
 * arrive.
 */
export const unsetInput = smallInput(unset, { language: "it" });

/** Asks for as many reports as there are places and may wait. Only the last is set. */
export const crowd = (setReport: (uid: string, input: ReportInput) => Promise<Uint8Array>) =>
  Array.from({ length: 64 }, (_, n) =>
    setReport(`uid-${n}`, n < 63 ? unsetInput : smallInput("last")),
  );
