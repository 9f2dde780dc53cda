import { mean, sum } from "../../../platform/values/statistics.ts";
import type { Note } from "../../history/history.ts";
import {
  type EngagementFigures,
  type EngagementRates,
  engagementOf,
  type KnownCount,
} from "../engagement.ts";
import type { AnalyzedPost } from "../posts.ts";

/** A total over the posts that were analysed, or why there is none. An account that never posted has no average. */
export type Total = { total: number; average: number | null } | { note: Note };

export interface TopPost {
  count: number;
  /** Epoch seconds. */
  postedAt: number;
  pictureUrl: string | null;
}

/** What the figures of the latest posts and reels say. */
export interface Figures {
  /** Posts that were analysed; null where an export has no figures of any. */
  analyzed: number | null;
  /** Of those, the ones whose likes are not known: hidden, or not told. */
  unknownLikes: number;
  likes: Total;
  comments: Total;
  mostLiked: TopPost[];
  mostCommented: TopPost[];
  engagement: EngagementFigures | undefined;
}

const mostTopPosts = 10;

/**
 * @param posts of `analyzedPosts`
 * @param isConnected whether a connection has given them
 * @param counts of followers, each with its time
 */
export function figuresOf({
  posts,
  isConnected,
  counts,
  rates,
}: {
  posts: readonly AnalyzedPost[];
  isConnected: boolean;
  counts: readonly KnownCount[];
  rates: EngagementRates;
}): Figures {
  const likes = knownOf(posts, "likes");
  const total = (known: readonly number[], figure: "likes" | "comments"): Total => {
    if (isConnected && posts.length === 0) return { total: 0, average: null };
    // A total without a figure that could not be read would be too low.
    if (posts.some((post) => post[figure] === null && post.unlabelled?.includes(figure)))
      return { note: "unknown-labels" };
    // Posts whose figure is not known are in neither the total nor the average.
    const average = mean(known);
    if (average !== undefined) return { total: sum(known), average };
    return { note: posts.length > 0 && figure === "likes" ? "likes-hidden" : "needs-insights" };
  };
  return {
    analyzed: isConnected || posts.length > 0 ? posts.length : null,
    unknownLikes: posts.length - likes.length,
    likes: total(likes, "likes"),
    comments: total(knownOf(posts, "comments"), "comments"),
    mostLiked: topPosts(posts, "likes"),
    mostCommented: topPosts(posts, "comments"),
    engagement: engagementOf(posts, counts, rates),
  };
}

const knownOf = (posts: readonly AnalyzedPost[], figure: "likes" | "comments"): number[] =>
  posts.map((post) => post[figure]).filter((value) => value !== null);

function topPosts(posts: readonly AnalyzedPost[], figure: "likes" | "comments"): TopPost[] {
  return posts
    .map(({ postedAt, pictureUrl, ...post }) => ({
      count: post[figure] ?? 0,
      postedAt,
      pictureUrl,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostTopPosts);
}
