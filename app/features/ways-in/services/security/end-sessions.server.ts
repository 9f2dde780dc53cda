import { setTimeout as pause } from "node:timers/promises";
import { accountByUidNow, revokeSessions } from "~/features/account/identity.server";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Longest wait, in milliseconds, until this clock has passed a `validSince` that another clock has set. */
const longestWait = 2_500;

/**
 * Ends every session of an account, and what else counts from its `validSince`: mailed links and device cookies.
 * @param before the latest `validSince` that a session is known to have
 * @returns the account's new `validSince`, in epoch milliseconds
 * @throws UpstreamError if the identity provider fails (the sessions may have ended all the same), or if this clock is
 * too far behind to end them
 */
export async function endAllSessions(uid: string, before: number): Promise<number> {
  const account = await accountByUidNow(uid);
  const latest = Math.max(before, account?.validSince ?? 0);
  // firebase-admin revokes by this process's clock in whole seconds: a session of the current second would go on.
  const begins = nextSecondOf(latest);
  if (begins - Date.now() <= longestWait) {
    // A timer may end a little early by this clock.
    while (Date.now() < begins) await pause(begins - Date.now());
    const validSince = await revokeSessions(uid);
    if (validSince > latest) return validSince;
  }
  log.error(
    { behind: latest - Date.now() },
    "sessions not ended: this clock is behind the account's",
  );
  throw new UpstreamError("identity", "refused");
}

const nextSecondOf = (time: number) => (Math.floor(time / 1_000) + 1) * 1_000;
