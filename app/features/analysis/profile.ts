import { promisedBy } from "../../platform/values/promises.ts";
import { type Note, notes } from "../history/history.ts";

/** A subscriber's analysed Instagram profile (docs/product.md#profile-document and docs/product.md#sources). A part is missing until it has been analysed. */
export interface Profile {
  /**
   * Who made it: the outside system, this app, or nobody yet. A document without `_source` belongs to the outside system,
   * an `idle` one too (docs/product.md#sources).
   */
  source: "outside" | "built-in" | "none";
  /** Of a built-in profile: where its figures are from. */
  sources: ProfileSources;
  /** Of a built-in profile: why a total is null. */
  notes: Partial<Record<CategoryKey, Note>>;
  status: InsightsStatus;
  recommendations: readonly string[];
  /** Epoch milliseconds of the last analysis. */
  updatedAt: number | undefined;
  audience: Partial<Record<AudienceKey, Category>>;
  other: Partial<Record<OtherKey, Category>>;
  mostLikedPosts: readonly Post[] | undefined;
  mostCommentedPosts: readonly Post[] | undefined;
  engagement: Engagement | undefined;
  totalPostsAnalyzed: number | undefined;
  /** Of these, the ones whose likes are hidden or not known. */
  postsWithHiddenLikes: number;
}

/** Where the figures of a built-in profile are from, and from when. All times are epoch milliseconds. */
export interface ProfileSources {
  /** The newest export in use. */
  export?: { takenAt: number | undefined; account: string | undefined } | undefined;
  /** The connection to Instagram. Where there is one, the figures of posts are from it. */
  connection?:
    | {
        readAt: number;
        account: string;
        /** Whether the comments of any post were read to the end, or there are none. */
        hasCommenters: boolean;
        /** Posts whose comments were read to the end, where it is known. */
        wholePosts?: number | undefined;
        /** Whether it is another account than the export's. */
        isOtherAccount: boolean;
      }
    | undefined;
}

export const insightsStatuses = ["idle", "pending", "processing", "completed"] as const;
export type InsightsStatus = (typeof insightsStatuses)[number];

export const audienceKeys = [
  "lostFollowers",
  "newFollowers",
  "secretFans",
  "inactiveFollowers",
  "friends",
  "fans",
] as const;

/** Categories of those whom the subscriber follows. In the profile's document they have a group of their own. */
export const followedKeys = [
  "followedByYou",
  "unfollowedByYou",
  "newFriends",
  "lostFriends",
] as const;
export type FollowedKey = (typeof followedKeys)[number];

/** The categories that only an analysis made here has (docs/product.md#sources). The first stand in the audience group, too. */
export const comparedKeys = [
  "notFollowingBack",
  "returned",
  "renamed",
  "refollowed",
  "pendingRequests",
] as const;
export const builtInKeys = [...comparedKeys, ...followedKeys] as const;
export type AudienceKey = (typeof audienceKeys | typeof builtInKeys)[number];

export const otherKeys = ["likes", "comments"] as const;
export type OtherKey = (typeof otherKeys)[number];
export type CategoryKey = AudienceKey | OtherKey;
export const categoryKeys: readonly CategoryKey[] = [...otherKeys, ...audienceKeys, ...builtInKeys];

export interface Category {
  /** Null while the count is in progress. */
  total: number | null;
  people: readonly Person[];
}

export interface Person {
  username: string;
  fullName?: string | undefined;
  picUrl?: string | undefined;
}

export interface Post {
  picUrl: string | undefined;
  count: number;
  /** Epoch milliseconds. */
  date: number | undefined;
  user: string | undefined;
}

export interface Engagement {
  /** Missing where a built-in analysis has too few posts to rate them, or the outside system has none yet. `cell` is the highlighted segment of the bar. */
  rate: { status: string; cell: 1 | 2 | 3 | 4 | 5 } | undefined;
  averageLikes: number | undefined;
  averageComments: number | undefined;
  /** Accounts reached per day on average, and over how many days. */
  reach: { averagePerDay: number; days: number } | undefined;
}

export const emptyProfile: Profile = {
  source: "none",
  sources: {},
  notes: {},
  status: "idle",
  recommendations: [],
  updatedAt: undefined,
  audience: {},
  other: {},
  mostLikedPosts: undefined,
  mostCommentedPosts: undefined,
  engagement: undefined,
  totalPostsAnalyzed: undefined,
  postsWithHiddenLikes: 0,
};

export const isOtherKey = (key: CategoryKey): key is OtherKey =>
  key === "likes" || key === "comments";

export function categoryOf(profile: Profile, key: CategoryKey): Category | undefined {
  return isOtherKey(key) ? profile.other[key] : profile.audience[key];
}

/**
 * Whether a subscriber may import their export (docs/product.md#sources): not where the outside system has a document of theirs.
 * @param sources `ANALYSIS_SOURCES`
 */
export const mayImport = (sources: ReadonlySet<string>, { source }: Pick<Profile, "source">) =>
  sources.has("export") && source !== "outside";

/** Whether a subscriber may connect their Instagram account (docs/product.md#sources, as above). */
export const mayConnect = (sources: ReadonlySet<string>, { source }: Pick<Profile, "source">) =>
  sources.has("instagram") && source !== "outside";

/**
 * The places of the app that not everybody has. Without a known profile, as while Firestore is down, nothing is offered.
 * @param sources as above
 */
export function ownPlacesOf(sources: ReadonlySet<string>, profile: Profile | undefined) {
  return {
    growth:
      profile !== undefined && profile.source !== "outside" && promisedBy(sources) !== "outside",
    import: profile !== undefined && mayImport(sources, profile),
    connect: profile !== undefined && mayConnect(sources, profile),
  };
}

const knownNotes: ReadonlySet<unknown> = new Set(notes);

export const isNote = (value: unknown): value is Note => knownNotes.has(value);
