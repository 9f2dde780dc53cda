import {
  patienceOfPerson,
  type ThreadMemory,
  takeMemory,
} from "~/features/imports/services/memory.server";
import { takePlace } from "~/features/imports/services/places.server";
import { type ImportThread, startThread } from "~/features/imports/thread.server";

/**
 * Does what a subscriber has pressed, in a place of an import, with a thread that starts when it is first asked for.
 * @returns `busy` or `own` where no place is free
 * @throws NoMemory where there is none in time
 */
export async function withOwnThread<T>(
  uid: string,
  work: (thread: () => ImportThread) => Promise<T>,
): Promise<T | "busy" | "own"> {
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") return giveBack;
  let thread: ImportThread | undefined;
  let memory: ThreadMemory | undefined;
  try {
    const own = await takeMemory("imports", { milliseconds: patienceOfPerson });
    memory = own;
    return await work(() => {
      thread ??= startThread(() => own);
      return thread;
    });
  } finally {
    giveBack();
    await thread?.end();
    memory?.giveBack();
  }
}
