import {
  type Account,
  type AccountState,
  accountByEmail,
  accountOfAddresses,
} from "~/features/account/identity.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionById, subscriptionsOf } from "~/features/account/subscriptions.server";
import { mayBeStrangers } from "~/features/ways-in/services/security/end-sessions.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { type ReadLink, verifyLinkToken } from "~/platform/tokens/link-token.server";
import type { Unreadable } from "~/platform/tokens/tokens.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";

/** What an `/access-recovery?id=` address allows (docs/product.md#account-creation). */
export type Invitation =
  /** A password may be chosen: there is no account yet, or the link was mailed to the account's own address. */
  | {
      kind: "open";
      subscription: Subscription;
      email: string;
      account: AccountState | undefined;
      /** Set if the link was mailed to this address: only then may an account that exists get a new password, once. */
      mailed: Pick<ReadLink, "id" | "expiresAt"> | undefined;
    }
  /** There is an account already, and the link is not signed, or the account has changed since it was mailed. */
  | { kind: "activated"; subscription: Subscription; email: string; account: AccountState }
  | { kind: "no-subscription" }
  | { kind: "refused-link"; reason: Unreadable }
  | { kind: "limited"; wait: number };

export interface Link {
  id: string;
  token: string | null;
  clientAddress: string;
}

/** Limits guessing, as some ids are short numbers. A right guess shows little, too. */
const idsOfClient = createLimit("invitation", { points: 60, seconds: hourInSeconds });

export async function readInvitation(link: Link): Promise<Invitation> {
  if (link.token !== null) return readSigned(link.id, link.token);
  const wait = await idsOfClient.take(clientNetwork(link.clientAddress));
  return wait === undefined ? readUnsigned(link.id) : { kind: "limited", wait };
}

async function readUnsigned(id: string): Promise<Invitation> {
  const found = await runningSubscription(id);
  if (!found) return { kind: "no-subscription" };
  const account = await accountOfAddresses(found.subscription.emails);
  return account
    ? { kind: "activated", ...found, account }
    : { kind: "open", ...found, account: undefined, mailed: undefined };
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
  if (account && !isAsMailed(account, link)) return { kind: "activated", ...found, account };
  return { kind: "open", ...found, account, mailed: link };
}

/** Whether the account has not changed since the link was mailed. Of an unproven account its mailbox alone decides. */
const isAsMailed = (account: AccountState, { validSince }: ReadLink) =>
  mayBeStrangers(account) || account.validSince === validSince;

async function runningSubscription(id: string) {
  const found = await subscriptionById(id);
  const subscription = findMainSubscription(found ? [found] : []);
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
