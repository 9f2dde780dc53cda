import { env } from "~/env.server";
import { readings } from "~/features/connection/services/outbox/reading.server";
import { resumeReadings } from "~/features/history/connections.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { inBackground } from "~/platform/work/background.server";
import { createPlaces } from "~/platform/work/places.server";

/** Readings that this process begins at once because somebody waits, beside those that are due. */
const places = createPlaces({ own: 1, all: 8 });

/**
 * Carries out a connection's entry that is due, in the background. If this process dies, or has no place for it, the next
 * round of the outbox takes it up, in any process.
 */
export function readSoon(uid: string): void {
  const giveBack = places.take(uid);
  if (typeof giveBack === "string") return;
  inBackground("reading", runEntry(readings, uid).finally(giveBack));
}

/**
 * Reads an account whose readings have paused, as soon as its owner signs in. Should that fail, the next day's look
 * notices that the owner is back.
 */
export async function resumePausedReadings(uid: string): Promise<void> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return;
  if (await resumeReadings(uid)) readSoon(uid);
}
