import { median } from "../analysis/statistics.ts";
import type { GrowthPost } from "../growth/growth.ts";
import { isWithin, type Span } from "./span.ts";

export interface EngagedPost {
  /** Epoch milliseconds. */
  at: number;
  kind: GrowthPost["kind"];
  /** Likes and comments. */
  engagement: number;
}

export interface EngagementSeries {
  /** Oldest first. */
  posts: readonly EngagedPost[];
  /** Of all posts that were read, whatever the span; undefined where no likes are known. */
  median: number | undefined;
  /** Posts within the span that are not among `posts`: their likes are hidden or unknown. */
  unknown: number;
}

/** Likes and comments of each post (instagram.md 4). */
export function engagementSeries(posts: readonly GrowthPost[], span: Span): EngagementSeries {
  const shown = posts.filter(({ postedAt }) => isWithin(span, postedAt * 1_000));
  const known = engagedPosts(shown);
  return {
    posts: known,
    median: median(engagedPosts(posts).map(({ engagement }) => engagement)),
    unknown: shown.length - known.length,
  };
}

/** Those whose likes and comments are known, oldest first. */
export function engagedPosts(posts: readonly GrowthPost[]): EngagedPost[] {
  return posts
    .flatMap(({ kind, postedAt, likes, comments }) =>
      likes === null || comments === null
        ? []
        : [{ at: postedAt * 1_000, kind, engagement: likes + comments }],
    )
    .sort((a, b) => a.at - b.at);
}
