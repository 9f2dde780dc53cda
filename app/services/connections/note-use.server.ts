import { resumeReadings } from "~/clients/connections.server";
import { recordUse } from "~/clients/last-use.server";
import { env } from "~/env.server";
import { readSoon } from "~/services/connections/read-soon.server";

/**
 * Records that somebody has signed in, which nobody does without a plan. An account whose readings have paused is read at
 * once; should that fail, the next day's look finds them back.
 */
export async function noteUse(uid: string): Promise<void> {
  await recordUse(uid);
  if (!env.ANALYSIS_SOURCES.has("instagram")) return;
  if (await resumeReadings(uid)) readSoon(uid);
}
