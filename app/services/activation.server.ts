import { accountByEmail } from "~/clients/identity.server";
import { sendMail } from "~/clients/mail.server";
import { createLimit } from "~/clients/rate-limits.server";
import { subscriptionsByEmail, subscriptionsOf } from "~/clients/subscriptions.server";
import { findMainSubscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { signLinkToken } from "~/services/link-token.server";
import { activationMail } from "~/services/mails";

export type Activation =
  | { outcome: "sent"; hasUser: boolean }
  /** The account exists and its main plan runs, so there is nothing to activate. */
  | { outcome: "already-activated" }
  /** No running main plan, or its address cannot receive mail. */
  | { outcome: "no-subscription" }
  /** The address got a mail less than 15 minutes ago. `wait`: milliseconds until the next may be sent. */
  | { outcome: "sent-recently"; wait: number };

const mailsToAddress = createLimit("activation-mail", { points: 1, seconds: 15 * 60 });

/**
 * Mails the activation link to the owner of a running main plan who has no account yet, or whose account is not tied to
 * that plan: without it, somebody who bought again or whose account creation failed half-way could not sign in. The mail
 * goes to the subscription's own address, at most once in 15 minutes.
 */
export async function sendActivation(email: string): Promise<Activation> {
  const [account, subscriptions] = await Promise.all([
    accountByEmail(email),
    subscriptionsByEmail(email),
  ]);
  const main = findMainSubscription(subscriptions, env.BUNDLE_ID);
  if (account) {
    if (!main || account.disabled) return { outcome: "already-activated" };
    const tied = await subscriptionsOf(account, { fresh: true });
    if (findMainSubscription(tied, env.BUNDLE_ID)) return { outcome: "already-activated" };
  }
  if (!main) return { outcome: "no-subscription" };

  const to = main.emails.at(-1) ?? email;
  const wait = await mailsToAddress.take(to.toLowerCase());
  if (wait !== undefined) return { outcome: "sent-recently", wait };
  const token = await signLinkToken("activation", main.id, to);
  const link = `${env.APP_ORIGIN}/access-recovery?${new URLSearchParams({ id: main.id, t: token })}`;
  try {
    const mail = activationMail({ to, link, supportEmail: env.SUPPORT_EMAIL });
    if (!(await sendMail(mail))) return { outcome: "no-subscription" };
  } catch (error) {
    // A mail that could not be sent does not count against the limit.
    await mailsToAddress.forget(to.toLowerCase());
    throw error;
  }
  return { outcome: "sent", hasUser: account !== undefined };
}
