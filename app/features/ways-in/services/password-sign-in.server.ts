import {
  type Account,
  type IdentityRefusal,
  isRefusal,
  validSinceNow,
} from "~/features/account/identity.server";
import type { SignedInAccount } from "~/features/ways-in/services/enter.server";
import { signInWithPassword } from "~/features/ways-in/store/passwords.server";

/** Most milliseconds between the provider's clock and the one by which all sessions of an account were ended. */
const clockDifference = 5_000;

/**
 * Signs in with the provider, and returns the time since when the account's sessions are valid. That time is never later
 * than the check of the password. Otherwise a session that began with the old password, while the password was being
 * replaced, would survive the replacement.
 * @param whenRight what need not wait for that time
 */
export async function checkPassword(
  email: string,
  password: string,
  whenRight: (account: Account) => void = () => {},
): Promise<SignedInAccount | IdentityRefusal> {
  const answer = await signInWithPassword(email, password);
  if (isRefusal(answer)) return answer;
  const { issuedAt, ...account } = answer;
  whenRight(account);
  const validSince = await validSinceNow(account.uid);
  // Removed since its password was taken.
  if (validSince === null) return { code: "auth/user-not-found" };
  const surelyBefore = issuedAt - clockDifference;
  if (validSince === undefined) return { ...account, validSince: Math.max(0, surelyBefore) };
  if (validSince < surelyBefore) return { ...account, validSince };
  // The password may have been replaced since it was checked.
  const again = await signInWithPassword(email, password);
  return isRefusal(again) ? again : { ...account, validSince };
}
