import { z } from "zod";
import {
  count,
  entries,
  idText,
  instagramMoment,
  nextCursor,
  username,
  webAddress,
} from "../../history/answer-parts.ts";

/** Fields of `/me`. Without an optional one the account can still be read. */
export const accountFields = {
  required: ["id", "user_id", "username", "followers_count", "media_count"],
  optional: ["name", "account_type", "profile_picture_url", "follows_count"],
} as const;

const optionalCount = count.nullish().transform((value) => value ?? null);
const optionalText = z
  .string()
  .max(1_000)
  .nullish()
  .transform((text) => text || null);

/** The answer of `/me`. */
export const accountAnswer = z
  .object({
    id: idText,
    user_id: idText,
    username,
    name: optionalText,
    account_type: optionalText,
    profile_picture_url: webAddress,
    followers_count: optionalCount,
    follows_count: optionalCount,
    media_count: optionalCount,
  })
  .transform((raw) => ({
    /** The account's lasting id, through renames. */
    userId: raw.user_id,
    /** The account's id for this app only. Meta's own calls may name either id (docs/product.md#connection). */
    appScopedId: raw.id,
    username: raw.username,
    name: raw.name,
    /** `BUSINESS`, `MEDIA_CREATOR` or a name that is not known here. */
    type: raw.account_type,
    pictureUrl: raw.profile_picture_url,
    followers: raw.followers_count,
    following: raw.follows_count,
    posts: raw.media_count,
  }));

/**
 * A page of a list. `skipped`: entries without the expected form, and a next page that cannot be asked for. `after`: null
 * on the last page.
 */
const pageOf = <S extends z.ZodType>(entry: S) =>
  z.object({ data: entries(entry), paging: nextCursor }).transform(({ data, paging }) => ({
    read: data.read,
    skipped: data.skipped + paging.lost,
    after: paging.after,
  }));

/** Fields of `/me/media`. Captions are not read: nothing is made of them. */
export const mediaFields = {
  // The counts are required: without `like_count` every post would look like one with hidden likes.
  required: ["id", "media_type", "timestamp", "like_count", "comments_count"],
  optional: ["media_product_type", "media_url", "thumbnail_url", "permalink"],
} as const;

const medium = z
  .object({
    id: idText,
    media_type: z.string().nullish(),
    media_product_type: z.string().nullish(),
    media_url: webAddress,
    thumbnail_url: webAddress,
    permalink: webAddress,
    timestamp: instagramMoment,
    like_count: optionalCount,
    comments_count: optionalCount,
  })
  .transform((raw) => ({
    id: raw.id,
    kind: kindOf(raw.media_product_type, raw.permalink),
    /** Epoch milliseconds. */
    postedAt: raw.timestamp,
    /** Of the picture, not of a video. */
    pictureUrl: raw.media_type === "VIDEO" ? raw.thumbnail_url : raw.media_url,
    permalink: raw.permalink,
    /** Null: the owner hides likes. */
    likes: raw.like_count,
    /** Replies included. Null: not given. */
    comments: raw.comments_count,
  }));

/** Decides which metrics the insights have. A reel's address has `/reel/` in it. */
function kindOf(product: string | null | undefined, permalink: string | null): "post" | "reel" {
  if (product) return product === "REELS" ? "reel" : "post";
  return permalink !== null && /\/reel\//.test(permalink) ? "reel" : "post";
}

/** A page of `/me/media`, newest first. */
export const mediaAnswer = pageOf(medium).transform(({ read: media, ...page }) => ({
  media,
  ...page,
}));

/** Fields of `/{comment}/replies`. */
export const replyFields = {
  required: ["id", "timestamp", "from{id,username}"],
  optional: [],
} as const;

/** Fields of `/{media}/comments`. What a comment says is not read: only who commented. */
export const commentFields = {
  required: replyFields.required,
  optional: [`replies{${replyFields.required.join(",")}}`],
};

/** Null without a username, such as where the commenter's account is gone. */
const author = z
  .object({ id: idText.nullish(), username })
  .transform(({ id, username: name }) => ({ id: id ?? null, username: name }))
  .nullish()
  .catch(null)
  .transform((from) => from ?? null);

const reply = z.object({ id: idText, timestamp: instagramMoment, from: author });
const comment = reply.extend({ replies: pageOf(reply).nullish() });

/** Who wrote a comment or a reply; null where Instagram does not say. */
export type CommentAuthor = z.output<typeof author>;

/**
 * A page of a medium's comments, newest first: who wrote each, followed by who replied. `cutReplies`: comments that have
 * more replies than came with them, and the cursor of the others.
 */
export const commentsAnswer = pageOf(comment).transform(({ read, skipped, after }) => ({
  authors: read.flatMap(({ from, replies }) => [
    from,
    ...(replies?.read.map((answer) => answer.from) ?? []),
  ]),
  skipped: read.reduce((sum, { replies }) => sum + (replies?.skipped ?? 0), skipped),
  cutReplies: read.flatMap(({ id, replies }) =>
    replies?.after ? [{ comment: id, after: replies.after }] : [],
  ),
  after,
}));

export type CommentsPage = z.output<typeof commentsAnswer>;

/** A page of a comment's replies. */
export const repliesAnswer = pageOf(reply).transform(({ read, ...page }) => ({
  authors: read.map(({ from }) => from),
  ...page,
}));
