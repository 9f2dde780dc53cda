import { longestWork } from "~/features/history/kept-pieces.server";
import { eraseLeftoverLists } from "~/features/imports/cleanup.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { NoMemory, patienceOfPerson } from "~/features/imports/services/memory.server";
import { planRefigure, planRefigureOfAny } from "~/features/imports/services/plans.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import type { ImportThread } from "~/features/imports/thread.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { hourInSeconds } from "~/platform/values/durations";
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
  await carriedOut(uid, planRefigure, isAwaited ? patienceOfPerson : undefined).catch((error) => {
    throw error instanceof NoMemory ? new UpstreamError("firestore", "busy") : error;
  });
}

async function carriedOut(uid: string, planFor: typeof planRefigure, patience?: number) {
  const work = async (thread: () => ImportThread) => {
    await carryOutPlan(uid, thread, planFor);
  };
  await withReadingThread(work, patience);
  inBackground("erasing leftover lists", eraseLeftoverLists(uid, Date.now() - longestWork));
}

/** Of one subscriber in an hour. Beyond it, the next import or reading tells the hours anew. */
const ofNewZones = createLimit("zone-anew", { points: 5, seconds: hourInSeconds });

/**
 * Computes anew in the background, in the time zone that was just chosen: the recommendations tell hours of it. Where that
 * fails, they name the zone of before until the next import or reading.
 */
export function refigureInNewZone(uid: string): void {
  const work = async () => {
    if ((await ofNewZones.take(uid)) === undefined) await carriedOut(uid, planRefigureOfAny);
  };
  inBackground("telling hours in another time zone", work());
}
