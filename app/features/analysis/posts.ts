import { allOf } from "../../platform/values/listed.ts";
import type { PostFigures } from "../export/export.ts";
import type { AccountReading, ReadPost } from "../history/account-reading.ts";
import { secondsOf } from "../history/window.ts";

/** A post or reel with what is known of it. */
export interface AnalyzedPost extends PostFigures {
  /** Instagram's address of the post; an export has none. */
  permalink: string | null;
  /** Instagram's address of its picture, which expires after days; an export has none. */
  pictureUrl: string | null;
}

/** So many of the latest posts are known at most. */
export const mostAnalyzed = 200;

/**
 * The latest posts and reels, newest first. With a connection they are exactly those that it gave; the insights of an
 * export add figures that Instagram's interface does not tell (docs/product.md#connection).
 * @param insights of an export of the same account
 */
export function analyzedPosts(
  insights: readonly PostFigures[] = [],
  reading?: Pick<AccountReading, "posts">,
): AnalyzedPost[] {
  const exported = oncePerSecond(insights.filter(({ kind }) => kind === "post" || kind === "reel"));
  const posts = reading
    ? joined(reading.posts, exported)
    : exported.map((post) => ({ ...post, permalink: null, pictureUrl: null }));
  return posts.sort((a, b) => b.postedAt - a.postedAt).slice(0, mostAnalyzed);
}

/**
 * Two posts of the same second are the same post: an export has no ids, and nobody posts twice within a second. Of a
 * figure that both have, the first one's is used. A post and a reel are two, unless a figure says that both lists have one.
 */
function oncePerSecond(posts: readonly PostFigures[]): PostFigures[] {
  const once: PostFigures[] = [];
  for (const ofSecond of Map.groupBy(posts, ({ postedAt }) => postedAt).values()) {
    const kinds = [...Map.groupBy(ofSecond, ({ kind }) => kind).values()];
    const [first, other] = kinds.map((ofKind) => ofKind.reduce(filledFrom));
    if (first && other && areOne(first, other)) once.push(filledFrom(first, other));
    else once.push(...allOf(first, other));
  }
  return once;
}

const counted = ["likes", "comments", "saves", "shares", "reach", "follows"] as const;

/**
 * By the same likes or, where one lacks them, the same reach; else by two other figures that are the same. Noughts and small
 * numbers alone may agree by chance.
 */
function areOne(one: PostFigures, other: PostFigures): boolean {
  for (const figure of ["likes", "reach"] as const)
    if (one[figure] !== null && other[figure] !== null)
      return one[figure] > 0 && one[figure] === other[figure];
  return counted.filter((figure) => one[figure] && one[figure] === other[figure]).length > 1;
}

/** One post with what either entry tells. */
const filledFrom = (first: PostFigures, other: PostFigures): PostFigures => ({
  ...first,
  ...Object.fromEntries(counted.map((figure) => [figure, first[figure] ?? other[figure]])),
  unlabelled: first.unlabelled ?? other.unlabelled,
});

/**
 * The export's time may be that of the picture, which may be a second before the post (docs/instagram.md#the-export, form D).
 */
function joined(posts: readonly ReadPost[], exported: readonly PostFigures[]): AnalyzedPost[] {
  const bySecond = Map.groupBy(exported, ({ postedAt }) => postedAt);
  const seconds = new Set(posts.map(({ postedAt }) => secondsOf(postedAt)));
  // Another one of the same second may have the figures of the other kind.
  const isAlone = ({ postedAt }: ReadPost) =>
    posts.filter((one) => secondsOf(one.postedAt) === secondsOf(postedAt)).length === 1;
  return posts.map((post) => {
    const second = secondsOf(post.postedAt);
    const before = seconds.has(second - 1) ? undefined : bySecond.get(second - 1);
    const near = [...(bySecond.get(second) ?? []), ...(before ?? [])];
    const ofKind = near.find(({ kind }) => kind === post.kind);
    return withFigures(post, ofKind ?? (isAlone(post) ? near[0] : undefined));
  });
}

/** Where both know a figure, the connection's is used. The list of posts is newer than the insights of each post. */
function withFigures(post: ReadPost, exported: PostFigures | undefined): AnalyzedPost {
  const { figures } = post;
  return {
    kind: post.kind,
    postedAt: secondsOf(post.postedAt),
    likes: post.likes ?? figures.likes ?? exported?.likes ?? null,
    comments: post.comments ?? figures.comments ?? exported?.comments ?? null,
    saves: figures.saved ?? exported?.saves ?? null,
    shares: figures.shares ?? exported?.shares ?? null,
    reach: figures.reach ?? exported?.reach ?? null,
    follows: figures.follows ?? exported?.follows ?? null,
    permalink: post.permalink,
    pictureUrl: post.pictureUrl,
  };
}
