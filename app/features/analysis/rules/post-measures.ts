import { formatDate } from "../../../platform/values/dates.ts";
import { median } from "../../../platform/values/statistics.ts";
import type { PostFigures } from "../../export/export.ts";
import type { EngagementFigures, EngagementRates } from "../engagement.ts";
import type { Measures } from "./recommendations.ts";

type Figure = "saves" | "shares" | "follows" | "reach";
/** Posts that are compared with as many before them. */
const compared = 10;
/** With fewer posts, the usual is not known. */
const fewest = 10;

/** What the figures of single posts say. @param posts newest first */
export function postMeasures(posts: readonly PostFigures[]): Measures {
  const saved = topOf(posts, "saves");
  const shared = topOf(posts, "shares");
  const followed = topOf(posts, "follows");
  const engagement = trendOf(
    posts.flatMap(({ likes, comments }) =>
      likes === null || comments === null ? [] : [likes + comments],
    ),
  );
  const reach = trendOf(posts.map((post) => post.reach).filter((value) => value !== null));
  return {
    recentMedian: engagement?.recent,
    earlierMedian: engagement?.earlier,
    recentTimes: engagement?.times,
    reachRecent: reach?.recent,
    reachEarlier: reach?.earlier,
    reachTimes: reach?.times,
    savedMost: saved?.most,
    savedTimes: saved?.times,
    savedDate: saved?.date,
    sharedMost: shared?.most,
    sharedTimes: shared?.times,
    sharedDate: shared?.date,
    followsMost: followed?.most,
    followsTimes: followed?.times,
    followsDate: followed?.date,
  };
}

export function rateMeasures(
  engagement: EngagementFigures | undefined,
  rates: EngagementRates,
): Measures {
  if (!engagement) return {};
  return {
    engagementCell: engagement.cell,
    engagementPercent: engagement.percent,
    usualPercent: engagement.usualPercent,
    usualSource: `${rates.source}, ${rates.year}`,
  };
}

/** The post with the most of a figure, compared with the usual post. A usual of 0 counts as 1. */
function topOf(posts: readonly PostFigures[], figure: Figure) {
  const known = posts.flatMap((post) => {
    const value = post[figure];
    return value === null ? [] : [{ value, postedAt: post.postedAt }];
  });
  const usual = median(known.map(({ value }) => value));
  const [first, ...others] = known;
  if (!first || usual === undefined || known.length < fewest) return undefined;
  const top = others.reduce((best, one) => (one.value > best.value ? one : best), first);
  return {
    most: top.value,
    times: top.value / Math.max(1, usual),
    date: formatDate(top.postedAt * 1_000),
  };
}

/** The median of the newest posts, and of as many before them. @param values newest first */
function trendOf(values: readonly number[]) {
  const recent = median(values.slice(0, compared));
  const earlier = median(values.slice(compared, 2 * compared));
  if (values.length < 2 * compared || recent === undefined || !earlier) return undefined;
  return { recent, earlier, times: recent / earlier };
}
