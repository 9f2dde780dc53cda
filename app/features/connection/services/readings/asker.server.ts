import { pausesFor, type Usage, unsaidWait } from "~/features/connection/rules/usage";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import { appPausedHere, pauseApp } from "~/features/history/app-pause.server";
import { minute } from "~/platform/values/durations";
import { isStoppingSoon } from "~/platform/work/background.server";

/** Ends a run before the reading is complete. What was read is kept, and another run goes on from there. */
export class BreakOff extends Error {
  override name = "BreakOff";
  /** Epoch milliseconds. */
  readonly until: number;
  /** Whether Instagram's limits are why. Else this process is about to stop. */
  readonly isLimit: boolean;

  constructor(until: number, isLimit: boolean) {
    super("a reading is broken off");
    this.until = until;
    this.isLimit = isLimit;
  }
}

/** The connection turned out to be over: only the person can connect again. */
export class Withdrawn extends Error {
  override name = "Withdrawn";

  constructor() {
    super("a connection is withdrawn");
  }
}

/**
 * Until when the connection waits for a limit that is reached. One of all accounts of this app is noted for their readings, for
 * an hour: what Instagram says of a longer time is of the one account.
 */
export async function noteLimit(
  error: unknown,
): Promise<{ until: number; isOfApp: boolean } | undefined> {
  if (!(error instanceof InstagramRefused) || error.verdict.kind !== "wait") return undefined;
  const { minutes, scope } = error.verdict;
  const until = Date.now() + minutes * minute;
  if (scope === "account") return { until, isOfApp: false };
  const appUntil = Date.now() + unsaidWait * minute;
  await pauseApp(appUntil);
  return { until: Math.max(until, appUntil), isOfApp: true };
}

export type AskInstagram = <T>(
  call: () => Promise<T & { usage: Usage }>,
) => Promise<T & { usage: Usage }>;

/**
 * How often a run may ask near a limit before it has got somewhere: a page of comments with all its pages of replies (20) is
 * read in one piece.
 */
const asksToGetSomewhere = 25;

/**
 * Asks Instagram, unless a limit is near or this process is about to stop; then it throws a `BreakOff`. Near a limit a run
 * goes on until it has got somewhere: where usage stays high, else all runs would ask the same and break off. A pause that another
 * run has begun stands: it may be of a limit that is reached.
 * @param prepare what is done before each call
 * @param hasProgressed whether the next run would begin behind where this one began
 */
export function createAsk(
  prepare: () => Promise<void>,
  hasProgressed: () => boolean,
): AskInstagram {
  let pausedUntil = 0;
  let appPausedByThis = 0;
  let asksInPause = 0;

  async function noteUsage(usage: Usage): Promise<void> {
    const pauses = pausesFor(usage);
    const minutes = Math.max(pauses.app, pauses.account);
    if (minutes > 0) pausedUntil = Math.max(pausedUntil, Date.now() + minutes * minute);
    if (pauses.app === 0) return;
    appPausedByThis = Math.max(appPausedByThis, Date.now() + pauses.app * minute);
    await pauseApp(appPausedByThis);
  }
  return async (call) => {
    const appPausedUntil = appPausedHere();
    const until = Math.max(pausedUntil, appPausedUntil);
    if (until > Date.now()) {
      asksInPause += 1;
      const isAnothers = appPausedUntil > Math.max(appPausedByThis, Date.now());
      if (isAnothers || hasProgressed() || asksInPause > asksToGetSomewhere)
        throw new BreakOff(until, true);
    }
    if (isStoppingSoon()) throw new BreakOff(Date.now(), false);
    await prepare();
    try {
      const answer = await call();
      await noteUsage(answer.usage);
      return answer;
    } catch (error) {
      // The verdict on a limit that is reached says itself how long to wait.
      if (error instanceof InstagramRefused && error.verdict.kind !== "wait")
        await noteUsage(error.usage);
      throw error;
    }
  };
}
