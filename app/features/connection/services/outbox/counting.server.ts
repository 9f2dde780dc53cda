import {
  type AskInstagram,
  BreakOff,
  createAsk,
  noteLimit,
} from "~/features/connection/services/readings/asker.server";
import {
  isOfOnePart,
  isWithheld,
  patientAttempts,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import { mayBeRead } from "~/features/connection/services/readings/reading.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import {
  getDemographics,
  getFollows,
  getReach,
  getViews,
} from "~/features/connection/store/instagram.server";
import type { AccountReading } from "~/features/history/account-reading";
import { appPausedUntil } from "~/features/history/app-pause.server";
import { connectionOf, withdrawToken } from "~/features/history/connections.server";
import {
  type CountingPayload,
  type CountingProgress,
  countingEntries,
} from "~/features/history/counting.server";
import {
  type Audience,
  type AudienceShares,
  askableDays,
  type Demographic,
  daysToCount,
  demographics,
  figuresKeptFor,
  giveUpDay,
  hasCountedDay,
  type InstagramDay,
  isAudienceDue,
  type KeptCounts,
  noteDay,
} from "~/features/history/instagram-counts";
import { changeCounts, storedReading } from "~/features/history/readings.server";
import { refigure } from "~/features/imports/refigure.server";
import { log } from "~/platform/monitoring/log.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import type { AccessToken } from "~/platform/tokens/access-token";
import { openToken } from "~/platform/tokens/token-vault.server";
import { UnknownKey } from "~/platform/tokens/tokens.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { day, second } from "~/platform/values/durations";

/**
 * What Instagram counts itself, for the 90 days that it keeps, stored in `countings/{uid}`: begun by a reading after which
 * days are missing, or the week's look at the audience is due (docs/product.md#counted-by-instagram).
 */
export const countings: OutboxKind<CountingPayload, CountingProgress, never> = {
  ...countingEntries,
  isStanding: true,
  // One call at a time each, beside those of readings.
  concurrency: 4,
  rate: { max: 10, duration: 1_000 },
  handle: countForConnection,
};

type Counted = Verdict<CountingPayload, CountingProgress, never>;

/** Well below the lease: a call takes 10 s at most. */
const renewEvery = 30 * second;

/** Nothing is left to do until a reading finds something. */
const ended: Counted = { end: "later", dueAt: null };
/** The connection is gone. */
const gone: Counted = { end: "done", leavesNothing: true };

type CountingRun = Run<CountingPayload, CountingProgress, never>;

/** The state of one run of the counting. */
interface Counting {
  uid: string;
  /** Of the connection. */
  key: string;
  token: AccessToken;
  ask: AskInstagram;
  /** It tells when Instagram's days begin and end. */
  reach: AccountReading["reach"];
  counts: KeptCounts;
  /** Whether what fails may be asked for again later; else the counting goes on without it. */
  isPatient: boolean;
}

/** The connection has ended: nothing of it may be kept. */
class ConnectionEnded extends Error {
  override name = "ConnectionEnded";
}

/** Changes what is kept. @throws ConnectionEnded */
async function keepCounts(
  counting: Counting,
  change: (known: KeptCounts) => KeptCounts,
): Promise<void> {
  const changed = await changeCounts(counting, change);
  if (!changed) throw new ConnectionEnded();
  counting.counts = changed;
}

/** Asks Instagram for what it counts itself: the days before the first reading, those that were missed, and the audience. */
async function countForConnection(run: CountingRun): Promise<Counted> {
  const { uid, connection: key } = run.entry.payload;
  if (uid !== run.id) return gone;
  await noteErasures(uid);
  let sealed: string | null = null;
  try {
    const connection = await connectionOf(uid);
    if (connection?.key !== key) return gone;
    sealed = connection.payload.token;
    const opened = sealed === null ? undefined : await openToken(sealed, uid);
    if (!opened || !(await mayBeRead(connection.payload))) return ended;
    const pausedUntil = await appPausedUntil();
    if (pausedUntil > Date.now()) return { end: "later", dueAt: pausedUntil };
    return await count(run, opened.token);
  } catch (error) {
    return afterFailure(run, error, sealed);
  }
}

/** Instagram gives 30 days a call at most; these are whole weeks. */
const daysOfViews = 28;

/**
 * Reads the followers' demographics, and the views by followers and others. Each part may be missing: what is refused
 * is asked for again a week later.
 */
async function readAudience(counting: Counting): Promise<void> {
  const { ask, token, reach, isPatient } = counting;
  let refusals = 0;
  let asked = 0;
  async function part<T>(get: () => Promise<{ value: T }>): Promise<T | null> {
    asked += 1;
    try {
      return (await get()).value;
    } catch (error) {
      if (isWithheld(error)) refusals += 1;
      else if (isPatient || !isOfOnePart(error)) throw error;
      return null;
    }
  }
  const shares = {} as Record<Demographic, AudienceShares | null>;
  for (const kind of demographics)
    shares[kind] = await part(() => ask(() => getDemographics(token, kind)));
  const days = askableDays(Date.now(), reach).slice(0, daysOfViews);
  const [last, first] = [days[0], days.at(-1)];
  let views: Audience["views"] = null;
  if (last && first) {
    const time = { since: first.startsAt, until: last.endsAt };
    const found = await part(() => ask(() => getViews(token, time)));
    views = found && { from: first.startsAt, to: last.endsAt, ...found };
  }
  const audience = { askedAt: Date.now(), ...shares, views, isRefused: refusals === asked };
  await keepCounts(counting, (known) => ({ ...known, audience }));
}

