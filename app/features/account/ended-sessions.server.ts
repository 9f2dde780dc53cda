import { setTimeout as pause } from "node:timers/promises";
import { log } from "~/platform/monitoring/log.server";
import { untilSettled } from "~/platform/outbox/letter.server";
import { sessionMilliseconds } from "~/platform/session/session.server";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { commitIn, inFirestore } from "~/platform/store/firestore.server";
import {
  asBackgroundWork,
  isUnanswered,
  orElse,
  type UpstreamError,
} from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

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

/**
 * Where Firestore is down, this fails, and the log-out is stored as soon as Firestore answers.
 * @param expiresAt of the cookie, in epoch milliseconds; Firestore's TTL policy then deletes the document
 */
export async function endSession(sessionId: string, expiresAt: number): Promise<void> {
  endedSessions.set(sessionId, true);
  await Promise.all([
    announceChange("session", sessionId),
    orElse(store([[sessionId, expiresAt]]), (failure) => {
      if (mayPass(failure)) storeLater(sessionId, expiresAt);
      throw failure;
    }),
  ]);
}

/** A session id, and when its cookie expires. */
type Ended = readonly [sessionId: string, expiresAt: number];

const store = (sessions: readonly Ended[]): Promise<void> =>
  inFirestore("write", (database, signal) =>
    commitIn(database, signal, (writes) => {
      for (const [sessionId, expiresAt] of sessions)
        writes.set(database.collection(collection).doc(sessionId), {
          expireAt: new Date(expiresAt),
        });
    }),
  );

const mayPass = (failure: UpstreamError) => failure.kind === "busy" || isUnanswered(failure);

/** Log-outs that Firestore has not taken yet: only this process knows of them. */
const unstored = new Map<string, number>();
const mostUnstored = 10_000;
/** Milliseconds, of those that a process takes to stop, in which Firestore may still come back. */
const whileStopping = 2_500;
/** What Firestore takes in one commit. */
const atOnce = 500;

function storeLater(sessionId: string, expiresAt: number): void {
  if (expiresAt <= Date.now()) return;
  if (unstored.size === mostUnstored) {
    log.error("too many log-outs wait for Firestore: one was lost");
    return;
  }
  const isFirst = unstored.size === 0;
  unstored.set(sessionId, expiresAt);
  if (isFirst) inBackground("ended sessions", asBackgroundWork(untilStored));
}

async function untilStored(): Promise<void> {
  if (await untilSettled(storeWaiting)) return;
  const end = performance.now() + whileStopping;
  while (!(await storeWaiting())) {
    if (performance.now() < end) await pause(500);
    else {
      log.error({ lost: unstored.size }, "log-outs could not be stored before the process stopped");
      unstored.clear();
    }
  }
}

/** @returns whether none is left */
async function storeWaiting(): Promise<boolean> {
  for (const [sessionId, expiresAt] of unstored)
    if (expiresAt <= Date.now()) unstored.delete(sessionId);
  while (unstored.size > 0) {
    const some = [...unstored].slice(0, atOnce);
    const failure = await orElse(
      store(some).then(() => undefined),
      (failed) => failed,
    );
    if (failure && mayPass(failure)) return false;
    if (failure) log.error({ lost: some.length }, "log-outs were refused");
    for (const [sessionId] of some) unstored.delete(sessionId);
  }
  return true;
}

/** Caches that a session has not ended, so that its first page needs no read. Call it for a new session only. */
export function cacheNewSession(sessionId: string): void {
  endedSessions.set(sessionId, false);
}
