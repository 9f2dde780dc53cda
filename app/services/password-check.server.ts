import { type Account, isRefusal, type Refusal, validSinceNow } from "~/clients/identity.server";
import { signInWithPassword } from "~/clients/passwords.server";

export interface SignedInAccount extends Account {
  /** Epoch milliseconds by the provider's clock: a later `validSince` of the account ends what begins with this. */
  validSince: number;
}

/**
 * Signs in with the provider, and says since when it lets sessions of the account stand. That time is never later than
 * the check of the password: else a session that began with the old password while it was replaced would count as
 * begun with the new one.
 */
export async function checkPassword(
  email: string,
  password: string,
): Promise<SignedInAccount | Refusal> {
  const answer = await signInWithPassword(email, password);
  if (isRefusal(answer)) return answer;
  const { issuedAt, ...account } = answer;
  const validSince = await validSinceNow(account.uid);
  // Both times are whole seconds: a revocation in the very second of the sign-in ends this session, too.
  if (validSince === undefined) return { ...account, validSince: Math.max(0, issuedAt - 1_000) };
  if (validSince < issuedAt) return { ...account, validSince };
  // The password may have been replaced since it was checked.
  const again = await signInWithPassword(email, password);
  return isRefusal(again) ? again : { ...account, validSince };
}
