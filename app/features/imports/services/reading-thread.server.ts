import { type ThreadMemory, takeMemory } from "~/features/imports/services/memory.server";
import { type ImportThread, startThread } from "~/features/imports/thread.server";
import { inBackground } from "~/platform/work/background.server";

/** Milliseconds after which an idle thread ends. It is used again: starting one costs more than a usual refigure. */
const idleAfter = 1_000;
/** Refigures after which a new thread takes over: one lives two hours at most, and must not end at work. */
const mostUses = 200;

interface Reading {
  thread: ImportThread;
  uses: number;
  /** Of whoever uses it now. */
  memory: ThreadMemory;
}

interface Idle extends Reading {
  timer: NodeJS.Timeout;
}

const idle: Idle[] = [];

/**
 * Does work with a thread of refigures, as soon as there is memory for it. The thread starts when it is first asked for. It takes
 * no place of an import.
 * @param patience milliseconds to wait for the memory in all; left out where no request waits for an answer: then for ever
 * @throws NoMemory when the patience is over
 */
export async function withReadingThread<T>(
  work: (thread: () => ImportThread) => Promise<T>,
  patience = Number.POSITIVE_INFINITY,
): Promise<T> {
  const memory = await takeMemory("refigures", { milliseconds: patience });
  let taken: Reading | undefined;
  const thread = () => {
    taken ??= take(memory);
    return taken.thread;
  };
  try {
    const result = await work(thread);
    if (taken) giveBack(taken);
    return result;
  } catch (error) {
    // The thread may have died, or still be at work.
    if (taken) end(taken.thread);
    throw error;
  } finally {
    memory.giveBack();
  }
}

function take(memory: ThreadMemory): Reading {
  const found = idle.pop();
  if (!found) {
    const started: Reading = { thread: startThread(() => started.memory), uses: 1, memory };
    return started;
  }
  clearTimeout(found.timer);
  found.uses += 1;
  found.memory = memory;
  return found;
}

function giveBack(reading: Reading): void {
  if (reading.uses >= mostUses) {
    end(reading.thread);
    return;
  }
  const entry: Idle = Object.assign(reading, {
    timer: setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      end(reading.thread);
    }, idleAfter),
  });
  idle.push(entry);
}

const end = (thread: ImportThread) => inBackground("ending the thread of a refigure", thread.end());
