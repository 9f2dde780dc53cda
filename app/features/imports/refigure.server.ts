import { settingsOf } from "~/features/account/settings.server";
import { storedAnalysis } from "~/features/history/analyses.server";
import { longestWork } from "~/features/history/kept-pieces.server";
import { eraseLeftoverLists } from "~/features/imports/cleanup.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { NoMemory, patienceOfPerson } from "~/features/imports/services/memory.server";
import { isInZone, planInZone, planRefigure } from "~/features/imports/services/plans.server";
import { withReadingThread } from "~/features/imports/services/reading-thread.server";
import type { ImportThread } from "~/features/imports/thread.server";
import { log } from "~/platform/monitoring/log.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { asBackgroundWork, UpstreamError } from "~/platform/upstream/upstream.server";
import { hourInSeconds, minute } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

/**
 * Computes the profile anew from the imports in use, what the connection has given and what the subscriber says of people; without
 * imports and connection there is none. Call it when one of them has changed. A profile of the outside system stays.
 * It takes no place of an import: refigures wait for each other.
 * @param isAwaited whether somebody waits for it: then not for long until it begins
 * @param waited milliseconds for which they have waited already
 * @throws UpstreamError where Firestore fails or others have the memory, ThreadDied where the computing does; then nothing has
 * changed
 */
export async function refigure(uid: string, { isAwaited = false, waited = 0 } = {}): Promise<void> {
  const patience = isAwaited ? Math.max(0, patienceOfPerson - waited) : undefined;
  await carriedOut(uid, planRefigure, patience).catch((error) => {
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

/** Of one subscriber in an hour. */
const ofNewZones = createLimit("zone-anew", { points: 5, seconds: hourInSeconds });
/** Milliseconds that it waits for memory in all: it may hold a place meanwhile, for which somebody else waits. */
const patienceForZone = minute;

/** Subscribers of whom one runs in this process, and those of them for whom another must follow. */
const running = new Set<string>();
const wanted = new Set<string>();

/**
 * Computes anew in the background where the analysis tells hours in another time zone than the one that was just saved. Where
 * that fails or is refused, the recommendations name the zone of before until one is saved again, or the next import or reading.
 */
export function refigureInZone(uid: string): void {
  if (running.has(uid)) {
    wanted.add(uid);
    return;
  }
  running.add(uid);
  const work = asBackgroundWork(() => computedInZone(uid)).finally(() => {
    running.delete(uid);
    if (wanted.delete(uid)) refigureInZone(uid);
  });
  inBackground("telling hours in another time zone", work);
}

async function computedInZone(uid: string): Promise<void> {
  const [{ timeZone }, stored] = await Promise.all([settingsOf(uid), storedAnalysis(uid)]);
  if (isInZone({ ...stored, timeZone })) return;
  if ((await ofNewZones.take(uid)) !== undefined)
    log.warn({}, "hours are not told in another time zone: too often in an hour");
  else await carriedOut(uid, planInZone, patienceForZone);
}
