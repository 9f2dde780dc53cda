import { SearchRefused } from "~/features/analysis/searches.server";
import { usedAmong } from "~/features/history/import";
import { importsOf } from "~/features/history/import-documents.server";
import { malformedLists } from "~/features/history/people-in-pieces.server";
import { NoMemory, patienceOfPerson } from "~/features/imports/services/memory.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import { type ImportThread, ThreadDied } from "~/features/imports/thread.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { hourInSeconds } from "~/platform/values/durations";
import { say } from "~/platform/values/say";
import { shares } from "~/platform/work/memory-shares.server";
import { createPlaces } from "~/platform/work/places.server";

/** How much all may do at once is bounded by the memory for threads, of which nobody takes more than half. */
const places = createPlaces({
  own: Math.min(2, Math.max(1, Math.floor(shares.refigures / 2))),
  all: Number.POSITIVE_INFINITY,
});
const ofSubscriber = createLimit("look-through", { points: 240, seconds: hourInSeconds });
/** Milliseconds until a place may be free. */
const soon = 10_000;

/** The imports in use, the oldest first. */
export const usedImports = async (uid: string) => usedAmong(await importsOf(uid));

/**
 * Goes through the kept lists of many imports in a thread, as far as this subscriber and this process may.
 * @throws SearchRefused where this subscriber or all ask for too much, UpstreamError where lists cannot be read
 */
export async function lookThrough<T>(
  uid: string,
  work: (thread: ImportThread) => Promise<T>,
): Promise<T> {
  const wait = await ofSubscriber.take(uid);
  if (wait !== undefined)
    throw new SearchRefused(429, say`You have looked through your exports very often.`, wait);
  const giveBack = places.take(uid);
  if (typeof giveBack === "string")
    throw new SearchRefused(429, say`Your exports are still being looked through.`, soon);
  try {
    return await withReadingThread((thread) => work(thread()), patienceOfPerson);
  } catch (error) {
    if (error instanceof NoMemory)
      throw new SearchRefused(
        503,
        say`Many exports are being looked through at this moment.`,
        soon,
      );
    if (error instanceof ThreadDied) throw malformedLists();
    throw error;
  } finally {
    giveBack();
  }
}
