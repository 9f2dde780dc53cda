import { env } from "~/env.server";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { resumeReadings } from "~/features/history/connections.server";

/**
 * Reads an account whose readings have paused, as soon as its owner signs in. Should that fail, the next day's look
 * notices that the owner is back.
 */
export async function resumePausedReadings(uid: string): Promise<void> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return;
  if (await resumeReadings(uid)) readSoon(uid);
}
