import { bulkhead } from "cockatiel";
import { inBackground } from "~/services/background.server";
import { type ImportThread, startThread } from "~/services/imports/thread.server";

/** Threads of refigures in this process. They take no place of an import (places.server.ts). */
const places = bulkhead(4, Number.POSITIVE_INFINITY);
/** Starting a thread costs more than a usual refigure: it is used again, and ends when there is nothing to do. */
const idleAfter = 1_000;
/** Refigures after which a new thread takes over: one lives two hours at most, and must not end at work. */
const mostUses = 200;

interface Idle {
  thread: ImportThread;
  uses: number;
  timer: NodeJS.Timeout;
}

const idle: Idle[] = [];

/** Does work with a thread of refigures, as soon as a place is free. The thread starts when it is first asked for. */
export function withReadingThread<T>(work: (thread: () => ImportThread) => Promise<T>): Promise<T> {
  return places.execute(async () => {
    let taken: Omit<Idle, "timer"> | undefined;
    const thread = () => {
      taken ??= take();
      return taken.thread;
    };
    try {
      const result = await work(thread);
      if (taken) giveBack(taken);
      return result;
    } catch (error) {
      // It may have died, or still be at work.
      if (taken) end(taken.thread);
      throw error;
    }
  });
}

function take(): Omit<Idle, "timer"> {
  const found = idle.pop();
  if (!found) return { thread: startThread(), uses: 1 };
  clearTimeout(found.timer);
  return { thread: found.thread, uses: found.uses + 1 };
}

function giveBack({ thread, uses }: Omit<Idle, "timer">): void {
  if (uses >= mostUses) {
    end(thread);
    return;
  }
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(entry), 1);
    end(thread);
  }, idleAfter);
  const entry = { thread, uses, timer };
  idle.push(entry);
}

const end = (thread: ImportThread) => inBackground("ending the thread of a refigure", thread.end());