/** Days in a row that Instagram refuses, after which it is not asked for those before them. */
const enoughRefused = 3;

/**
 * The reach of the oldest days that can be counted, where no reading has asked for it. Its days tell when Instagram's
 * days began then: the clocks may have changed before the first reading.
 */
async function reachOfOldest(counting: Counting, now: number): Promise<AccountReading["reach"]> {
  const { ask, token, reach, isPatient } = counting;
  const since = now - figuresKeptFor;
  const until = since + 3 * day;
  if ((reach[0]?.endsAt ?? 0) < until + day) return [];
  try {
    return (await ask(() => getReach(token, { since, until }))).value;
  } catch (error) {
    if (isWithheld(error) || (!isPatient && isOfOnePart(error))) return [];
    throw error;
  }
}

/** Asks how many followed and left on each day not counted yet, newest first. Each is kept before the next is asked. */
async function countDays(counting: Counting): Promise<void> {
  const now = Date.now();
  const { counts, reach, isPatient } = counting;
  if (daysToCount(counts, askableDays(now, reach), now).length === 0) return;
  const told = [...(await reachOfOldest(counting, now)), ...reach];
  const askable = askableDays(now, told);
  const days = daysToCount(counts, askable, now);
  // Where one is left, the last day is asked for once more: it shows whether Instagram fails for that one alone.
  const asked =
    days.length === 1 && days[0] !== askable[0] ? [...days, ...askable.slice(0, 1)] : days;
  let failed: { day: InstagramDay; error: unknown } | undefined;
  let refused = 0;
  let isGiven = hasCountedDay(counts);
  for (const [at, day] of asked.entries()) {
    let figures: Awaited<ReturnType<typeof figuresOf>>;
    try {
      figures = await figuresOf(counting, day);
    } catch (error) {
      if (at > 0 || isPatient || !isOfOnePart(error)) throw failed?.error ?? error;
      failed = { day, error };
      continue;
    }
    if (figures === "withheld")
      return keepCounts(counting, (known) => ({ ...known, refusedAt: Date.now() }));
    if (failed && at === 1) {
      if (figures === "refused") throw failed.error;
      // It would hold up those before it, and the letter.
      const { day: hopeless } = failed;
      await keepCounts(counting, (known) => giveUpDay(known, hopeless, Date.now()));
    }
    refused = figures === "refused" ? refused + 1 : 0;
    isGiven ||= figures !== null && figures !== "refused";
    const isEnough = refused === enoughRefused;
    // Where no day was ever given, those not asked are asked another time.
    const noted = isEnough && isGiven ? asked.slice(at) : [day];
    const value = figures === "refused" ? null : figures;
    await keepCounts(counting, (known) =>
      noted.reduce((counts, one) => noteDay(counts, one, value, Date.now()), known),
    );
    if (isEnough) return;
  }
  if (failed && asked.length === 1) throw failed.error;
}

/** @returns `withheld`: Instagram gives it for no day; `refused`: not for this one */
async function figuresOf({ ask, token }: Counting, { startsAt, endsAt }: InstagramDay) {
  try {
    return (await ask(() => getFollows(token, { since: startsAt, until: endsAt }))).value;
  } catch (error) {
    if (verdictOf(error) === "permission-missing") return "withheld";
    if (isWithheld(error)) return "refused";
    throw error;
  }
}

async function count(run: CountingRun, token: AccessToken): Promise<Counted> {
  const { uid, connection: key } = run.entry.payload;
  const { kept, counts } = await storedReading(uid, key);
  // Only a reading says when Instagram's days begin: the next one makes it due again.
  if (!kept) return ended;
  const ask = createAsk(renewing(run), () => counting.counts !== counts);
  const isPatient = run.entry.attempts < patientAttempts;
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

async function show(run: CountingRun, { uid, counts }: Counting, before: KeptCounts) {
  if (counts !== before) await whileRenewing(run, () => refigure(uid));
}

/** @param sealed the token that the run has opened */
async function afterFailure(
  { entry }: CountingRun,
  error: unknown,
  sealed: string | null,
): Promise<Counted> {
  if (error instanceof ConnectionEnded) return gone;
  if (error instanceof BreakOff) return { end: "later", dueAt: error.until };
  // The token may be good: this container has the wrong keys.
  if (error instanceof UnknownKey) return { end: "again", reason: error.message };
  if (error instanceof InstagramRefused && error.verdict.kind === "needs-person") {
    const hasEnded = sealed !== null && (await withdrawToken(entry.payload.uid, sealed));
    // Connected again since: the next run asks with the new token.
    return hasEnded ? ended : { end: "again", reason: error.message };
  }
  const limit = await noteLimit(error);
  if (limit) return { end: "later", dueAt: limit.until };
  const isExpected = error instanceof InstagramRefused || error instanceof UpstreamError;
  if (!isExpected) throw error;
  // One answer that nobody can read is no reason to ask for ever. The next reading makes it due again.
  if (entry.attempts >= patientAttempts && isOfOnePart(error)) return ended;
  return { end: "again", reason: error.message };
}
