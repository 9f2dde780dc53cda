import { day } from "../../../platform/values/durations.ts";
import { usernameAt } from "../../../platform/values/name-list.ts";
import { mean } from "../../../platform/values/statistics.ts";
import type { AccountReading } from "../../history/account-reading.ts";
import type { CategoryResult, Note } from "../../history/history.ts";
import { settledReach } from "../../history/instagram-counts.ts";
import type { PeopleCategory } from "../categories.ts";
import type { FollowedKey } from "../profile.ts";
import type { Figures, TopPost, Total } from "./figures.ts";

interface DocumentCategory {
  totalValue: number | null;
  items: { username: string }[];
}

/** People whom the subscriber follows. They are not in `audience`: its readers do not know these categories. */
interface FollowedDocument extends DocumentCategory {
  note?: Note;
}

interface DocumentPost {
  postPicUrl: string | null;
  count: number;
  date: Date;
  user: string | null;
}

/**
 * Where the figures are from. Those of posts are the connection's, else the export's; relations are the export's, and
 * who reacted or not (`secretFans`, `inactiveFollowers`) is of both.
 */
export interface DocumentSources {
  /** The newest export in use. */
  export: { takenAt: Date; account: string | null } | null;
  connection: {
    readAt: Date;
    account: string;
    followers: number | null;
    /** Whether the comments of any post were read to the end, or there are none. */
    hasCommenters: boolean;
    /** Posts whose comments were read to the end; null where it is not known. */
    wholePosts: number | null;
    /** Whether the account is another than the export's: then nothing is computed from both. */
    isOtherAccount: boolean;
  } | null;
}

type AudienceCategory = Exclude<PeopleCategory, FollowedKey>;

/** How many accounts were reached on a day. Days must not be added up: the same people come again. */
interface Reach {
  averagePerDay: number;
  /** Over how many days: of the last 30 those that Instagram no longer changes, or all that are known where there are none. */
  days: number;
}

const month = 30 * day;

/** Undefined where Instagram has told nothing of the last 30 days. */
export function reachOf({
  readAt,
  reach,
}: Pick<AccountReading, "readAt" | "reach">): Reach | undefined {
  const known = reach.filter(({ endsAt }) => endsAt > readAt - month && endsAt <= readAt);
  const days = settledReach(known, readAt);
  const averagePerDay = mean(days.map((day) => day.reach));
  return averagePerDay === undefined ? undefined : { averagePerDay, days: days.length };
}

/** `profiles/{uid}` in the form of docs/product.md#profile-document and docs/product.md#sources. */
export interface ProfileDocument {
  _source: "built-in";
  _insights: { status: "completed"; recommendations: string[] };
  _updatedAt: Date;
  /** When the newest export was taken; null without one. */
  _takenAt: Date | null;
  _sources: DocumentSources;
  /** Why a total is null, by category. */
  _notes: Partial<Record<AudienceCategory | "likes" | "comments", Note>>;
  _followed: Record<FollowedKey, FollowedDocument>;
  _calculatedData: {
    audience: Record<AudienceCategory, DocumentCategory>;
    other: Record<"likes" | "comments", DocumentCategory>;
  };
  topPosts: { mostLikedPosts: DocumentPost[]; mostCommentedPosts: DocumentPost[] };
  userEngagement: {
    /** Null where the account is not rated: too few posts, or too few that can be read. */
    engagementRate: { status: string; cell: number } | null;
    averageLikesPerPost: number | null;
    averageCommentsPerPost: number | null;
    /** Null where Instagram does not tell it. */
    reach: Reach | null;
  };
  overviewStatistics: {
    totalPostsAnalyzed: number | null;
    /** Of those, the ones whose likes are hidden or not known: they are in no total and no average. */
    postsWithHiddenLikes: number;
  };
}

/** The people of a category that the document holds; all of them are in lists of their own. */
const mostItems = 200;

/** @param now epoch milliseconds */
export function profileDocument({
  categories,
  figures,
  reach,
  recommendations,
  sources,
  now,
}: {
  categories: Record<PeopleCategory, CategoryResult>;
  figures: Figures;
  reach: Reach | undefined;
  recommendations: string[];
  sources: DocumentSources;
  now: number;
}): ProfileDocument {
  const { followedByYou, unfollowedByYou, newFriends, lostFriends, ...audience } = categories;
  const { likes, comments, engagement } = figures;
  const results: Record<string, CategoryResult | Total> = { ...audience, likes, comments };
  const posts = (top: readonly TopPost[]): DocumentPost[] =>
    top.map(({ count, postedAt, pictureUrl }) => ({
      postPicUrl: pictureUrl,
      count,
      date: new Date(postedAt * 1_000),
      user: sources.connection?.account ?? sources.export?.account ?? null,
    }));
  return {
    _source: "built-in",
    _insights: { status: "completed", recommendations },
    _updatedAt: new Date(now),
    _takenAt: sources.export?.takenAt ?? null,
    _sources: sources,
    _notes: Object.fromEntries(
      Object.entries(results).flatMap(([key, result]) =>
        "note" in result ? [[key, result.note]] : [],
      ),
    ),
    _followed: mapped(
      { followedByYou, unfollowedByYou, newFriends, lostFriends },
      followedDocument,
    ),
    _calculatedData: {
      audience: mapped(audience, documentCategory),
      other: mapped({ likes, comments }, documentTotal),
    },
    topPosts: {
      mostLikedPosts: posts(figures.mostLiked),
      mostCommentedPosts: posts(figures.mostCommented),
    },
    userEngagement: {
      engagementRate: engagement ? { status: engagement.status, cell: engagement.cell } : null,
      averageLikesPerPost: averageOf(likes),
      averageCommentsPerPost: averageOf(comments),
      reach: reach ?? null,
    },
    overviewStatistics: {
      totalPostsAnalyzed: figures.analyzed,
      postsWithHiddenLikes: figures.unknownLikes,
    },
  };
}

const mapped = <Key extends string, From, To>(
  record: Record<Key, From>,
  of: (value: From) => To,
): Record<Key, To> =>
  Object.fromEntries(
    Object.entries<From>(record).map(([key, value]) => [key, of(value)]),
  ) as Record<Key, To>;

function documentCategory(result: CategoryResult): DocumentCategory {
  if ("note" in result) return { totalValue: null, items: [] };
  const { order, people, hidden } = result;
  // At most `hidden.size` of these are hidden, so enough are left.
  const first = order.subarray(0, mostItems + (hidden?.size ?? 0));
  const shown = hidden ? first.filter((index) => !hidden.has(index)) : first;
  return {
    totalValue: order.length,
    items: Array.from(shown.subarray(0, mostItems), (index) => ({
      username: usernameAt(people, index),
    })),
  };
}

const followedDocument = (result: CategoryResult): FollowedDocument => ({
  ...documentCategory(result),
  ...("note" in result && { note: result.note }),
});

const documentTotal = (total: Total): DocumentCategory => ({
  totalValue: "note" in total ? null : total.total,
  items: [],
});

const averageOf = (total: Total): number | null => ("note" in total ? null : total.average);
