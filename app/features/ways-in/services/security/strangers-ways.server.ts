import type { AccountState } from "~/features/account/identity.server";
import { passkeysOf, removePasskey } from "~/features/ways-in/store/passkeys.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";

/**
 * Whether somebody else may have made the account: nobody has proven its address. Not once Google is linked: whatever a
 * stranger held was ended then, and not every provider takes the address for proven by that.
 */
export const mayBeStrangers = ({ emailVerified, googleSubject }: AccountState): boolean =>
  !emailVerified && googleSubject === undefined;

/** Milliseconds that Firestore may take to remove passkeys. */
const patience = 1_500;

/**
 * Removes every passkey of an account. After its sessions have ended: one that is still open could add another.
 * @returns undefined if Firestore is down; then none may have been removed
 */
export const removeAllPasskeys = (uid: string): Promise<true | undefined> =>
  within(patience, unlessDown(removeAll(uid)));

async function removeAll(uid: string): Promise<true> {
  const passkeys = await passkeysOf(uid);
  await Promise.all(passkeys.map(({ key }) => removePasskey(uid, key)));
  return true;
}
