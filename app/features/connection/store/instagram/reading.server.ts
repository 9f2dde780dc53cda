import {
  accountAnswer,
  accountFields,
  type InstagramAccount,
} from "~/features/connection/rules/account-answer";
import {
  type CommentsPage,
  commentFields,
  commentsAnswer,
  type RepliesPage,
  repliesAnswer,
  replyFields,
} from "~/features/connection/rules/comments-answer";
import { type MediaPage, mediaAnswer, mediaFields } from "~/features/connection/rules/media-answer";
import type { InstagramAnswer } from "~/features/connection/store/instagram/ask.server";
import { type NamedAnswer, readNamed } from "~/features/connection/store/instagram/graph.server";
import type { AccessToken } from "~/platform/tokens/access-token";

/** The connected account. @param isConnecting whether a person waits for it, who must not wait behind readings */
export function getAccount(
  token: AccessToken,
  { isConnecting = false } = {},
): Promise<InstagramAnswer<InstagramAccount>> {
  return readNamed(
    { call: "me", token, isConnecting, path: "/me", schema: accountAnswer },
    { parameter: "fields", ...accountFields },
  );
}

interface Page {
  /** The cursor of the page before; none for the first page. */
  after?: string | undefined;
  limit?: number;
}

const pageParameters = ({ after, limit }: Required<Pick<Page, "limit">> & Page) => ({
  limit: String(limit),
  ...(after !== undefined && { after }),
});

/** A page of the account's media, newest first. After `later`, ask for smaller pages. */
export function getMediaPage(
  token: AccessToken,
  { after, limit = 100 }: Page = {},
): Promise<InstagramAnswer<MediaPage>> {
  return readNamed(
    {
      call: "media",
      token,
      path: "/me/media",
      parameters: pageParameters({ after, limit }),
      schema: mediaAnswer,
    },
    { parameter: "fields", ...mediaFields },
  );
}

/**
 * A page of a medium's comments, newest first, with who wrote them. Instagram gives 50 to a page at most.
 * @param withReplies whether replies are asked for; where Instagram refuses them, they are `leftOut`
 */
export function getCommentsPage(
  token: AccessToken,
  mediumId: string,
  { after, limit = 50, withReplies = true }: Page & { withReplies?: boolean } = {},
): Promise<NamedAnswer<CommentsPage, string>> {
  return readNamed(
    {
      call: "comments",
      token,
      path: `/${encodeURIComponent(mediumId)}/comments`,
      parameters: pageParameters({ after, limit }),
      schema: commentsAnswer,
    },
    {
      parameter: "fields",
      required: commentFields.required,
      optional: withReplies ? commentFields.optional : [],
    },
  );
}

/** A page of a comment's replies, for those that did not come with it. */
export function getRepliesPage(
  token: AccessToken,
  commentId: string,
  { after, limit = 50 }: Page,
): Promise<InstagramAnswer<RepliesPage>> {
  return readNamed(
    {
      call: "comments",
      token,
      path: `/${encodeURIComponent(commentId)}/replies`,
      parameters: pageParameters({ after, limit }),
      schema: repliesAnswer,
    },
    { parameter: "fields", ...replyFields },
  );
}
