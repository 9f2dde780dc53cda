import { z } from "zod";

/**
 * What must be erased because a connection has ended (docs/product.md#connection): an outbox entry. Either `uid` or
 * `account` says whose.
 */
export const disconnectionPayload = z.object({
  /** The subscriber who disconnected, or who connected another account. */
  uid: z.string().min(1).nullable(),
  /** Whom Meta named in its data deletion, by either id, and when. Erased once all is done. */
  account: z.object({ id: z.string().min(1), issuedAt: z.number() }).nullable(),
});
export type DisconnectionPayload = z.output<typeof disconnectionPayload>;

/** A connection that ends. The subscriber may have connected again since, the same account under the same key. */
export const endedConnection = z.object({
  uid: z.string().min(1),
  /** Null where the connection's document did not say. */
  key: z.string().min(1).nullable(),
  connectedAt: z.number().nullable(),
});
export type EndedConnection = z.output<typeof endedConnection>;

export const disconnectionProgress = z.object({
  /** The connections that end. Kept before anything is erased: afterwards nothing else says what they gave. */
  connections: z.array(endedConnection),
  /** Whether Meta's account was looked for. */
  isFound: z.boolean(),
  erasedAt: z.number().nullable(),
});
export type DisconnectionProgress = z.output<typeof disconnectionProgress>;
