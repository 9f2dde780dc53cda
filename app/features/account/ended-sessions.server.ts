import { sessionMilliseconds } from "~/platform/session/session.server";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import { hour } from "~/platform/values/durations";

const collection = "endedSessions";
const endedSessions = createCache<boolean>("ended-sessions", {
  // 'Ended' is final, so it is cached longer than any session lasts: it holds even while Firestore is down.
  ttl: (ended) => (ended ? sessionMilliseconds + hour : 40_000),
  staleWhileRevalidate: 20_000,
  maxBytes: 8 * 1_048_576,
});

onChange("session", (sessionId) => endedSessions.set(sessionId, true));

/**
 * Whether a session was ended by log-out. At most 60 s old; current if this process ended it or got a change notice.
 * A signed cookie stays valid when replayed, so ended sessions are stored until their cookie expires.
 */
export function isSessionEnded(sessionId: string): Promise<boolean> {
  return endedSessions.get(sessionId, async () => {
    const document = await inFirestore("read", (database) =>
      database.collection(collection).doc(sessionId).get(),
    );
    return document.exists;
  });
}

/** @param expiresAt of the cookie, in epoch milliseconds; Firestore's TTL policy then deletes the document */
export async function endSession(sessionId: string, expiresAt: number): Promise<void> {
  endedSessions.set(sessionId, true);
  await Promise.all([
    announceChange("session", sessionId),
    inFirestore("write", (database, signal) =>
      commitIn(database, signal, (writes) =>
        writes.set(database.collection(collection).doc(sessionId), {
          expireAt: new Date(expiresAt),
        }),
      ),
    ),
  ]);
}

/** Caches that a session has not ended, so that its first page needs no read. Call it for a new session only. */
export function cacheNewSession(sessionId: string): void {
  endedSessions.set(sessionId, false);
}
