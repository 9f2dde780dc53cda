import { env } from "~/env.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { firstStepOf } from "~/features/analysis/first-step.server";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { growthOf, orGrowthUnreadable } from "~/features/growth/growth.server";
import { rangeOf, startOfDay, usualRange } from "~/features/growth/ranges";
import { growthMark } from "~/features/history/growth-mark.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { keyedBy } from "~/platform/pages/page-key.server";
import { createCache } from "~/platform/store/cache.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import { type GrowthPage, growthPage, growthPageKey } from "./growth-page.server.ts";

/**
 * The growth page of a subscriber, or what stands in its place.
 * @param range `?range=`
 * @throws a 404 for those whose analysis the outside system makes
 */
export async function shownGrowth(uid: string, range: string | null) {
  const { profile } = await profileOrLastGood(uid);
  if (profile.source === "outside") throw new Response(null, { status: 404 });
  const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
  if (profile.source === "none")
    return { state: "first-step" as const, firstStep: await firstStepOf(uid, knowing) };
  const [mark, timeZone] = await Promise.all([
    orGrowthUnreadable(growthMark(uid)),
    unlessDown(timeZoneOf(uid)),
  ]);
  if (mark === null) return { state: "not-yet" as const, knowing };
  const { sources } = profile;
  const today = startOfDay(Date.now());
  const newest = sources.connection ? today : (sources.export?.takenAt ?? today);
  const inputs = {
    sources,
    knowing,
    range: rangeOf(range, usualRange(newest, today)),
    timeZone: timeZone ?? null,
    today,
    language: currentLanguage(),
  };
  const key = growthPageKey({ ...inputs, uid, mark });
  const page = await pages.get(key, async () => {
    const growth = await growthOf(uid);
    return growth ? growthPage(growth, inputs) : null;
  });
  return page
    ? keyedBy(key, { state: "shown" as const, page })
    : { state: "not-yet" as const, knowing };
}

const pages = createCache<GrowthPage | null>("growth-pages", {
  ttl: minute,
  maxBytes: 10 * 1_048_576,
});
