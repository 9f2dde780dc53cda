import { longestWork } from "~/features/history/kept-pieces.server";
import { eraseLeftoverLists } from "~/features/imports/cleanup.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { planRefigure } from "~/features/imports/services/plans.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import { inBackground } from "~/platform/work/background.server";

/**
 * Computes the profile anew from the imports in use and what the connection has given; without either there is none.
 * Call it when a part of a reading is stored, and when a connection is erased. A profile of the outside system stays.
 * It takes no place of an import: refigures wait for each other.
 * @throws UpstreamError where Firestore fails, ThreadDied where the computing does; then nothing has changed
 */
export async function refigure(uid: string): Promise<void> {
  await withReadingThread(async (thread) => {
    await carryOutPlan(uid, thread, planRefigure);
  });
  inBackground("erasing leftover lists", eraseLeftoverLists(uid, Date.now() - longestWork));
}
