import { usernameAt } from "../name-list.ts";
import type { CategoryResult, Note } from "./analysis.ts";
import type { PeopleCategory } from "./categories.ts";
import type { Figures, TopPost, Total } from "./figures.ts";

interface DocumentCategory {
  totalValue: number | null;
  items: { username: string }[];
}

interface DocumentPost {
  postPicUrl: null;
  count: number;
  date: Date;
  user: string | null;
}

/** `profiles/{uid}` in the form of contracts 6 and 10. */
export interface ProfileDocument {
  _source: "built-in";
  _insights: { status: "completed"; recommendations: string[] };
  _updatedAt: Date;
  /** When the newest export was taken. */
  _takenAt: Date;
  /** Why a total is null, by category. */
  _notes: Partial<Record<PeopleCategory | "likes" | "comments", Note>>;
  _calculatedData: {
    audience: Record<PeopleCategory, DocumentCategory>;
    other: Record<"likes" | "comments", DocumentCategory>;
  };
  topPosts: { mostLikedPosts: DocumentPost[]; mostCommentedPosts: DocumentPost[] };
  userEngagement: {
    /** Null where the account is not rated: too few posts, or too few that can be read. */
    engagementRate: { status: string; cell: number } | null;
    averageLikesPerPost: number | null;
    averageCommentsPerPost: number | null;
  };
  overviewStatistics: { totalPostsAnalyzed: number | null };
}

/** The people of a category that the document holds; all of them are in lists of their own. */
const mostItems = 200;

/** @param takenAt of the newest export, and `now`: epoch milliseconds */
export function profileDocument({
  categories,
  figures,
  recommendations,
  account,
  takenAt,
  now,
}: {
  categories: Record<PeopleCategory, CategoryResult>;
  figures: Figures;
  recommendations: string[];
  account: string | null;
  takenAt: number;
  now: number;
}): ProfileDocument {
  const results: Record<string, CategoryResult | Total> = {
    ...categories,
    likes: figures.likes,
    comments: figures.comments,
  };
  const posts = (top: readonly TopPost[]): DocumentPost[] =>
    top.map(({ count, postedAt }) => ({
      postPicUrl: null,
      count,
      date: new Date(postedAt * 1_000),
      user: account,
    }));
  return {
    _source: "built-in",
    _insights: { status: "completed", recommendations },
    _updatedAt: new Date(now),
    _takenAt: new Date(takenAt),
    _notes: Object.fromEntries(
      Object.entries(results).flatMap(([key, result]) =>
        "note" in result ? [[key, result.note]] : [],
      ),
    ),
    _calculatedData: {
      audience: Object.fromEntries(
        Object.entries(categories).map(([key, result]) => [key, documentCategory(result)]),
      ) as Record<PeopleCategory, DocumentCategory>,
      other: { likes: documentTotal(figures.likes), comments: documentTotal(figures.comments) },
    },
    topPosts: {
      mostLikedPosts: posts(figures.mostLiked),
      mostCommentedPosts: posts(figures.mostCommented),
    },
    userEngagement: {
      engagementRate: figures.engagement
        ? { status: figures.engagement.status, cell: figures.engagement.cell }
        : null,
      averageLikesPerPost: averageOf(figures.likes),
      averageCommentsPerPost: averageOf(figures.comments),
    },
    overviewStatistics: { totalPostsAnalyzed: figures.analyzed },
  };
}

function documentCategory(result: CategoryResult): DocumentCategory {
  if ("note" in result) return { totalValue: null, items: [] };
  const shown = result.order.subarray(0, mostItems);
  return {
    totalValue: result.order.length,
    items: Array.from(shown, (index) => ({ username: usernameAt(result.people, index) })),
  };
}

const documentTotal = (total: Total): DocumentCategory => ({
  totalValue: "note" in total ? null : total.total,
  items: [],
});

const averageOf = (total: Total): number | null => ("note" in total ? null : total.average);
