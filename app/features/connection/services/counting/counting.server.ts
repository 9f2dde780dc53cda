import { readAudience } from "~/features/connection/services/counting/audience.server";
import { countDays } from "~/features/connection/services/counting/days.server";
import {
  ConnectionEnded,
  type Counting,
  type CountingRun,
} from "~/features/connection/services/counting/in-hand.server";
import { createAsk } from "~/features/connection/services/readings/asker.server";
import { BreakOff } from "~/features/connection/services/readings/break-off.server";
import { isOfOnePart, patience } from "~/features/connection/services/readings/pages.server";
import { mayBeRead } from "~/features/connection/services/readings/reading.server";
import { InstagramRefused } from "~/features/connection/store/instagram.server";
import { appPausedUntil, pauseApp } from "~/features/history/app-pause.server";
import { connectionOf, withdrawConnection } from "~/features/history/connections.server";
import type { CountingPayload, CountingProgress } from "~/features/history/counting.server";
import { isAudienceDue } from "~/features/history/instagram-counts";
import { storedReading } from "~/features/history/readings.server";
import { refigure } from "~/features/imports/refigure.server";
import { log } from "~/platform/monitoring/log.server";
import type { Verdict } from "~/platform/outbox/runner.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import type { AccessToken } from "~/platform/tokens/access-token";
import { openToken } from "~/platform/tokens/token-vault.server";
import { UnknownKey } from "~/platform/tokens/tokens.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { minute, second } from "~/platform/values/durations";

type Counted = Verdict<CountingPayload, CountingProgress, never>;

/** Well below the lease: a call takes 10 s at most. */
const renewEvery = 30 * second;

/** Nothing is left to do until a reading finds something. */
const ended: Counted = { end: "later", dueAt: null };
/** Nor is there a connection any more. */
const gone: Counted = { end: "done", leavesNothing: true };

/** Asks Instagram for what it counts itself: the days before the first reading, those that were missed, and the audience. */
export async function countForConnection(run: CountingRun): Promise<Counted> {
  const { uid, connection: key } = run.entry.payload;
  if (uid !== run.id) return gone;
  await noteErasures(uid);
  try {
    const connection = await connectionOf(uid);
    if (connection?.key !== key) return gone;
    const { token: sealed } = connection.payload;
    const opened = sealed === null ? undefined : await openToken(sealed, uid);
    if (!opened || !(await mayBeRead(connection.payload))) return ended;
    const pausedUntil = await appPausedUntil();
    if (pausedUntil > Date.now()) return { end: "later", dueAt: pausedUntil };
    return await count(run, opened.token);
  } catch (error) {
    return afterFailure(run, error);
  }
}

async function count(run: CountingRun, token: AccessToken): Promise<Counted> {
  const { uid, connection: key } = run.entry.payload;
  const { kept, counts } = await storedReading(uid, key);
  // Only a reading says when Instagram's days begin: the next one makes it due again.
  if (!kept) return ended;
  const ask = createAsk(renewing(run));
  const isPatient = run.entry.attempts < patience;
  const counting: Counting = { uid, key, token, ask, reach: kept.reach, counts, isPatient };
  try {
    if (isAudienceDue(counts, Date.now())) await readAudience(counting);
    if (counting.counts.refusedAt === null) await countDays(counting);
  } catch (error) {
    // What was counted before a limit is shown meanwhile.
    if (error instanceof BreakOff && error.isLimit) await show(run, counting, counts);
    throw error;
  }
  await show(run, counting, counts);
  log.info({ counted: counting.counts !== counts }, "instagram's own counts read");
  return ended;
}

/** Whoever has lost the lease finds out here and stops. */
function renewing(run: CountingRun): () => Promise<void> {
  let renewedAt = Date.now();
  return async () => {
    if (Date.now() - renewedAt < renewEvery) return;
    await run.saveProgress({});
    renewedAt = Date.now();
  };
}

async function show(run: CountingRun, { uid, counts }: Counting, before: Counting["counts"]) {
  if (counts !== before)
    await whileRenewing(
      () => run.saveProgress({}),
      () => refigure(uid),
    );
}

async function afterFailure({ entry }: CountingRun, error: unknown): Promise<Counted> {
  if (error instanceof ConnectionEnded) return gone;
  if (error instanceof BreakOff) return { end: "later", dueAt: error.until };
  // The token may be good: this container has the wrong keys.
  if (error instanceof UnknownKey) return { end: "again", reason: error.message };
  if (error instanceof InstagramRefused) {
    const { verdict } = error;
    if (verdict.kind === "needs-person") {
      const { uid, connection: key } = entry.payload;
      await withdrawConnection({ uid, key, connectedAt: null }, Date.now());
      return ended;
    }
    if (verdict.kind === "wait") {
      const until = Date.now() + verdict.minutes * minute;
      if (verdict.scope === "app") await pauseApp(until);
      return { end: "later", dueAt: until };
    }
  }
  const isExpected = error instanceof InstagramRefused || error instanceof UpstreamError;
  if (!isExpected) throw error;
  // One answer that nobody can read is no reason to ask for ever. The next reading makes it due again.
  if (entry.attempts >= patience && isOfOnePart(error)) return ended;
  return { end: "again", reason: error.message };
}
