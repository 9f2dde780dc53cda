import { formatDate } from "../../../platform/values/dates.ts";
import { dayInSeconds } from "../../../platform/values/durations.ts";
import { chanceOfHeads, median } from "../../../platform/values/statistics.ts";
import type { PostFigures } from "../../export/export.ts";
import { bestHours, clockTimes, weekdays, zoneName } from "../best-hours.ts";
import { type EngagementFigures, type EngagementRates, withReactions } from "../engagement.ts";
import type { Measures } from "./recommendations.ts";

const month = 30 * dayInSeconds;
const fewestOfKind = 10;

/**
 * How often the subscriber posts.
 * @param times epoch seconds of all posts that are known
 * @param takenAt epoch seconds
 */
export function rhythmMeasures(times: readonly number[], takenAt: number): Measures {
  const sorted = times.filter((time) => time <= takenAt).sort((a, b) => a - b);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return {};
  const within = (from: number, to: number) =>
    sorted.filter((time) => time > takenAt - from && time <= takenAt - to).length;
  const measures: Measures = { daysSinceLastPost: Math.floor((takenAt - last) / dayInSeconds) };
  // Of the time before the first post that is known, nothing can be said.
  if (first > takenAt - 3 * month) return measures;
  const recent = sorted.filter((time) => time > takenAt - 3 * month);
  const gaps = recent.slice(1).map((time, index) => time - (recent[index] ?? time));
  return {
    ...measures,
    postsLast30: within(month, 0),
    postsBefore30: within(2 * month, month),
    longestGapDays: gaps.length === 0 ? undefined : Math.floor(Math.max(...gaps) / dayInSeconds),
  };
}

/**
 * Which weekday and hours, and which kind of post, do better than the subscriber's own usual.
 * @param timeZone the subscriber's, an IANA name
 */
export function timingMeasures(posts: readonly PostFigures[], timeZone: string): Measures {
  return { ...bestBlock(posts, timeZone), ...kinds(withReactions(posts)) };
}

function bestBlock(posts: readonly PostFigures[], timeZone: string): Measures {
  const hours = bestHours(posts, timeZone);
  const best = hours.outcome === "known" ? hours.best : undefined;
  if (best?.rated.times === undefined) return {};
  const { from, until } = clockTimes(best);
  return {
    bestBlock: `${weekdays[best.weekday]}s from ${from} to ${until} (${zoneName(timeZone)})`,
    bestBlockPosts: best.posts,
    bestBlockTimes: best.rated.times,
    bestBlockChance: best.rated.chance,
  };
}

type Rated = ReturnType<typeof withReactions<PostFigures>>;

function kinds(rated: Rated): Measures {
  const reels = rated.filter(({ post }) => post.kind === "reel");
  const stills = rated.filter(({ post }) => post.kind === "post");
  const medianOf = (members: Rated) => median(members.map(({ reactions }) => reactions));
  const [usual, ofReels, ofStills] = [rated, reels, stills].map(medianOf);
  if (Math.min(reels.length, stills.length) < fewestOfKind || !usual || !ofReels || !ofStills)
    return {};
  return {
    reels: reels.length,
    stills: stills.length,
    reelTimes: ofReels / ofStills,
    reelChance: chanceAbove(reels, usual),
    stillTimes: ofStills / ofReels,
    stillChance: chanceAbove(stills, usual),
  };
}

/** How likely it is that so many of these are above the usual, if they were like all others. In percent. */
const chanceAbove = (members: Rated, usual: number): number =>
  chanceOfHeads(members.filter(({ reactions }) => reactions > usual).length, members.length) * 100;

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
  const engagement = trendOf(withReactions(posts).map(({ reactions }) => reactions));
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
