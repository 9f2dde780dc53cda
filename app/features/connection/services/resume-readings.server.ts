import { env } from "~/env.server";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { resumeReadings } from "~/features/history/connections.server";

/**
 * Reads an account whose readings have paused at once, when its owner has signed in; should that fail, the next day's look
 * finds them back.
 */
export async function resumePausedReadings(uid: string): Promise<void> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return;
  if (await resumeReadings(uid)) readSoon(uid);
}
