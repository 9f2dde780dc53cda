import { askForReading } from "~/clients/connections.server";
import { recordUse } from "~/clients/last-use.server";
import { isAway } from "~/domain/instagram/schedule";
import { env } from "~/env.server";
import { readSoon } from "~/services/connections/read-soon.server";

/**
 * Records that somebody has signed in. The account of one who was away for long is read at once; should that fail, the
 * next day's look finds them back.
 */
export async function noteUse(uid: string): Promise<void> {
  const before = await recordUse(uid);
  if (!env.ANALYSIS_SOURCES.has("instagram")) return;
  if (before === undefined || !isAway(before, Date.now())) return;
  if ((await askForReading(uid)) === "reading") readSoon(uid);
}
