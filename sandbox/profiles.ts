import { type Category, category, notCounted, posts, type TopPost } from "./profile-parts.ts";

export type ProfileKind = "rich" | "modest" | "small" | "none" | "pending" | "processing";

/** A document of `profiles/{uid}` (docs/product.md#profile-document); dates become Timestamps in Firestore. */
export interface SeededProfile {
  _insights: {
    status: "idle" | "pending" | "processing" | "completed";
    recommendations?: string[];
  };
  _updatedAt: Date;
  _calculatedData?: {
    audience?: Record<string, Category>;
    other?: Record<string, Category>;
  };
  topPosts?: { mostLikedPosts: TopPost[]; mostCommentedPosts: TopPost[] };
  userEngagement?: {
    engagementRate: { status: string; cell: 1 | 2 | 3 | 4 | 5 };
    averageLikesPerPost: number;
    averageCommentsPerPost: number;
  };
  overviewStatistics?: { totalPostsAnalyzed: number };
}

const hours = 3_600_000; // biome-ignore format: one list, not sixty lines

const recommendations = [
  "Post your next three Reels between 6 and 8 p.m. on Tuesday, Wednesday and Thursday: your followers answered those hours most over the last month.",
  "Open each Reel with the finished result and explain it afterwards. Your viewers who stay past the third second comment twice as often.",
  "Answer the first ten comments within an hour of posting. Your most commented posts are the ones where you joined in early.",
  "Turn your three most liked photographs into a carousel with one tip on each slide; carousels are what your followers save.",
  "Ask one question that can be answered in a word at the end of each caption.",
  "Greet new followers in a Story once a week and point them to the post that explains what your profile is about.",
  "Write alternative texts for your photographs. They help people who cannot see them, and they tell search what the picture shows.",
  "Replace the broad hashtags in your captions by three to five that name your subject, your place and your style.",
  "Invite an account of your own size to a joint post; both audiences see it, and neither outshines the other.",
  "Pin the post that brought the most followers, not the one with the most likes.",
  "Keep two Stories a day on days without a post, one of them with a poll or a question.",
  "Look at this page again in four weeks, and keep what moved the figures.",
];

/** A profile of that kind, or undefined if the analysis has not begun. */
export function profileOf(
  kind: ProfileKind,
  owner: string,
  imagesUrl: string,
  now: Date,
): SeededProfile | undefined {
  const updated = new Date(now.getTime() - 3 * hours);
  switch (kind) {
    case "none":
      return undefined;
    case "pending":
      return { _insights: { status: "pending" }, _updatedAt: now };
    case "processing":
      return {
        _insights: { status: "processing" },
        _updatedAt: updated,
        _calculatedData: {
          audience: {
            newFollowers: category(imagesUrl, 11, 2841, 12),
            fans: notCounted(),
            friends: notCounted(),
          },
          other: { likes: category(imagesUrl, 12, 18_204, 12), comments: notCounted() },
        },
        overviewStatistics: { totalPostsAnalyzed: 12 },
      };
    case "small":
      return smallProfile(owner, imagesUrl, updated);
    case "modest":
      return modestProfile(owner, imagesUrl, updated);
    case "rich":
      return richProfile(owner, imagesUrl, updated);
  }
}

/** The profile after the analysis, to finish a pending or processing one. */
export function finishedProfile(owner: string, imagesUrl: string, now: Date): SeededProfile {
  return modestProfile(owner, imagesUrl, now);
}

