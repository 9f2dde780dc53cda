import { lastUsesOf } from "~/features/account/last-use.server";
import { recipientOf } from "~/features/account/recipient.server";
import { readAccount } from "~/features/connection/services/readings/account.server";
import {
  BreakOff,
  noteLimit,
  Withdrawn,
} from "~/features/connection/services/readings/asker.server";
import { commentsReader } from "~/features/connection/services/readings/comments.server";
import { isCountingDue, readCounts } from "~/features/connection/services/readings/counts.server";
import {
  postInsightsReader,
  readReach,
} from "~/features/connection/services/readings/insights.server";
import {
  isOfOnePart,
  patientAttempts,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import {
  openSession,
  type Read,
  type ReadingRun,
  type Session,
} from "~/features/connection/services/readings/session.server";
import { leaveToOther } from "~/features/connection/services/readings/share.server";
import { usableToken } from "~/features/connection/services/readings/token.server";
import { tellOfWithdrawal } from "~/features/connection/services/withdrawal-letter.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import { appPausedUntil } from "~/features/history/app-pause.server";
import { type Connection, withdrawn } from "~/features/history/connecting";
import type { ConnectionPayload } from "~/features/history/connection";
import { keepCounting } from "~/features/history/counting.server";
import type { KeptPost } from "~/features/history/kept-reading";
import { noteFigures } from "~/features/history/noted-figures";
import { isAway, isPostDue, nextReadingAt } from "~/features/history/schedule";
import { refigure } from "~/features/imports/refigure.server";
import { log } from "~/platform/monitoring/log.server";
import { isLetterGivenUp } from "~/platform/outbox/letter.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { UnknownKey } from "~/platform/tokens/tokens.server";
import { orElse, UpstreamError, unlessDown } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

/** After a limit of all accounts their readings begin again within so many milliseconds, not all at once. */
const spread = 10 * minute;

/** Takes the token out of a connection that only the person can renew, and tells them. What is known of it stays. */
async function withdraw(
  { entry, saveProgress }: ReadingRun,
  payload: ConnectionPayload = entry.payload,
): Promise<Read> {
  const after = withdrawn({ ...entry, payload }, Date.now());
  await saveProgress({ payload: after.payload, progress: after.progress });
  return settleWithdrawal({ ...entry, payload: after.payload, progress: after.progress });
}

/** Sends the letter about a withdrawal, unless it is settled. Then nothing is due until the person connects again. */
async function settleWithdrawal(connection: Connection): Promise<Read> {
  const { payload, progress } = connection;
  if (!progress.letterSent && !isLetterGivenUp(connection, progress.withdrawnAt ?? 0)) {
    const letter = await tellOfWithdrawal(connection);
    if (letter?.end === "again") return { ...letter, payload };
  }
  return { end: "later", dueAt: null, payload, progress: { ...progress, letterSent: true } };
}

/** Reads a connected account, or goes on with what another run has begun. */
export async function carryOutReading(run: ReadingRun): Promise<Read> {
  const { payload } = run.entry;
  if (payload.uid !== run.id) return refuseCopy(payload);
  await noteErasures(payload.uid);
  if (payload.token === null) return settleWithdrawal(run.entry);
  const pausedUntil = await appPausedUntil();
  if (pausedUntil > Date.now()) return waiting(pausedUntil + spread * shareOf(run.entry.key));
  let session: Session | undefined;
  try {
    // Readings end with the plan: Instagram is asked nothing any more, not even for a new token.
    if (await hasPlanEnded(payload.uid)) return pausing(run.entry, payload);
    // The token is kept alive for an owner who comes back.
    const usable = await usableToken(run);
    if (await isOwnerAway(payload)) return pausing(run.entry, usable.payload);
    const left = await leaveToOther(run);
    if (left) return { ...left, payload: usable.payload };
    session = await openSession(run, usable.token, usable.payload);
    return await read(run, session);
  } catch (error) {
    // The token may be good: a container with the wrong keys must not cost the person their connection.
    if (error instanceof UnknownKey) return { end: "again", reason: error.message };
    return await afterFailure(run, error, session);
  }
}

/** Whether Instagram may be asked for somebody's account. */
export const mayBeRead = async (payload: ConnectionPayload): Promise<boolean> =>
  !(await hasPlanEnded(payload.uid)) && !(await isOwnerAway(payload));

/** Whether the subscriber's plan has ended. Where that cannot be looked up, it has not. */
const hasPlanEnded = (uid: string): Promise<boolean> =>
  orElse(
    recipientOf(uid).then((address) => address === undefined),
    () => false,
  );

/** Connecting counts as a use, whether or not one is on record. */
async function isOwnerAway({ uid, connectedAt }: ConnectionPayload): Promise<boolean> {
  const lastUsedAt = (await lastUsesOf([uid])).get(uid) ?? 0;
  return isAway(Math.max(lastUsedAt, connectedAt), Date.now());
}

/** Looks again tomorrow; whoever signs in is read at once (`resumePausedReadings`). */
const pausing = ({ key, progress }: ReadingRun["entry"], payload: ConnectionPayload): Read => ({
  end: "later",
  dueAt: nextReadingAt(key, Date.now()),
  payload,
  progress: { pausedAt: progress.pausedAt ?? Date.now() },
});

/** A document that was copied from another subscriber's opens nothing, and writes to nobody. */
function refuseCopy(payload: ConnectionPayload): Read {
  log.error({}, "a connection is another subscriber's");
  return { end: "later", dueAt: null, payload: { ...payload, token: null } };
}

async function read(run: ReadingRun, session: Session): Promise<Read> {
  const { kept, uid, key, refused } = session;
  const { attempts } = run.entry;
  if (!session.isComplete) {
    await readAll(session, attempts);
    await session.complete(Date.now());
  }
  await whileRenewing(run, () => figure(uid, attempts));
  if (isCountingDue(session, Date.now())) await keepCounting({ uid, connection: key });
  log.info({ posts: kept.posts.length, missing: [...refused] }, "account read");
  const readAt = kept.readAt ?? Date.now();
  return {
    end: "later",
    dueAt: nextReadingAt(key, readAt),
    payload: session.payload,
    progress: {
      begunAt: null,
      readAt,
      posts: null,
      after: null,
      missing: [...refused],
      waitsUntil: null,
      pausedAt: null,
    },
  };
}

/** Posts that may fail in a run: beyond that it is Instagram that fails, and not a post. */
const mostFailed = 3;

/** The posts of which something is due in this reading. */
const duePosts = (session: Session): KeptPost[] =>
  session.kept.posts.filter((post) => dueParts(session, post) !== undefined);

const allParts = ["comments", "insights"] as const;

/**
 * All parts of a post that is due; before that, once in a reading, the parts that the last one was refused, and comments
 * where Instagram counts others than were read; else undefined. A refusal of comments ends with the reading. One of insights
 * may be of this post alone: only a new permission changes it sooner.
 */
function dueParts({ underWay, refused, payload }: Session, post: KeptPost) {
  const { begunAt } = underWay;
  const { readAt } = post;
  if (readAt === null || isPostDue(post, begunAt)) return allParts;
  if (readAt >= begunAt || underWay.refusedAgain.includes(post.id)) return undefined;
  const isRenewed = readAt < payload.connectedAt;
  const lacking = new Set(post.lacks);
  if (hasOtherComments(post)) lacking.add("comments");
  const parts = [...lacking].filter(
    (part) => !refused.has(part) && (part === "comments" || isRenewed),
  );
  return parts.length > 0 ? parts : undefined;
}

const hasOtherComments = ({ comments, readComments }: KeptPost): boolean =>
  comments !== null && readComments !== undefined && comments !== readComments;

/**
 * Reads the comments and insights of the posts that are due, newest first.
 * @param isPatient whether Instagram itself may be what fails; else whatever fails of a post is passed over
 * @returns how many failed: they are still due
 */
async function readPosts(session: Session, isPatient: boolean): Promise<number> {
  const readers = { comments: commentsReader(session), insights: postInsightsReader(session) };
  let failed = 0;
  for (const post of duePosts(session))
    try {
      const lacks = new Set(post.lacks);
      const parts = dueParts(session, post) ?? [];
      for (const part of parts)
        if (await readers[part].read(post)) {
          lacks.delete(part);
          if (part === "comments" && post.comments !== null) post.readComments = post.comments;
        } else lacks.add(part);
      post.lacks = [...lacks];
      if (parts === allParts) post.readAt = Date.now();
      else if (parts.some((part) => lacks.has(part))) session.underWay.refusedAgain.push(post.id);
      if (parts.includes("insights")) noteFigures(post, Date.now());
      session.notePost();
    } catch (error) {
      if (!isOfOnePart(error) || (isPatient && failed >= mostFailed)) throw error;
      failed += 1;
    }
  readers.comments.end();
  readers.insights.end();
  return failed;
}

async function readAll(session: Session, attempts: number): Promise<void> {
  const { kept, underWay, uid } = session;
  if (underWay.list !== null) {
    await readAccount(session, attempts);
    session.posts = { read: 0, of: duePosts(session).length };
    const isFirst = kept.readAt === null;
    kept.readAt ??= Date.now();
    await session.save();
    // The first figures come soon. Where they fail, those at the end of the reading are still to come.
    if (isFirst)
      await whileRenewing({ saveProgress: session.save }, () => unlessDown(refigure(uid)));
  }
  const isPatient = attempts < patientAttempts;
  const failed = await readPosts(session, isPatient);
  await readReach(session, isPatient);
  await readCounts(session);
  if (failed === 0) return;
  if (isPatient) throw new UpstreamError("instagram", "malformed");
  log.warn({ failed }, "posts of an account could not be read");
}

/** Computes the profile anew. Something else of the subscriber may be rotten: that must not hold up readings. */
async function figure(uid: string, attempts: number): Promise<void> {
  try {
    await refigure(uid);
  } catch (error) {
    if (attempts < patientAttempts) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    log.error({ reason }, "what follows from a reading could not be computed");
  }
}

async function afterFailure(
  run: ReadingRun,
  error: unknown,
  session: Session | undefined,
): Promise<Read> {
  const isExpected =
    error instanceof BreakOff ||
    error instanceof Withdrawn ||
    error instanceof InstagramRefused ||
    error instanceof UpstreamError;
  if (!isExpected) throw error;
  // If Firestore fails, the next run goes on from what was saved last.
  if (session) await unlessDown(session.save());
  if (error instanceof BreakOff)
    return error.isLimit ? waiting(error.until) : { end: "later", dueAt: error.until };
  if (error instanceof Withdrawn || verdictOf(error) === "needs-person")
    return withdraw(run, session?.payload);
  const limit = await noteLimit(error);
  if (!limit) return { end: "again", reason: error.message };
  return waiting(limit.until + (limit.isOfApp ? spread * shareOf(run.entry.key) : 0));
}

/** Instagram's limits are waited for. That is no failure, however often. */
const waiting = (until: number): Read => ({
  end: "later",
  dueAt: until,
  progress: { waitsUntil: until },
});
