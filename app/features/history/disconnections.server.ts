import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { OutboxEntry } from "~/platform/outbox/outbox";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { keepEntry, newEntry } from "~/platform/outbox/store/keep.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { day, hour } from "~/platform/values/durations";

/**
 * What must be erased because a connection has ended (docs/product.md#connection): an outbox entry. Either `uid` or
 * `account` says whose.
 */
const disconnectionPayload = z.object({
  /** The subscriber who disconnected, or who connected another account. */
  uid: z.string().min(1).nullable(),
  /** Whom Meta named in its data deletion, by either id, and when. Erased once all is done. */
  account: z.object({ id: z.string().min(1), issuedAt: z.number() }).nullable(),
});
export type DisconnectionPayload = z.output<typeof disconnectionPayload>;

/** A connection that ends. The subscriber may have connected again since, the same account under the same key. */
const endedConnection = z.object({
  uid: z.string().min(1),
  /** Null where the connection's document did not say. */
  key: z.string().min(1).nullable(),
  connectedAt: z.number().nullable(),
});
export type EndedConnection = z.output<typeof endedConnection>;

const disconnectionProgress = z.object({
  /** The connections that end. Kept before anything is erased: afterwards nothing else says what they gave. */
  connections: z.array(endedConnection),
  /** Whether Meta's account was looked for. */
  isFound: z.boolean(),
  erasedAt: z.number().nullable(),
});
export type DisconnectionProgress = z.output<typeof disconnectionProgress>;

/** How `disconnections/{code}` is kept; the outbox kind `disconnection` is this with its handler. */
export const disconnectionEntries: EntryKind<DisconnectionPayload, DisconnectionProgress> = {
  name: "disconnection",
  collection: "disconnections",
  payload: disconnectionPayload,
  progress: disconnectionProgress,
  // Erasing a connection's pieces takes up to 10 s, the profile that is computed anew a minute.
  lease: 120_000,
  backOff: { first: 10_000, most: hour },
  askPersonAfter: day,
  stopsThen: false,
};

export type Disconnection = OutboxEntry<DisconnectionPayload, DisconnectionProgress>;

/** A new entry about one subscriber's connection, due at once. */
export function disconnectionOf(ended: EndedConnection, now: number): Disconnection {
  const wish = wishFor({ uid: ended.uid, connections: [ended] });
  return { ...newEntry(disconnectionEntries, wish, now), lease: 0 };
}

type Ending = Partial<DisconnectionPayload> & Partial<DisconnectionProgress>;

const wishFor = ({ uid = null, account = null, connections }: Ending) => ({
  key: randomUUID(),
  payload: { uid, account },
  progress: {
    connections: connections ?? [],
    isFound: connections !== undefined,
    erasedAt: null,
  },
  runsInBackground: true,
});

/**
 * Keeps what must be erased; once this resolves, it cannot be lost. The same again under the same id is one.
 * @param connections left out where they are still to be found by `account`
 */
export const keepDisconnection = (id: string, ending: Ending) =>
  keepEntry(disconnectionEntries, id, {
    isDone: ({ state }) => state === "done",
    canJoin: ({ state }) => state === "open",
    join: () => ({}),
    begin: () => wishFor(ending),
  });

/** @param id of Meta's data deletion: its confirmation code */
export const disconnectionAt = (id: string) => entryAt(disconnectionEntries, id);
