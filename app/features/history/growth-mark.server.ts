import { analysisOf } from "~/features/history/analyses.server";
import { createCache } from "~/platform/store/cache.server";
import { onChange } from "~/platform/store/change-notices.server";

const marks = createCache<string | null>("growth-marks", { ttl: 2_000, maxBytes: 2 * 1_048_576 });
onChange("profile", marks.drop);

/** Called with a new profile, which comes with its growth. */
export const forgetGrowth = marks.drop;

/** A mark that changes with the growth; null without any. At most 2 s old, as the profile is. Cheaper than growth. */
export const growthMark = (uid: string): Promise<string | null> =>
  marks.get(uid, async () => {
    const analysis = await analysisOf(uid);
    return (analysis?.growth && analysis.generation) ?? null;
  });
