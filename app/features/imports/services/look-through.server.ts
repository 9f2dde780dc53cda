import { fewPeople, SearchRefused } from "~/features/analysis/searches.server";
import { type Import, usedAmong } from "~/features/history/import";
import { importsOf } from "~/features/history/import-documents.server";
import { malformedLists } from "~/features/history/people-in-pieces.server";
import { NoMemory, patienceOfPerson } from "~/features/imports/services/memory.server";
import { createOwnPlaces } from "~/features/imports/services/own-places.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import { type ImportThread, ThreadDied } from "~/features/imports/thread.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { hourInSeconds } from "~/platform/values/durations";
import { say } from "~/platform/values/say";
import { sum } from "~/platform/values/statistics";
import { shares } from "~/platform/work/memory-shares.server";

/**
 * How much all may do at once is bounded by the memory for threads, of which nobody takes more than half. Who waits has their
 * turn within a second mostly.
 */
const takePlace = createOwnPlaces({
  atOnce: Math.min(2, Math.max(1, Math.floor(shares.refigures / 2))),
  mostWaiting: 20,
});
const longOnes = createLimit("look-through", { points: 240, seconds: hourInSeconds });
const shortOnes = createLimit("look-through-short", { points: 60, seconds: 60 });
/** Milliseconds until a place may be free. */
const soon = 10_000;

/** The imports in use, the oldest first. */
export const usedImports = async (uid: string) => usedAmong(await importsOf(uid));

/** Too many looks of one subscriber (429), or one that takes long (503). */
export const stillLooking = (status: 429 | 503): SearchRefused =>
  new SearchRefused(status, say`Your exports are still being looked through.`, soon);

/**
 * Goes through the kept lists of many imports in a thread, as far as this subscriber and this process may. Who asks for many at
 * once waits for their own, and nobody else does.
 * @throws SearchRefused where this subscriber or all ask for too much, UpstreamError where lists cannot be read
 */
export async function lookThrough<T>(
  uid: string,
  used: readonly Pick<Import, "counts">[],
  work: (thread: ImportThread) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const people = sum(used.map(({ counts }) => counts.followers + (counts.following ?? 0)));
  const wait = await (people > fewPeople ? longOnes : shortOnes).take(uid);
  if (wait !== undefined)
    throw new SearchRefused(429, say`You have looked through your exports very often.`, wait);
  const giveBack = await takePlace(uid, { milliseconds: patienceOfPerson }).catch(() => {
    throw stillLooking(429);
  });
  try {
    const left = Math.max(0, began + patienceOfPerson - performance.now());
    return await withReadingThread((thread) => work(thread()), left);
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
