import { dayInSeconds } from "../../../platform/values/durations.ts";
import { chanceOfHeads, median } from "../../../platform/values/statistics.ts";
import type { PostFigures } from "../../export/export.ts";
import { bestHours, clockTimes, weekdays } from "../best-hours.ts";
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

interface Rated {
  post: PostFigures;
  engagement: number;
}

/** Posts whose likes and comments are both known. */
const ratedOf = (posts: readonly PostFigures[]): Rated[] =>
  posts.flatMap((post) =>
    post.likes === null || post.comments === null
      ? []
      : [{ post, engagement: post.likes + post.comments }],
  );

/** Which weekday and hours, and which kind of post, do better than the subscriber's own usual. */
export function timingMeasures(posts: readonly PostFigures[]): Measures {
  return { ...bestBlock(posts), ...kinds(ratedOf(posts)) };
}

function bestBlock(posts: readonly PostFigures[]): Measures {
  const hours = bestHours(posts, "UTC");
  const best = hours.outcome === "known" ? hours.best : undefined;
  if (best?.rated.times === undefined) return {};
  const { from, until } = clockTimes(best);
  return {
    bestBlock: `${weekdays[best.weekday]}s from ${from} to ${until} (UTC)`,
    bestBlockPosts: best.posts,
    bestBlockTimes: best.rated.times,
    bestBlockChance: best.rated.chance,
  };
}

function kinds(rated: readonly Rated[]): Measures {
  const reels = rated.filter(({ post }) => post.kind === "reel");
  const stills = rated.filter(({ post }) => post.kind === "post");
  const medianOf = (members: readonly Rated[]) =>
    median(members.map(({ engagement }) => engagement));
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
const chanceAbove = (members: readonly Rated[], usual: number): number =>
  chanceOfHeads(members.filter(({ engagement }) => engagement > usual).length, members.length) *
  100;
