import { z } from "zod";

/**
 * A connection to an Instagram account (docs/product.md#connection). `connections/{uid}` is an outbox entry of the kind `reading` that
 * stays open as long as the account is connected: each reading makes it due again a day later.
 */
export const connectionPayload = z.object({
  uid: z.string().min(1),
  /** A compact JWE (`sealToken`); null once Instagram has withdrawn it: the person must connect again. */
  token: z.string().min(1).nullable(),
  /** All times in epoch milliseconds. */
  tokenObtainedAt: z.number(),
  tokenExpiresAt: z.number(),
  /** The account's lasting id, and its id for this app only. Meta's calls may name either. */
  userId: z.string().min(1),
  appScopedId: z.string().min(1),
  username: z.string().min(1),
  name: z.string().nullable(),
  accountType: z.string().nullable(),
  /** What the person has allowed; null where Instagram did not say. */
  permissions: z.array(z.string()).nullable(),
  connectedAt: z.number(),
});
export type ConnectionPayload = z.output<typeof connectionPayload>;

/** What the app asks for (docs/instagram.md#official-interface). */
export const scopes = [
  "instagram_business_basic",
  "instagram_business_manage_insights",
  "instagram_business_manage_comments",
] as const;
export type Scope = (typeof scopes)[number];

/** What a reading did without, each with a sentence on the page. */
export const missingParts = ["posts", "comments", "insights", "reach"] as const;
export type MissingPart = (typeof missingParts)[number];

export const connectionProgress = z.object({
  /** When the reading under way began; null between two readings. */
  begunAt: z.number().nullable(),
  /** When the last complete reading ended; null before the first. */
  readAt: z.number().nullable(),
  /** How far the reading under way is: posts whose comments and insights were read, of those that are due. */
  posts: z.object({ read: z.number(), of: z.number() }).nullable(),
  /** The cursor of the next page of `/me/media`, where the list of posts is not complete yet. */
  after: z.string().nullable(),
  missing: z.array(z.enum(missingParts)),
  /** Instagram's limit is reached until then; null otherwise. */
  waitsUntil: z.number().nullable(),
  /** Since when it is not read, because its owner stays away or their plan has ended; null while it is read. */
  pausedAt: z.number().nullable().default(null),
  /** When the withdrawal was found, and whether its letter is settled. */
  withdrawnAt: z.number().nullable(),
  letterSent: z.boolean(),
});
export type ConnectionProgress = z.output<typeof connectionProgress>;
