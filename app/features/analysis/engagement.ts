import { median } from "../../platform/values/statistics.ts";
import type { PostFigures } from "../export/export.ts";

/** `content/engagement-rates.yaml`. */
export interface EngagementRates {
  source: string;
  year: number;
  /** By rising size. The last has no `below`. */
  sizes: readonly { below?: number | undefined; percent: number }[];
  other: {
    source: string;
    year: number;
    lowestPercent: number;
    highestPercent: number;
    by: string;
  };
  /** Multiples of the usual rate at which the first four of the five cells end. */
  edges: readonly number[];
  /** What each cell is called. */
  levels: readonly string[];
}

/** How many followers there were. */
export interface KnownCount {
  /** Epoch seconds. */
  at: number;
  followers: number;
}

export interface EngagementFigures {
  cell: 1 | 2 | 3 | 4 | 5;
  status: string;
  /** Median of the posts' likes and comments, as a percentage of the followers of their time. */
  percent: number;
  /** What is usual for accounts of this size. */
  usualPercent: number;
}

/** Posts over which the median is taken (docs/analysis.md#engagement). */
export const ratedPosts = 30;
/** How many posts an account needs to be rated (docs/analysis.md#engagement). */
export const fewestRatedPosts = 10;
const cells = [1, 2, 3, 4, 5] as const;

/**
 * The account's rate (docs/analysis.md#engagement).
 * @param posts newest first
 * @returns undefined with too few posts whose likes and comments are known, or without a count of followers
 */
export function engagementOf(
  posts: readonly PostFigures[],
  counts: readonly KnownCount[],
  rates: EngagementRates,
): EngagementFigures | undefined {
  const known = counts.filter(({ followers }) => followers > 0);
  const newest = known.toSorted((a, b) => b.at - a.at)[0];
  if (!newest) return undefined;
  const percentages = posts
    .slice(0, ratedPosts)
    .map((post) => rateOf(post, known))
    .filter((percent) => percent !== undefined);
  const percent = median(percentages);
  if (percent === undefined || percentages.length < fewestRatedPosts) return undefined;
  const usualPercent = usualPercentOf(newest.followers, rates);
  const edge = rates.edges.findIndex((multiple) => percent < multiple * usualPercent);
  const cell = cells[edge] ?? 5;
  return { cell, status: rates.levels[cell - 1] ?? "", percent, usualPercent };
}

/** The posts whose likes and comments are both known, with the sum of the two. */
export const withReactions = <Post extends Pick<PostFigures, "likes" | "comments">>(
  posts: readonly Post[],
) =>
  posts.flatMap((post) =>
    post.likes === null || post.comments === null
      ? []
      : [{ post, reactions: post.likes + post.comments }],
  );

const usualPercentOf = (followers: number, { sizes }: EngagementRates): number =>
  sizes.find(({ below }) => below === undefined || followers < below)?.percent ?? 0;

/**
 * Likes and comments of a post as a percentage of the followers of its time: the nearest count that is known.
 * @param counts above 0
 */
export function rateOf(
  post: Pick<PostFigures, "likes" | "comments" | "postedAt">,
  counts: readonly KnownCount[],
): number | undefined {
  const [first, ...others] = counts;
  if (post.likes === null || post.comments === null || !first) return undefined;
  const distance = ({ at }: KnownCount) => Math.abs(at - post.postedAt);
  const nearest = others.reduce(
    (best, count) => (distance(count) < distance(best) ? count : best),
    first,
  );
  return ((post.likes + post.comments) / nearest.followers) * 100;
}
