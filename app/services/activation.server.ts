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
  /** The account is there and its main plan runs: there is nothing to activate. */
  | { outcome: "already-activated" }
  /** None whose owner can be written to. */
  | { outcome: "no-subscription" }
  /** The address got its mail less than 15 minutes ago; `wait` milliseconds until the next may go out. */
  | { outcome: "sent-recently"; wait: number };

const mailsToAddress = createLimit("activation-mail", { points: 1, seconds: 15 * 60 });

/**
 * Mails the activation link to the owner of a running main plan who has no account yet, or whose account is not
 * tied to that plan: else someone who bought again, or whose account creation broke off, would have no way in.
 * The mail goes to the subscription's own address, at most once in 15 minutes.
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
    // Nobody waits a quarter of an hour for a mail that the server did not take.
    await mailsToAddress.forget(to.toLowerCase());
    throw error;
  }
  return { outcome: "sent", hasUser: account !== undefined };
}
