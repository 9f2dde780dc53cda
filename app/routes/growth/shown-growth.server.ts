import { connectionOf } from "~/clients/connections.server";
import { growthOf } from "~/clients/growth.server";
import { profileOrLastGood } from "~/clients/profiles.server";
import { settingsOf } from "~/clients/settings.server";
import { unlessDown, withoutWaiting } from "~/clients/upstream.server";
import { knowingOf } from "~/domain/analysis-notes";
import { env } from "~/env.server";
import { growthPage } from "./growth-page.server.ts";

/**
 * The growth page of a subscriber, or what stands in its place.
 * @param range `?range=`
 * @throws a 404 for those whose analysis the outside system makes
 */
export async function shownGrowth(uid: string, range: string | null) {
  const { profile } = await profileOrLastGood(uid);
  if (profile.source === "outside") throw new Response(null, { status: 404 });
  const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
  const { mayImport, mayConnect } = knowing;
  if (profile.source === "none") {
    const connection = mayConnect
      ? await withoutWaiting("firestore", connectionOf(uid), undefined)
      : undefined;
    const firstStep = { mayImport, mayConnect, isBeingRead: connection !== undefined };
    return { state: "first-step" as const, firstStep };
  }
  const [growth, settings] = await Promise.all([growthOf(uid), unlessDown(settingsOf(uid))]);
  if (!growth) return { state: "not-yet" as const, knowing };
  const timeZone = settings?.timeZone ?? null;
  return {
    state: "shown" as const,
    page: growthPage({ profile, growth, range, timeZone, now: Date.now() }),
  };
}
