import { median } from "../../platform/values/statistics.ts";
import type { GrowthPost } from "./growth.ts";
import { isWithin, type Span } from "./rules/series/span.ts";

export interface EngagementSeries {
  /** Oldest first; only posts whose likes and comments are known. `at` in epoch milliseconds. */
  points: readonly { post: GrowthPost; at: number; engagement: number }[];
  /** The account's own, of all posts that are known, whatever the span; undefined without any. */
  median: number | undefined;
  /** Posts of the span that are not among the points: their likes or comments are hidden or unknown. */
  unknown: number;
}

/** Likes and comments of each post over time (instagram.md 4). @param posts of `Growth` */
export function engagementSeries(posts: readonly GrowthPost[], span: Span): EngagementSeries {
  const known = posts
    .flatMap((post) => {
      const { postedAt, likes, comments } = post;
      if (likes === null || comments === null) return [];
      return [{ post, at: postedAt * 1_000, engagement: likes + comments }];
    })
    .sort((a, b) => a.at - b.at);
  const points = known.filter(({ at }) => isWithin(span, at));
  const inSpan = posts.filter(({ postedAt }) => isWithin(span, postedAt * 1_000)).length;
  return {
    points,
    median: median(known.map(({ engagement }) => engagement)),
    unknown: inSpan - points.length,
  };
}
