import { type Account, type AccountState, accountByEmail } from "~/clients/identity.server";
import { createLimit } from "~/clients/rate-limits.server";
import { subscriptionById, subscriptionsOf } from "~/clients/subscriptions.server";
import { clientNetwork } from "~/domain/client-network";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { type RefusedLink, verifyLinkToken } from "~/services/link-token.server";

/** What an `/access-recovery?id=` address allows (contract 9). */
export type Invitation =
  /** A password may be chosen: there is no account yet, or the link was mailed to the account's own address. */
  | {
      kind: "open";
      subscription: Subscription;
      email: string;
      account: AccountState | undefined;
      /** The link was mailed to this address: only then may an account that exists get a new password. */
      signed: boolean;
    }
  /** There is an account already, and the link is not signed. */
  | { kind: "activated"; subscription: Subscription; email: string; account: AccountState }
  | { kind: "no-subscription" }
  | { kind: "refused-link"; reason: RefusedLink }
  | { kind: "limited"; wait: number };

export interface Link {
  id: string;
  token: string | null;
  clientAddress: string;
}

/** How many of a subscription's addresses are checked for an account, the most recently used first. */
const maxAddresses = 5;

/** Counts ids without an open invitation: some ids are short numbers, so guessing must be limited. */
const missesOfClient = createLimit("invitation-miss", { points: 60, seconds: 3_600 });

export async function readInvitation(link: Link): Promise<Invitation> {
  if (link.token !== null) return readSigned(link.id, link.token);
  const client = clientNetwork(link.clientAddress);
  const wait = await missesOfClient.take(client);
  if (wait !== undefined) return { kind: "limited", wait };
  let missed = false;
  try {
    const invitation = await readUnsigned(link.id);
    missed = invitation.kind !== "open";
    return invitation;
  } finally {
    if (!missed) await missesOfClient.giveBack(client);
  }
}

async function readUnsigned(id: string): Promise<Invitation> {
  const found = await runningSubscription(id);
  if (!found) return { kind: "no-subscription" };
  const addresses = found.subscription.emails.slice(-maxAddresses).reverse();
  const accounts = await Promise.all(addresses.map((address) => accountByEmail(address)));
  const account = accounts.find((known) => known !== undefined);
  return account
    ? { kind: "activated", ...found, account }
    : { kind: "open", ...found, account: undefined, signed: false };
}

async function readSigned(id: string, token: string): Promise<Invitation> {
  const link = await verifyLinkToken("activation", token);
  if ("refused" in link) return { kind: "refused-link", reason: link.refused };
  if (link.subject !== id) return { kind: "refused-link", reason: "invalid" };
  const found = await runningSubscription(id);
  if (!found) return { kind: "no-subscription" };
  // Somebody who can read an older mailbox of this subscription must not get the current owner's account.
  if (!link.wasMailedTo(found.email)) return { kind: "refused-link", reason: "invalid" };
  const account = await accountByEmail(found.email);
  return { kind: "open", ...found, account, signed: true };
}

async function runningSubscription(id: string) {
  const found = await subscriptionById(id);
  const subscription = findMainSubscription(found ? [found] : [], env.BUNDLE_ID);
  const email = subscription?.emails.at(-1);
  return subscription && email ? { subscription, email } : undefined;
}

/** Whether the subscription belongs to the account, which is the result of finalizing it. */
export async function isTied({
  subscription,
  account,
}: {
  subscription: Subscription;
  account: Account;
}): Promise<boolean> {
  const owned = await subscriptionsOf(account, { fresh: true });
  return owned.some(({ id }) => id === subscription.id);
}
