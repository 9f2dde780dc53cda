import { parentPort } from "node:worker_threads";
import { growthFrom } from "./features/growth/compute-growth.ts";
import { encodeGrowth } from "./features/growth/encode-growth.ts";
import { encodeLists, type KeptLists } from "./features/history/kept-lists.ts";
import { analyse, type GrowthIn } from "./features/imports/rules/analyse.ts";
import { compareLists } from "./features/imports/rules/compare-lists.ts";
import { lookForPerson, mayBeSame } from "./features/imports/rules/find-person.ts";
import { readUploaded } from "./features/imports/rules/read-uploaded.ts";
import type { Ask, ReadTask, Result, ServerAnswer, Task } from "./features/imports/rules/work.ts";
import { writeOut } from "./features/imports/rules/write-out.ts";
import { yieldToThePages } from "./platform/work/thread-priority.ts";

// A thread for one import (features/imports/thread.server.ts): the work does not block the pages' event loop, and
// a hostile file can break only this thread. It imports only rules (app/street.ts), so that Node also runs it from source.

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");
yieldToThePages();

let receive: (answer: ServerAnswer) => void = () => {};
const ask: Ask = (question) =>
  new Promise((resolve) => {
    receive = resolve;
    // Bytes are handed over instead of copied.
    port.postMessage(question, question.ask === "keep" ? [question.piece.buffer] : []);
  });

const growthIn: GrowthIn = (sources) => encodeGrowth(growthFrom(sources));

/** The lists of the export that this thread has read. */
let lists: KeptLists | undefined;

async function read({ maxListBytes }: ReadTask): Promise<Result> {
  const found = await readUploaded(ask, maxListBytes);
  lists = found.lists;
  return found.result;
}

async function keep(): Promise<Result> {
  if (!lists) throw new Error("nothing was read that could be kept");
  for (const piece of encodeLists(lists)) await ask({ ask: "keep", piece });
  return "kept";
}

function run(task: Task): Promise<Result> {
  switch (task.task) {
    case "read":
      return read(task);
    case "keep":
      return keep();
    case "analyse":
      return analyse(task, ask, growthIn, task.candidate && !task.settled ? lists : undefined);
    case "write":
      return writeOut(task, ask);
    case "compare":
      return compareLists(task, ask);
    case "person":
      return lookForPerson(task, ask);
    case "same":
      return mayBeSame(task, ask);
  }
}

port.on("message", async (message: { task: Task } | { answer: ServerAnswer }) => {
  if ("answer" in message) return receive(message.answer);
  // A rejection ends the thread, and reaches the server as the worker's `error` event.
  port.postMessage({ result: await run(message.task) });
});
