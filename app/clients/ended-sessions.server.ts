import { createCache } from "~/clients/cache.server";
import { announceChange, onChange } from "~/clients/change-notices.server";
import { inFirestore } from "~/clients/firestore.server";

const collection = "endedSessions";
const endings = createCache<boolean>("ended-sessions", {
  // An ended session stays so, also while Firestore cannot be asked: longer than any session lasts.
  ttl: (ended) => (ended ? 6 * 3_600_000 : 40_000),
  staleWhileRevalidate: 20_000,
  maxBytes: 8 * 1_048_576,
});

onChange("session", (sessionId) => endings.set(sessionId, true));

/**
 * Whether a session was ended by log-out, as of at most 60 s ago; at once where this process ended it or was told.
 * A signed cookie still authenticates when replayed, so the ended ones are kept until it would have expired.
 */
export function isSessionEnded(sessionId: string): Promise<boolean> {
  return endings.get(sessionId, async () => {
    const document = await inFirestore("read", (database) =>
      database.collection(collection).doc(sessionId).get(),
    );
    return document.exists;
  });
}

/** @param expiresAt epoch milliseconds after which the cookie is refused by its time (TTL policy field) */
export async function endSession(sessionId: string, expiresAt: number): Promise<void> {
  endings.set(sessionId, true);
  await Promise.all([
    announceChange("session", sessionId),
    inFirestore("write", (database) =>
      database
        .collection(collection)
        .doc(sessionId)
        .set({ expireAt: new Date(expiresAt) }),
    ),
  ]);
}

/** A session that has just begun cannot have ended: its first page need not ask. */
export function noteNewSession(sessionId: string): void {
  endings.set(sessionId, false);
}
