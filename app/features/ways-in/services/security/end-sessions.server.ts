import { setTimeout as pause } from "node:timers/promises";
import {
  type AccountState,
  accountByUidNow,
  revokeSessions,
} from "~/features/account/identity.server";
import { passkeysOf, removePasskey } from "~/features/ways-in/store/passkeys.server";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError, unlessDown, within } from "~/platform/upstream/upstream.server";

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
  const begins = (Math.floor(latest / 1_000) + 1) * 1_000;
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

/**
 * Whether somebody else may have made the account: nobody has proven its address. Not once Google is linked: whatever a
 * stranger held was ended then, and not every provider takes the address for proven by that.
 */
export const mayBeStrangers = ({ emailVerified, googleSubject }: AccountState): boolean =>
  !emailVerified && googleSubject === undefined;

/** Milliseconds that Firestore may take to remove passkeys. */
const patience = 1_500;

/**
 * Ends the sessions and passkeys of whoever made an account with a stranger's address.
 * @param before the latest `validSince` that a session is known to have
 * @returns the account's new `validSince`
 * @throws UpstreamError as `endAllSessions` does
 */
export async function endStrangersWays(uid: string, before: number): Promise<number> {
  // First the passkeys: one could let the stranger in again once the sessions have ended.
  const removed = await removeAllPasskeys(uid);
  const validSince = await endAllSessions(uid, before);
  // Passkeys that a session has added before it ended.
  const more = await removeAllPasskeys(uid);
  // A passkey that was left may have begun a session after the others ended. Where Firestore was slow, some may be left.
  const mayHaveBegun = more !== 0 || removed === undefined;
  return mayHaveBegun ? endAllSessions(uid, validSince) : validSince;
}

/** Removes every passkey of an account. @returns how many; undefined if Firestore is down: any may be left */
export const removeAllPasskeys = (uid: string): Promise<number | undefined> =>
  within(patience, unlessDown(removeAll(uid)));

async function removeAll(uid: string): Promise<number> {
  const passkeys = await passkeysOf(uid);
  await Promise.all(passkeys.map(({ key }) => removePasskey(uid, key)));
  return passkeys.length;
}
