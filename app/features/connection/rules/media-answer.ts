import { z } from "zod";
import {
  count,
  entries,
  idText,
  instagramMoment,
  nextCursor,
  webAddress,
} from "../../history/answer-parts.ts";

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
    like_count: count.nullish(),
    comments_count: count.nullish(),
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
    likes: raw.like_count ?? null,
    /** Replies included. Null: not given. */
    comments: raw.comments_count ?? null,
  }));

/** Decides which metrics the insights have. A reel's address has `/reel/` in it. */
function kindOf(product: string | null | undefined, permalink: string | null): "post" | "reel" {
  if (product) return product === "REELS" ? "reel" : "post";
  return permalink !== null && /\/reel\//.test(permalink) ? "reel" : "post";
}

/**
 * A page of `/me/media`, newest first. `skipped`: entries without the expected form, and a next page that cannot be asked
 * for. `after`: null on the last page.
 */
export const mediaAnswer = z
  .object({ data: entries(medium), paging: nextCursor })
  .transform(({ data, paging: { after, lost } }) => ({
    media: data.read,
    skipped: data.skipped + lost,
    after,
  }));

export type MediaPage = z.output<typeof mediaAnswer>;