function richProfile(owner: string, imagesUrl: string, updated: Date): SeededProfile {
  const user = `${owner}.in.pictures`;
  return {
    _insights: { status: "completed", recommendations },
    _updatedAt: updated,
    _calculatedData: {
      audience: {
        lostFollowers: category(imagesUrl, 1, 104_921, 46),
        newFollowers: category(imagesUrl, 2, 236_450, 48),
        secretFans: category(imagesUrl, 3, 118_203, 44),
        inactiveFollowers: category(imagesUrl, 4, 157_880, 42),
        friends: category(imagesUrl, 5, 101_204, 45),
        fans: category(imagesUrl, 6, 486_109, 50),
      },
      other: {
        likes: category(imagesUrl, 7, 842_317, 48),
        comments: category(imagesUrl, 8, 128_406, 43),
      },
    },
    topPosts: {
      mostLikedPosts: posts(12, (index) => ({
        postPicUrl: `${imagesUrl}/posts/${100 + index}.jpg`,
        count: 96_204 - index * 5_317,
        date: new Date(updated.getTime() - (5 + index * 17) * 24 * hours),
        user,
      })),
      mostCommentedPosts: posts(12, (index) => ({
        postPicUrl: `${imagesUrl}/posts/${106 + index}.jpg`,
        count: 14_872 - index * 1_104,
        date: new Date(updated.getTime() - (9 + index * 13) * 24 * hours).toISOString(),
        user,
      })),
    },
    userEngagement: {
      engagementRate: { status: "Good", cell: 4 },
      averageLikesPerPost: 28_077,
      averageCommentsPerPost: 4_280,
    },
    overviewStatistics: { totalPostsAnalyzed: 30 },
  };
}

function modestProfile(owner: string, imagesUrl: string, updated: Date): SeededProfile {
  const user = `${owner}.daily`;
  return {
    _insights: { status: "completed", recommendations: recommendations.slice(1, 5) },
    _updatedAt: updated,
    _calculatedData: {
      audience: {
        lostFollowers: category(imagesUrl, 21, 38, 20),
        newFollowers: category(imagesUrl, 22, 214, 24),
        secretFans: category(imagesUrl, 23, 57, 18),
        inactiveFollowers: category(imagesUrl, 24, 402, 22),
        friends: category(imagesUrl, 25, 128, 16),
        fans: category(imagesUrl, 26, 1_196, 25),
      },
      other: {
        likes: category(imagesUrl, 27, 5_480, 20),
        comments: category(imagesUrl, 28, 612, 20),
      },
    },
    topPosts: {
      mostLikedPosts: posts(4, (index) => ({
        postPicUrl: `${imagesUrl}/posts/${200 + index}.jpg`,
        count: 418 - index * 61,
        date: updated.getTime() - (3 + index * 9) * 24 * hours,
        user,
      })),
      mostCommentedPosts: posts(3, (index) => ({
        postPicUrl: `${imagesUrl}/posts/${202 + index}.jpg`,
        count: 41 - index * 20,
        date: new Date(updated.getTime() - (6 + index * 11) * 24 * hours).toISOString(),
        user,
      })),
    },
    userEngagement: {
      engagementRate: { status: "Average", cell: 3 },
      averageLikesPerPost: 274,
      averageCommentsPerPost: 31,
    },
    overviewStatistics: { totalPostsAnalyzed: 20 },
  };
}

function smallProfile(owner: string, imagesUrl: string, updated: Date): SeededProfile {
  const post = {
    postPicUrl: `${imagesUrl}/posts/300.jpg`,
    count: 1,
    date: updated.getTime() - 26 * hours,
    user: owner,
  };
  const none = { totalValue: 0, items: [] };
  return {
    _insights: { status: "completed", recommendations: [] },
    _updatedAt: updated,
    _calculatedData: {
      audience: {
        lostFollowers: none,
        newFollowers: category(imagesUrl, 31, 1, 1),
        secretFans: none,
        inactiveFollowers: none,
        friends: category(imagesUrl, 32, 2, 2),
        fans: none,
      },
      other: { likes: category(imagesUrl, 33, 1, 1), comments: none },
    },
    topPosts: { mostLikedPosts: [post], mostCommentedPosts: [] },
    userEngagement: {
      engagementRate: { status: "Low", cell: 1 },
      averageLikesPerPost: 1,
      averageCommentsPerPost: 0,
    },
    overviewStatistics: { totalPostsAnalyzed: 1 },
  };
}
