import { accountByUid } from "~/features/account/identity.server";
import { findMainSubscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";

/**
 * Where a subscriber's letters go: the address of their account.
 * @returns undefined where there is nobody to write to: no account, or no running plan
 * @throws UpstreamError while that is not known
 */
export async function recipientOf(uid: string): Promise<string | undefined> {
  const account = await accountByUid(uid);
  if (!account?.email || account.disabled) return undefined;
  const { email } = account;
  const subscriptions = await subscriptionsOf({ uid, email }, { fresh: true });
  return findMainSubscription(subscriptions) ? email : undefined;
}
