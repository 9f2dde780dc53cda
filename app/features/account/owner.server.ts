import {
  type AccountState,
  accountByEmail,
  latestAddresses,
} from "~/features/account/identity.server";
import type { Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { isMalformed, orElse, type UpstreamError } from "~/platform/upstream/upstream.server";
import { isSameAddress } from "~/platform/values/mail-address";

export interface Owner {
  account: AccountState;
  /** Whether the subscription belongs to the account, which is the result of finalizing it. */
  tied: boolean;
  /** Why it is not known whether it does. */
  failure?: UpstreamError | undefined;
}

/** What has been looked up of an address already. */
interface Known {
  email: string;
  account: AccountState | undefined;
  plans?: Subscription[] | undefined;
}

/** Whether another of a subscription's addresses may have an account. */
export const hasOtherAddresses = ({ emails }: Subscription) => latestAddresses(emails).length > 1;

/** Whether a subscription's owner signs in with another address than this one of the subscription. */
export const isElsewhere = (
  owner: Owner | undefined,
  to: string,
): owner is Owner & { tied: true } =>
  owner?.tied === true && !owner.account.disabled && !isSameAddress(owner.account.email, to);

/**
 * The account of a subscription's owner, not cached: the one of its addresses' that it is tied to, though they use another
 * address today; else that of the last used address that has one. Older addresses are asked only where the last one's is
 * not tied.
 * @throws UpstreamError where an outage hides whether an older one is tied
 */
export async function ownerOfSubscription(
  { id, emails }: Subscription,
  known: readonly Known[] = [],
): Promise<Owner | undefined> {
  const [last, ...older] = latestAddresses(emails);
  if (last === undefined) return undefined;
  const lookedUp = (email: string) => known.find((one) => isSameAddress(one.email, email));
  const accountAt = async (email: string) =>
    (lookedUp(email) ?? { account: await accountByEmail(email) }).account;
  let failure: UpstreamError | undefined;
  // What is malformed hides no outage.
  const note = (met: UpstreamError) => {
    failure = failure && !isMalformed(failure) ? failure : met;
    return undefined;
  };
  const isTiedTo = async (account: AccountState) => {
    const plans =
      lookedUp(account.email)?.plans ??
      (await orElse(subscriptionsOf(account, { fresh: true }), note));
    return plans?.some((plan) => plan.id === id) === true;
  };

  const own = await accountAt(last);
  if (own && (await isTiedTo(own))) return { account: own, tied: true };
  const unknown = failure;
  const others = await Promise.all(older.map((email) => orElse(accountAt(email), note)));
  for (const account of others)
    if (account && (await isTiedTo(account))) return { account, tied: true };
  // In an outage an older account may be the one. An odd plan of one is not waited for: they would wait for ever.
  if (failure && !unknown && !isMalformed(failure)) throw failure;
  if (own) return { account: own, tied: false, failure: unknown };
  const account = others.find((other) => other !== undefined);
  return account && { account, tied: false };
}
