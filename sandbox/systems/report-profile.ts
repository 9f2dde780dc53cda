export interface Category {
  totalValue: number | null;
  items?: { username: string; fullName?: string; picUrl?: string }[];
}

export interface ReportPost {
  postPicUrl?: string;
  count: number;
  date: unknown;
  user?: string;
}

export interface ReportProfile {
  _updatedAt?: unknown;
  _insights?: { recommendations?: string[] };
  _calculatedData?: { audience?: Record<string, Category>; other?: Record<string, Category> };
  topPosts?: { mostLikedPosts?: ReportPost[]; mostCommentedPosts?: ReportPost[] };
  userEngagement?: {
    engagementRate?: { status: string; cell: number };
    averageLikesPerPost?: number;
    averageCommentsPerPost?: number;
  };
  overviewStatistics?: { totalPostsAnalyzed?: number };
}

export const audienceLabels = {
  newFollowers: "New followers",
  lostFollowers: "Lost followers",
  secretFans: "Secret fans",
  fans: "Your fans",
  friends: "Your friends",
  inactiveFollowers: "Inactive followers",
} as const;

/** The forms of a date that docs/product.md#profile-document allows. */
export function dateOf(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  if (typeof value === "string" || typeof value === "number") return new Date(value);
  if (value && typeof value === "object" && "toDate" in value) {
    return (value as { toDate(): Date }).toDate();
  }
  return undefined;
}
