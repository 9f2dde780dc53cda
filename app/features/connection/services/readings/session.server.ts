import { type AskInstagram, createAsk } from "~/features/connection/services/readings/asker.server";
import { deniedParts } from "~/features/history/connecting";
import type {
  ConnectionPayload,
  ConnectionProgress,
  MissingPart,
} from "~/features/history/connection";
import type { KeptCounts } from "~/features/history/instagram-counts";
import { emptyReading, type KeptReading, type UnderWay } from "~/features/history/kept-reading";
import { readingWriter, storedReading } from "~/features/history/readings.server";
import type { Run, Verdict } from "~/platform/outbox/runner.server";
import type { AccessToken } from "~/platform/tokens/access-token";
import { hour } from "~/platform/values/durations";

export type ReadingRun = Run<ConnectionPayload, ConnectionProgress, never>;
export type Read = Verdict<ConnectionPayload, ConnectionProgress, never>;

/** Progress is saved after so many milliseconds, or so many posts. */
const saveEvery = { milliseconds: 20_000, posts: 20 };
/** A reading that has waited for so long begins anew with the account and its list of posts. */
const stale = 20 * hour;

/** One run of a reading: what it has in hand. */
export interface Session {
  readonly uid: string;
  readonly key: string;
  readonly token: AccessToken;
  /** As it is saved next. */
  payload: ConnectionPayload;
  readonly kept: KeptReading;
  /** What Instagram counts itself, as it stands. */
  counts: KeptCounts;
  readonly underWay: UnderWay;
  /** Whether all was read by a run before, and only what follows from it is left to do. */
  readonly isComplete: boolean;
  /** Parts that Instagram does not let this app read. */
  readonly refused: Set<MissingPart>;
  /** The progress that the page shows. */
  posts: { read: number; of: number } | null;
  /** Items on a page, fewer after a failure of Instagram's. */
  readonly pageSizes: { media: number; comments: number };
  /** Asks Instagram. Saves before, where that is due. */
  readonly ask: AskInstagram;
  /** Saves all; throws if the lease has passed on. */
  save(): Promise<void>;
  /** Saves a complete reading. */
  complete(now: number): Promise<void>;
  /** Notes that something is read that the next run need not read again. */
  noteProgress(): void;
  /** Notes that a post is done with, in the same way. */
  notePost(): void;
}

/** Goes on where the last run broke off, or begins a reading. */
export async function openSession(
  run: ReadingRun,
  token: AccessToken,
  payload: ConnectionPayload,
): Promise<Session> {
  const { key, lease } = run.entry;
  const { uid } = payload;
  const stored = await storedReading(uid, key);
  const kept = stored.kept ?? emptyReading(payload.username);
  const now = Date.now();
  const before = kept.underWay;
  const { begunAt, posts } = run.entry.progress;
  const isComplete = before === null && begunAt !== null && (kept.readAt ?? 0) >= begunAt;
  // A reading that began before the person connected again begins anew: more may be allowed now.
  const isFresh =
    before !== null && now - before.begunAt < stale && before.begunAt >= payload.connectedAt;
  const underWay: UnderWay = isFresh
    ? before
    : {
        begunAt: now,
        list: { after: null, posts: [] },
        comments: before?.comments ?? null,
        refusedAgain: before && before.begunAt >= payload.connectedAt ? before.refusedAgain : [],
        commentsOf: null,
        hasReach: false,
        refused: deniedParts(payload),
      };
  if (!isComplete) kept.underWay = underWay;
  if (stored.isRotten) underWay.commentsOf = null;
  const refused = new Set(isComplete ? run.entry.progress.missing : underWay.refused);
  const write = readingWriter({ uid, key, lease }, stored.texts);
  let savedAt = now;
  let postsSince = 0;
  let hasProgressed = false;

  const ask = createAsk(
    async () => {
      const isDue = Date.now() - savedAt >= saveEvery.milliseconds || postsSince >= saveEvery.posts;
      if (isDue) await session.save();
    },
    () => hasProgressed,
  );
  const session: Session = {
    uid,
    key,
    token,
    payload,
    kept,
    counts: stored.counts,
    underWay,
    isComplete,
    refused,
    posts: isFresh ? posts : null,
    pageSizes: { media: 100, comments: 50 },
    ask,
    async save() {
      underWay.refused = [...refused];
      // Whoever has lost the lease finds out here and stops.
      if (!(await write(kept))) await run.saveProgress({});
      await run.saveProgress({
        payload: session.payload,
        progress: {
          // A complete reading keeps its own, so that the next run does not take it for one that has just begun.
          begunAt: isComplete ? begunAt : underWay.begunAt,
          after: underWay.list?.after ?? null,
          posts: session.posts,
          waitsUntil: null,
          ...(refused.size > 0 && { missing: [...refused] }),
        },
      });
      savedAt = Date.now();
      postsSince = 0;
    },
    async complete(readAt) {
      kept.underWay = null;
      kept.readAt = readAt;
      await session.save();
    },
    noteProgress() {
      hasProgressed = true;
    },
    notePost() {
      hasProgressed = true;
      postsSince += 1;
      if (session.posts) session.posts = { ...session.posts, read: session.posts.read + 1 };
    },
  };
  return session;
}
