import type { PostFigures } from "../export/export.ts";
import type { Measures } from "./recommendations.ts";
import { chanceOfHeads, mean, median } from "./statistics.ts";

const day = 86_400;
const month = 30 * day;
/** Of fewer posts, a weekday and an hour say nothing (instagram.md 4). */
const fewestForBlocks = 30;
const fewestInBlock = 3;
/** A block's median counts as much as this many posts of the usual kind: few good posts do not make a good hour. */
const blockShrinkage = 5;
const fewestOfKind = 10;
const hoursInBlock = 3;
const weekdays = [
  "Sundays",
  "Mondays",
  "Tuesdays",
  "Wednesdays",
  "Thursdays",
  "Fridays",
  "Saturdays",
];

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
  const measures: Measures = { daysSinceLastPost: Math.floor((takenAt - last) / day) };
  // Of the time before the first post that is known, nothing can be said.
  if (first > takenAt - 3 * month) return measures;
  const recent = sorted.filter((time) => time > takenAt - 3 * month);
  const gaps = recent.slice(1).map((time, index) => time - (recent[index] ?? time));
  return {
    ...measures,
    postsLast30: within(month, 0),
    postsBefore30: within(2 * month, month),
    longestGapDays: gaps.length === 0 ? undefined : Math.floor(Math.max(...gaps) / day),
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
  const rated = ratedOf(posts);
  return { ...bestBlock(rated), ...kinds(rated) };
}

function bestBlock(rated: readonly Rated[]): Measures {
  const values = rated.map(({ engagement }) => engagement);
  const usual = median(values);
  const average = mean(values);
  if (rated.length < fewestForBlocks || !usual || average === undefined) return {};
  const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)) ?? 0);
  if (deviation === 0) return {};
  const blocks = [...Map.groupBy(rated, ({ post }) => blockOf(post.postedAt))].filter(
    ([, { length }]) => length >= fewestInBlock,
  );
  const scored = blocks.map(([block, members]) => {
    const scores = members.map(({ engagement }) => (engagement - average) / deviation);
    const score = ((median(scores) ?? 0) * members.length) / (members.length + blockShrinkage);
    return { block, members, score };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, candidate) => (top && top.score >= candidate.score ? top : candidate),
    undefined,
  );
  if (!best) return {};
  return {
    bestBlock: best.block,
    bestBlockPosts: best.members.length,
    bestBlockTimes: (median(best.members.map(({ engagement }) => engagement)) ?? 0) / usual,
    // The best of many blocks looks good by chance: each of them counts.
    bestBlockChance: Math.min(100, chanceAbove(best.members, usual) * blocks.length),
  };
}

/** `Tuesdays from 18:00 to 21:00 (UTC)`. @param second epoch seconds */
function blockOf(second: number): string {
  const time = new Date(second * 1_000);
  const from = time.getUTCHours() - (time.getUTCHours() % hoursInBlock);
  const hour = (value: number) => `${String(value).padStart(2, "0")}:00`;
  return `${weekdays[time.getUTCDay()]} from ${hour(from)} to ${hour(from + hoursInBlock)} (UTC)`;
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
