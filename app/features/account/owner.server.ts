import { type AccountState, accountsOfAddresses } from "~/features/account/identity.server";
import type { Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";

export interface Owner {
  account: AccountState;
  /** Whether the subscription belongs to the account, which is the result of finalizing it. */
  tied: boolean;
}

/**
 * The account of a subscription's owner, not cached: the one of its addresses' that it is tied to, though they use another
 * address today; else that of the last used address that has one.
 */
export async function ownerOf({ id, emails }: Subscription): Promise<Owner | undefined> {
  const accounts = await accountsOfAddresses(emails);
  const plans = await Promise.all(
    accounts.map((account) => subscriptionsOf(account, { fresh: true })),
  );
  const tied = accounts.find((_, at) => plans[at]?.some((one) => one.id === id));
  const account = tied ?? accounts[0];
  return account && { account, tied: account === tied };
}
