import { lastUsesOf } from "~/features/account/last-use.server";
import { recipientOf } from "~/features/account/recipient.server";
import { readAccount } from "~/features/connection/services/readings/account.server";
import { BreakOff, Withdrawn } from "~/features/connection/services/readings/break-off.server";
import { isCountingDue, readCounts } from "~/features/connection/services/readings/counts.server";
import { readReach } from "~/features/connection/services/readings/insights.server";
import { patience } from "~/features/connection/services/readings/pages.server";
import { duePosts, readPosts } from "~/features/connection/services/readings/posts.server";
import {
  openSession,
  type Read,
  type ReadingRun,
  type Session,
} from "~/features/connection/services/readings/session.server";
import { leaveToOther } from "~/features/connection/services/readings/share.server";
import { usableToken } from "~/features/connection/services/readings/token.server";
import {
  settleWithdrawal,
  withdraw,
} from "~/features/connection/services/readings/withdrawal.server";
import { InstagramRefused } from "~/features/connection/store/instagram.server";
import { appPausedUntil, pauseApp } from "~/features/history/app-pause.server";
import { keepCounting } from "~/features/history/counting.server";
import { isAway, nextReadingAt } from "~/features/history/schedule";
import { refigure } from "~/features/imports/refigure.server";
import { log } from "~/platform/monitoring/log.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { UnknownKey } from "~/platform/tokens/tokens.server";
import { UpstreamError, unlessDown } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

type Payload = ReadingRun["entry"]["payload"];

/** After a limit of all accounts their readings begin again within so many milliseconds, not all at once. */
const spread = 10 * minute;

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
    // It ends with the plan: Instagram is asked nothing any more, not even for a new token.
    if (await hasPlanEnded(payload.uid)) return pausing(run.entry, payload);
    // The permission is kept alive for whoever comes back.
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
export const mayBeRead = async (payload: Payload): Promise<boolean> =>
  !(await hasPlanEnded(payload.uid)) && !(await isOwnerAway(payload));

/** Whether there is nobody who may be read for. An outage of those who know it ends nobody's readings. */
async function hasPlanEnded(uid: string): Promise<boolean> {
  const recipient = recipientOf(uid).then((address) => ({ address }));
  const known = await unlessDown(recipient);
  return known !== undefined && known.address === undefined;
}

/** Who connects is there, whether or not their last use is on record. */
async function isOwnerAway({ uid, connectedAt }: Payload): Promise<boolean> {
  const lastUsedAt = (await lastUsesOf([uid])).get(uid) ?? 0;
  return isAway(Math.max(lastUsedAt, connectedAt), Date.now());
}

/** Looks again tomorrow; whoever signs in is read at once (`resumePausedReadings`). */
const pausing = ({ key, progress }: ReadingRun["entry"], payload: Payload): Read => ({
  end: "later",
  dueAt: nextReadingAt(key, Date.now()),
  payload,
  progress: { pausedAt: progress.pausedAt ?? Date.now() },
});

/** A document that was copied from another subscriber's opens nothing, and writes to nobody. */
function refuseCopy(payload: Payload): Read {
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
  await whileRenewing(
    () => run.saveProgress({}),
    () => figure(uid, attempts),
  );
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
      await whileRenewing(
        () => session.save(),
        () => unlessDown(refigure(uid)),
      );
  }
  const isPatient = attempts < patience;
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
    if (attempts < patience) throw error;
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
  // If Firestore is what fails, the run began from what was saved before, and so does the next.
  if (session) await unlessDown(session.save());
  if (error instanceof BreakOff)
    return error.isLimit ? waiting(error.until) : { end: "later", dueAt: error.until };
  if (error instanceof Withdrawn) return withdraw(run, session?.payload);
  if (error instanceof UpstreamError) return { end: "again", reason: error.message };
  const { verdict } = error;
  if (verdict.kind === "needs-person") return withdraw(run, session?.payload);
  if (verdict.kind !== "wait") return { end: "again", reason: error.message };
  const until = Date.now() + verdict.minutes * minute;
  if (verdict.scope === "account") return waiting(until);
  await pauseApp(until);
  return waiting(until + spread * shareOf(run.entry.key));
}

/** Instagram's limits are waited for. That is no failure, however often. */
const waiting = (until: number): Read => ({
  end: "later",
  dueAt: until,
  progress: { waitsUntil: until },
});
