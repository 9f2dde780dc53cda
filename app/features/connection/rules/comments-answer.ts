import { z } from "zod";
import {
  entries,
  idText,
  instagramMoment,
  nextCursor,
  username,
} from "../../history/answer-parts.ts";

const own = "id,timestamp,from{id,username}";

/** Fields of `/{media}/comments`. What a comment says is not read: only who commented, and when. */
export const commentFields = {
  required: ["id", "timestamp", "from{id,username}"],
  optional: [`replies{${own}}`],
} as const;

/** Null without a username, such as where the commenter's account is gone. */
const author = z
  .object({ id: idText.nullish(), username })
  .transform(({ id, username: name }) => ({ id: id ?? null, username: name }))
  .nullish()
  .catch(null)
  .transform((from) => from ?? null);

const reply = z.object({ id: idText, timestamp: instagramMoment, from: author });
const comment = reply.extend({
  replies: z
    .object({ data: entries(reply), paging: nextCursor })
    .nullish()
    .transform(
      (replies) => replies ?? { data: { read: [], skipped: 0 }, paging: { after: null, lost: 0 } },
    ),
});

export interface InstagramComment {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  author: { id: string | null; username: string } | null;
  isReply: boolean;
}

const toComment = (raw: z.output<typeof reply>, isReply: boolean): InstagramComment => ({
  id: raw.id,
  at: raw.timestamp,
  author: raw.from,
  isReply,
});

/**
 * A page of a medium's comments, newest first, each followed by its replies. `skipped`: entries without the expected
 * form, and next pages that cannot be asked for. `cutReplies`: comments that have more replies than came with them, and the cursor of the others. `after`: null
 * on the last page.
 */
export const commentsAnswer = z
  .object({ data: entries(comment), paging: nextCursor })
  .transform(({ data, paging }) => ({
    comments: data.read.flatMap((raw) => [
      toComment(raw, false),
      ...raw.replies.data.read.map((answer) => toComment(answer, true)),
    ]),
    skipped: data.read.reduce(
      (sum, { replies }) => sum + replies.data.skipped + replies.paging.lost,
      data.skipped + paging.lost,
    ),
    cutReplies: data.read.flatMap(({ id, replies: { paging: cut } }) =>
      cut.after === null ? [] : [{ comment: id, after: cut.after }],
    ),
    after: paging.after,
  }));

export type CommentsPage = z.output<typeof commentsAnswer>;

/** Fields of `/{comment}/replies`. */
export const replyFields = { required: commentFields.required, optional: [] } as const;

/** A page of a comment's replies. `skipped` as above. `after`: null on the last page. */
export const repliesAnswer = z
  .object({ data: entries(reply), paging: nextCursor })
  .transform(({ data, paging }) => ({
    comments: data.read.map((answer) => toComment(answer, true)),
    skipped: data.skipped + paging.lost,
    after: paging.after,
  }));

export type RepliesPage = z.output<typeof repliesAnswer>;
