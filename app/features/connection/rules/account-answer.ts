import { z } from "zod";
import { count, idText, username, webAddress } from "../../history/answer-parts.ts";

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

export type InstagramAccount = z.output<typeof accountAnswer>;
