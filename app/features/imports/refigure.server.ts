import { longestWork } from "~/features/history/kept-pieces.server";
import { eraseLeftoverLists } from "~/features/imports/cleanup.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { NoMemory, patienceOfPerson } from "~/features/imports/services/memory.server";
import { planRefigure } from "~/features/imports/services/plans.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import type { ImportThread } from "~/features/imports/thread.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/**
 * Computes the profile anew from the imports in use, what the connection has given and what the subscriber says of people; without
 * imports and connection there is none. Call it when one of them has changed. A profile of the outside system stays.
 * It takes no place of an import: refigures wait for each other.
 * @param isAwaited whether somebody waits for it: then not for long until it begins
 * @throws UpstreamError where Firestore fails or others have the memory, ThreadDied where the computing does; then nothing has
 * changed
 */
export async function refigure(uid: string, { isAwaited = false } = {}): Promise<void> {
  const work = async (thread: () => ImportThread) => {
    await carryOutPlan(uid, thread, planRefigure);
  };
  await withReadingThread(work, isAwaited ? patienceOfPerson : undefined).catch((error) => {
    throw error instanceof NoMemory ? new UpstreamError("firestore", "busy") : error;
  });
  inBackground("erasing leftover lists", eraseLeftoverLists(uid, Date.now() - longestWork));
}
