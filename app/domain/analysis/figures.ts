import type { PostFigures } from "../export/export.ts";
import type { Note } from "./analysis.ts";
import {
  type Engagement,
  type EngagementRates,
  engagementOf,
  type KnownCount,
} from "./engagement.ts";
import { mean, sum } from "./statistics.ts";

/** A total over the posts that were analysed, or why there is none. */
export type Total = { total: number; average: number } | { note: Note };

export interface TopPost {
  count: number;
  /** Epoch seconds. */
  postedAt: number;
}

/** What the figures of the latest posts and reels say. */
export interface Figures {
  /** Posts that were analysed; null where the export has no figures of any. */
  analyzed: number | null;
  likes: Total;
  comments: Total;
  mostLiked: TopPost[];
  mostCommented: TopPost[];
  engagement: Engagement | undefined;
}

const mostAnalyzed = 200;
const mostTopPosts = 10;

/** The latest posts and reels, the newest first: of these, everything is computed (contracts 10 and 11). */
export const analyzedPosts = (insights: readonly PostFigures[] | undefined): PostFigures[] =>
  (insights ?? [])
    .filter(({ kind }) => kind === "post" || kind === "reel")
    .sort((a, b) => b.postedAt - a.postedAt)
    .slice(0, mostAnalyzed);

/**
 * @param unknownLabels whether the export's insights have labels that no table knows
 * @param counts how many followers there were, when
 */
export function figuresOf({
  insights,
  unknownLabels,
  counts,
  rates,
}: {
  insights: readonly PostFigures[] | undefined;
  unknownLabels: boolean;
  counts: readonly KnownCount[];
  rates: EngagementRates;
}): Figures {
  const posts = analyzedPosts(insights);
  return {
    analyzed: posts.length > 0 ? posts.length : null,
    likes: totalOf(posts, "likes", insights !== undefined && unknownLabels),
    comments: totalOf(posts, "comments", insights !== undefined && unknownLabels),
    mostLiked: topPosts(posts, "likes"),
    mostCommented: topPosts(posts, "comments"),
    engagement: engagementOf(posts, counts, rates),
  };
}

/** Of posts whose figure is hidden, the total and the average say nothing. */
function totalOf(
  posts: readonly PostFigures[],
  figure: "likes" | "comments",
  unknownLabels: boolean,
): Total {
  const known = posts.map((post) => post[figure]).filter((value) => value !== null);
  // Where a label is unknown, a missing figure may be one that could not be read: a total without it would be too low.
  if (unknownLabels && known.length < Math.max(1, posts.length)) return { note: "unknown-labels" };
  const average = mean(known);
  if (average !== undefined) return { total: sum(known), average };
  return { note: posts.length > 0 && figure === "likes" ? "likes-hidden" : "needs-insights" };
}

function topPosts(posts: readonly PostFigures[], figure: "likes" | "comments"): TopPost[] {
  return posts
    .map((post) => ({ count: post[figure] ?? 0, postedAt: post.postedAt }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostTopPosts);
}
