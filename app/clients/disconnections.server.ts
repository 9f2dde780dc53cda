import { randomUUID } from "node:crypto";
import type { EntryKind } from "~/clients/outbox/document.server";
import { newEntry } from "~/clients/outbox/keep.server";
import { entryAt } from "~/clients/outbox/transaction.server";
import {
  type DisconnectionPayload,
  type DisconnectionProgress,
  disconnectionPayload,
  disconnectionProgress,
} from "~/domain/instagram/disconnection";
import type { OutboxEntry } from "~/domain/outbox";

/** How `disconnections/{code}` is kept; the outbox kind `disconnection` is this with its handler. */
export const disconnectionEntries: EntryKind<DisconnectionPayload, DisconnectionProgress> = {
  name: "disconnection",
  collection: "disconnections",
  payload: disconnectionPayload,
  progress: disconnectionProgress,
  // Erasing a connection's pieces takes up to 10 s, the profile that is computed anew a minute.
  lease: 120_000,
  backOff: { first: 10_000, most: 3_600_000 },
  askPersonAfter: 86_400_000,
  stopsThen: false,
};

export type Disconnection = OutboxEntry<DisconnectionPayload, DisconnectionProgress>;

/** A new entry about one subscriber's connection, due at once. */
export function disconnectionOf(uid: string, key: string, now: number): Disconnection {
  const wish = {
    key: randomUUID(),
    payload: { uid, account: null },
    progress: { connections: [{ uid, key, quietAt: null }], isFound: true, erasedAt: null },
    runsInBackground: true,
  };
  return { ...newEntry(disconnectionEntries, wish, now), lease: 0 };
}

/** @param code the document's name: that of Meta's data deletion is shown to whoever has it */
export const disconnectionAt = (code: string) => entryAt(disconnectionEntries, code);
