import { env } from "~/env.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { firstStepOf } from "~/features/analysis/first-step.server";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { growthOf } from "~/features/growth/growth.server";
import { growthMark } from "~/features/history/growth-mark.server";
import { createCache } from "~/platform/store/cache.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { type GrowthPage, growthPage, pageName } from "./growth-page.server.ts";

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
  const [mark, timeZone] = await Promise.all([growthMark(uid), unlessDown(timeZoneOf(uid))]);
  if (mark === null) return { state: "not-yet" as const, knowing };
  const asked = { profile, knowing, range, timeZone: timeZone ?? null, now: Date.now() };
  const name = JSON.stringify([uid, mark, pageName(asked)]);
  const page = await pages.get(name, async () => {
    const growth = await growthOf(uid);
    return growth ? named(growthPage(growth, asked), name) : null;
  });
  return page ? { state: "shown" as const, page } : { state: "not-yet" as const, knowing };
}

const pages = createCache<GrowthPage | null>("growth-pages", {
  ttl: 60_000,
  maxBytes: 16 * 1_048_576,
});

/** The rendered page is found by its name: writing all of it out for that would take longer than sending it. */
const named = (page: GrowthPage, name: string): GrowthPage =>
  Object.defineProperty(page, "toJSON", { value: () => name });
