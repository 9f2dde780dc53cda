import { setTimeout as pause } from "node:timers/promises";
import { revokeSessions } from "~/features/account/identity.server";

/**
 * Ends every session of an account, and what else counts from its `validSince`: mailed links and device cookies.
 * @param before the latest `validSince` that a session to be ended may have
 * @returns the account's new `validSince`, in epoch milliseconds
 * @throws UpstreamError if the identity provider fails; it may have ended them all the same
 */
export async function endAllSessions(uid: string, before: number): Promise<number> {
  const validSince = await revokeSessions(uid);
  if (validSince > before) return validSince;
  // The provider counts in whole seconds: a session of the current second would go on.
  await pause(1_000);
  return revokeSessions(uid);
}
