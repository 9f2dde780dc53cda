import type { AccountState } from "~/features/account/identity.server";
import { type Owner, ownerOfSubscription } from "~/features/account/owner.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { mayBeStrangers } from "~/features/ways-in/services/security/end-sessions.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { type ReadLink, verifyLinkToken } from "~/platform/tokens/link-token.server";
import type { Unreadable } from "~/platform/tokens/tokens.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { isSameAddress } from "~/platform/values/mail-address";

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
  /**
   * There is an account already, and the link is not signed, or the account has changed since it was mailed, or it is that
   * of another address of the subscription, which is tied to it.
   */
  | {
      kind: "activated";
      subscription: Subscription;
      email: string;
      owner: Owner;
      /** Whether the link was mailed to this address. */
      mailed: boolean;
    }
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
  const wait = await countGuess(link);
  return wait === undefined ? readUnsigned(link.id) : { kind: "limited", wait };
}

type Guess = Pick<Link, "id" | "clientAddress">;

const countGuess = ({ clientAddress }: Guess) => idsOfClient.take(clientNetwork(clientAddress));

/** The address of a subscription that runs, by its id alone. */
export async function addressOfId(guess: Guess): Promise<string | { wait: number } | undefined> {
  const wait = await countGuess(guess);
  return wait === undefined ? (await runningSubscription(guess.id))?.email : { wait };
}

async function readUnsigned(id: string): Promise<Invitation> {
  const found = await runningSubscription(id);
  if (!found) return { kind: "no-subscription" };
  const owner = await ownerOfSubscription(found.subscription);
  return owner
    ? { kind: "activated", ...found, owner, mailed: false }
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
  const owner = await ownerOfSubscription(found.subscription);
  const isHere = owner !== undefined && isSameAddress(owner.account.email, found.email);
  // Where the plan is tied to another address's account, a new one would be of no use.
  if (owner && (isHere ? !isAsMailed(owner.account, link) : owner.tied))
    return { kind: "activated", ...found, owner, mailed: true };
  return { kind: "open", ...found, account: isHere ? owner.account : undefined, mailed: link };
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
