import { accountByEmail } from "~/features/account/identity.server";
import {
  hasOtherAddresses,
  isElsewhere,
  ownerOfSubscription,
} from "~/features/account/owner.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsByEmail, subscriptionsOf } from "~/features/account/subscriptions.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { addressKey, isOneAddress, isSameAddress } from "~/platform/values/mail-address";

/** Whether somebody may be mailed an activation link. */
export type Owed =
  /** `to`: the subscription's own address. */
  | { outcome: "owed"; subscriptionId: string; to: string; hasUser: boolean }
  /**
   * The plan is tied to an account of another of its addresses: a new one would be of no use. Whoever reads the plan's own
   * address (`to`) is told with which one they sign in: `account`.
   */
  | { outcome: "elsewhere"; subscriptionId: string; to: string; account: string }
  /** The account exists and its main plan runs, so there is nothing to activate. */
  | { outcome: "already-activated" }
  /** No running main plan, or it has no address that can receive mail: without one of its own no link opens its form. */
  | { outcome: "no-subscription" };

/**
 * The activation link is owed to the owner of a running main plan who has no account yet, or whose account is not tied to
 * that plan: without it, somebody who bought again or whose account creation failed half-way could not sign in.
 * @param bought the plan, where it has been looked up
 */
export async function owedActivation(email: string, bought?: Subscription): Promise<Owed> {
  const [known, main] = await Promise.all([
    accountByEmail(email),
    bought ?? subscriptionsByEmail(email).then(findMainSubscription),
  ]);
  const to = main?.emails.at(-1) ?? email;
  // Asked for with an older address of the subscription, or with one that the service folds into it.
  const account = known ?? (isSameAddress(to, email) ? undefined : await accountByEmail(to));
  if (account && !main) return { outcome: "already-activated" };
  const plans =
    account && !account.disabled ? await subscriptionsOf(account, { fresh: true }) : undefined;
  if (plans && findMainSubscription(plans)) return { outcome: "already-activated" };
  if (!main?.emails.length || !isOneAddress(to))
    return { outcome: account?.disabled ? "already-activated" : "no-subscription" };

  const plan = { subscriptionId: main.id, to };
  const lookedUp = [
    { email, account: known, plans },
    ...(known ? [] : [{ email: to, account, plans }]),
  ];
  const owner = hasOtherAddresses(main) ? await ownerOfSubscription(main, lookedUp) : undefined;
  if (isElsewhere(owner, to) && !isSameAddress(owner.account.email, email))
    return { outcome: "elsewhere", ...plan, account: owner.account.email };
  if (account?.disabled || owner?.tied) return { outcome: "already-activated" };
  return { outcome: "owed", ...plan, hasUser: account !== undefined };
}

const mailsToAddress = createLimit("activation-mail", { points: 1, seconds: 15 * 60 });

/** One activation mail in 15 minutes for an address. @returns milliseconds to wait; undefined if one may be sent */
export const takeActivationMail = (to: string) => mailsToAddress.take(addressKey(to));
/** For a mail that was neither kept nor sent. */
export const giveActivationMailBack = (to: string) => mailsToAddress.forget(addressKey(to));
