import { chanceFrom } from "../histories/chance.ts";
import { postsOf } from "../histories/own-posts.ts";
import type { Basis } from "./of-history.ts";
import type { AccountPlan } from "./plan.ts";

const daySeconds = 86_400;
/** Days after the start for which the account goes on posting. */
const future = 90;

/** A post with the figures that it has in the end. */
export interface PlannedPost {
  index: number;
  id: string;
  kind: "post" | "reel";
  mediaType: "IMAGE" | "VIDEO" | "CAROUSEL_ALBUM";
  /** Epoch milliseconds, whole seconds. */
  postedAt: number;
  likes: number;
  comments: number;
  saved: number;
  shares: number;
  reach: number;
  views: number;
  profileVisits: number;
  follows: number;
  hidesLikes: boolean;
  hasPicture: boolean;
}

/**
 * Every post that the account has made and will make, oldest first.
 * @param start when the sandbox was started or reset, epoch milliseconds
 */
export function plannedPosts(
  plan: AccountPlan,
  account: number,
  start: number,
  basis: Basis | undefined,
): PlannedPost[] {
  return (basis?.posts ?? inventedPosts(plan, Math.floor(start / 1_000)))
    .filter(({ kind }) => kind !== "story")
    .map((post, index): PlannedPost => {
      const isReel = post.kind === "reel";
      return {
        index,
        id: mediaId(account, index),
        kind: isReel ? "reel" : "post",
        mediaType: isReel ? "VIDEO" : index % 3 === 0 ? "CAROUSEL_ALBUM" : "IMAGE",
        postedAt: post.at * 1_000,
        likes: post.likes,
        // Four pages are enough to read.
        comments: Math.min(post.comments, 180),
        saved: post.saves,
        shares: post.shares,
        reach: post.reach,
        views: post.impressions,
        profileVisits: post.profileVisits,
        follows: post.follows,
        hidesLikes: plan.hiddenLikes === "all" || (plan.hiddenLikes === "some" && index % 3 === 1),
        hasPicture: !plan.lacksPictures || index % 4 !== 2,
      };
    });
}

function inventedPosts({ seed, followers, postsPerWeek, age }: AccountPlan, start: number) {
  if (postsPerWeek === 0) return [];
  const from = start - age * daySeconds;
  return postsOf(chanceFrom(seed), {
    followers,
    postsPerWeek,
    from,
    to: start + future * daySeconds,
  });
}

/** Odd and beyond 2^53: whoever reads one as a number gets another one. */
const id = (base: bigint, ...parts: [bigint, number][]) =>
  String(parts.reduce((sum, [weight, value]) => sum + weight * BigInt(value), base));

export const userId = (account: number) => id(17_841_400_000_000_001n, [2n, account]);
export const appScopedId = (account: number) => id(24_100_000_000_000_001n, [2n, account]);
const mediaId = (account: number, post: number) =>
  id(17_850_000_000_000_001n, [1_000_000n, account], [2n, post]);
export const commentId = (account: number, post: number, comment: number) =>
  id(17_900_000_000_000_001n, [20_000_000n, account], [1_000n, post], [2n, comment]);
