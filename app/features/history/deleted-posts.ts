import type { KeptPost, ListedPost } from "./kept-reading.ts";

/** The latest posts by a whole list, of which each keeps what was read of it before. What it lacks was deleted. */
export const joinList = (before: readonly KeptPost[], list: readonly ListedPost[]): KeptPost[] => {
  const known = new Map(before.map((post) => [post.id, post]));
  return list.map((post) => ({ ...(known.get(post.id) ?? unread()), ...post }));
};

/**
 * Like `joinList`, of a list that is not whole. A post that it lacks was deleted if all of the list could be read and
 * goes back beyond that post; else it is kept.
 */
export function joinPartOfList(
  before: readonly KeptPost[],
  { posts, skipped }: { posts: readonly ListedPost[]; skipped: number },
  most: number,
): KeptPost[] {
  const listed = new Set(posts.map(({ id }) => id));
  const oldest = Math.min(...posts.map(({ postedAt }) => postedAt));
  const others = before.filter(
    ({ id, postedAt }) => !listed.has(id) && (skipped > 0 || postedAt <= oldest),
  );
  return [...joinList(before, posts), ...others]
    .sort((one, other) => other.postedAt - one.postedAt)
    .slice(0, most);
}

/**
 * Whether a list of posts is as long as the account's own count says, or nearly: it also counts what was deleted a moment
 * ago, or is not shown.
 */
export function isAllPosts(
  { posts, skipped }: { posts: readonly ListedPost[]; skipped: number },
  expected: number,
): boolean {
  if (skipped > 0) return false;
  if (posts.length === 0) return expected === 0;
  return posts.length >= expected - Math.max(1, Math.floor(expected / 20));
}

const unread = () => ({
  figures: {},
  readAt: null,
  isWhole: false,
  lacksInsights: false,
  history: [],
  commenters: [],
});
