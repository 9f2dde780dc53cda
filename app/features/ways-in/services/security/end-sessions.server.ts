import { setTimeout as pause } from "node:timers/promises";
import { revokeSessions } from "~/features/account/identity.server";

/** How often it is tried until the new `validSince` is later: this clock may be a little behind another process's. */
const mostTries = 4;

/**
 * Ends every session of an account, and what else counts from its `validSince`: mailed links and device cookies.
 * @param before the latest `validSince` that a session to be ended may have
 * @returns the account's new `validSince`, in epoch milliseconds
 * @throws UpstreamError if the identity provider fails; it may have ended them all the same
 */
export async function endAllSessions(uid: string, before: number): Promise<number> {
  let validSince = await revokeSessions(uid);
  for (let tries = 1; validSince <= before && tries < mostTries; tries += 1) {
    // firebase-admin revokes by this process's clock in whole seconds: a session of the current second would go on.
    await pause(untilNextSecond());
    validSince = await revokeSessions(uid);
  }
  return validSince;
}

/** Milliseconds, and a few more: a timer may end a millisecond early. */
const untilNextSecond = () => 1_005 - (Date.now() % 1_000);
