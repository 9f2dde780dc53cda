import { insightsOf } from "../systems/instagram-insights.ts";
import type { SandboxAccount } from "./account.ts";
import type { SandboxComment } from "./comments.ts";

/** What the app can know of an account, for tests that compute from it what the app must show. */
export function figuresOf(account: SandboxAccount, latest = 200) {
  return {
    ...summaryOf(account),
    latest: account
      .posts()
      .slice(0, latest)
      .map((post) => ({
        id: post.id,
        kind: post.kind,
        postedAt: post.postedAt,
        likes: account.shownLikes(post),
        comments: post.comments,
        /** Replies included, without those whose author is gone. */
        commenters: post
          .readComments()
          .flatMap((comment) => [comment, ...comment.replies])
          .flatMap(commenterOf),
        insights: insightsOf(post),
      })),
  };
}

export const summaryOf = (account: SandboxAccount) => ({
  key: account.plan.key,
  userId: account.userId,
  appScopedId: account.appScopedId,
  username: account.username,
  type: account.type,
  followers: account.followers,
  following: account.following,
  posts: account.posts().length,
  granted: [...account.granted],
});

const commenterOf = ({ id, at, author }: SandboxComment) =>
  author ? [{ comment: id, at, username: author.username }] : [];
