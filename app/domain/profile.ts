/** A subscriber's analysed Instagram profile (spec 3, contract 6). A part is missing until it has been analysed. */
export interface Profile {
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
export type AudienceKey = (typeof audienceKeys)[number];

export const otherKeys = ["likes", "comments"] as const;
export type OtherKey = (typeof otherKeys)[number];
export type CategoryKey = AudienceKey | OtherKey;

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
  status: string;
  /** The highlighted segment of the five-cell bar. */
  cell: 1 | 2 | 3 | 4 | 5;
  averageLikes: number;
  averageComments: number;
}

export const emptyProfile: Profile = {
  status: "idle",
  recommendations: [],
  updatedAt: undefined,
  audience: {},
  other: {},
  mostLikedPosts: undefined,
  mostCommentedPosts: undefined,
  engagement: undefined,
  totalPostsAnalyzed: undefined,
};

export function categoryOf(profile: Profile, key: CategoryKey): Category | undefined {
  return key === "likes" || key === "comments" ? profile.other[key] : profile.audience[key];
}
