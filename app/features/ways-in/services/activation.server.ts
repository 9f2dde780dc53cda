import { hasOtherAddresses } from "~/features/account/owner.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsByEmail } from "~/features/account/subscriptions.server";
import { mailLink } from "~/features/ways-in/mail-links.server";
import {
  giveActivationMailBack,
  owedActivation,
  takeActivationMail,
} from "~/features/ways-in/services/activation-owed.server";
import { orElse } from "~/platform/upstream/upstream.server";

export type Activation =
  /** The mail is sent, or kept to be sent. */
  | { outcome: "sent"; hasUser: boolean }
  /** `elsewhere`: the account's address, where it is none that the subscription's owner uses today. They are mailed it. */
  | { outcome: "already-activated"; elsewhere?: string }
  | { outcome: "no-subscription" }
  /** The address got a mail less than 15 minutes ago. `wait`: milliseconds until the next may be sent. */
  | { outcome: "sent-recently"; wait: number; hasUser: boolean };

/**
 * Mails the activation link to whom it is owed, or tells them with which address they sign in: to the subscription's own
 * address, at most once in 15 minutes.
 * @param bought the plan, where it has been looked up
 * @throws UpstreamError if it was neither kept nor sent, as far as is known; where it may have been, it counts
 */
export async function sendActivation(email: string, bought?: Subscription): Promise<Activation> {
  const owed = await owedActivation(email, bought);
  if (owed.outcome === "already-activated" || owed.outcome === "no-subscription") return owed;
  const wait = await takeActivationMail(owed.to);
  if (wait === undefined) await mailActivation(owed);
  if (owed.outcome === "elsewhere")
    return { outcome: "already-activated", elsewhere: owed.account };
  const { hasUser } = owed;
  return wait === undefined
    ? { outcome: "sent", hasUser }
    : { outcome: "sent-recently", wait, hasUser };
}

/**
 * Tells somebody with which address they sign in, if their plan is tied to another one's account. Mails no activation
 * link: for who has a mail on its way already, or no use for a link.
 */
export async function tellIfElsewhere(email: string): Promise<void> {
  const main = findMainSubscription(await subscriptionsByEmail(email));
  if (!main || !hasOtherAddresses(main)) return;
  const owed = await owedActivation(email, main);
  if (owed.outcome === "elsewhere" && (await takeActivationMail(owed.to)) === undefined)
    await mailActivation(owed);
}

const mailActivation = ({ to, subscriptionId }: { to: string; subscriptionId: string }) =>
  orElse(mailLink({ link: "activation", email: to, subscriptionId }), async (failure) => {
    // What timed out may be kept, or out.
    if (failure.kind !== "timeout") await giveActivationMailBack(to);
    throw failure;
  });
