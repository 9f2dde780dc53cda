import { setTimeout as pause } from "node:timers/promises";
import { accountByEmail } from "~/clients/identity.server";
import { type Mail, sendMail } from "~/clients/mail.server";
import { createLimit } from "~/clients/rate-limits.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { clientNetwork } from "~/domain/client-network";
import { messageFor } from "~/domain/identity-messages";
import { findMainSubscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { sendActivation } from "~/services/activation.server";
import { inBackground } from "~/services/background.server";
import { signInLinkMail } from "~/services/mails";
import { signInLink } from "~/services/ways-in/sign-in-link.server";

const formsOfClient = createLimit("sign-in-link-form", { points: 30, seconds: 3_600 });
const soonAgain = createLimit("sign-in-link-soon", { points: 1, seconds: 60 });
const mailsToAddress = createLimit("sign-in-link-mail", { points: 5, seconds: 3_600 });

export const askedAgain =
  "You asked for a link a moment ago. Please check your inbox, and your spam folder, too.";

/**
 * Mails a sign-in link, in the background. What this returns, and when, does not depend on whether there is an account:
 * the limits count every address alike.
 * @param device id of a browser that has signed in as this e-mail before: what strangers ask for does not count for it
 * @returns the refusal, if there were too many; `wait` in milliseconds
 */
export async function requestSignInLink(
  email: string,
  clientAddress: string,
  device: string | undefined,
): Promise<{ message: string; wait: number } | undefined> {
  const address = email.toLowerCase();
  const ofClient = await formsOfClient.take(clientNetwork(clientAddress));
  if (ofClient !== undefined)
    return { message: messageFor("auth/too-many-requests"), wait: ofClient };
  // Of all such browsers together: somebody who once knew the password may have many device cookies.
  const key = device ? `known ${address}` : address;
  const wait = (await soonAgain.take(key)) ?? (await mailsToAddress.take(key));
  if (wait !== undefined) return { message: askedAgain, wait };
  inBackground("sign-in link", mailLink(email));
  return undefined;
}

/** Somebody who has bought and has no account gets the activation mail, as after a failed sign-in. */
async function mailLink(email: string): Promise<void> {
  const account = await accountByEmail(email.toLowerCase());
  if (account?.disabled) return;
  const plans = account ? await subscriptionsOf(account, { fresh: true }) : [];
  if (!account || !findMainSubscription(plans, env.BUNDLE_ID)) {
    await sendActivation(email);
    return;
  }
  // To the account's own address, which is not always written as it was typed.
  const link = await signInLink(account);
  await sendWithRetry(signInLinkMail({ to: account.email, link, supportEmail: env.SUPPORT_EMAIL }));
}

/** Milliseconds. Longer waiting is for the person: the page tells them to ask for another link. */
const retryAfter = 1_000;

/** Sending it twice does no harm: it is the same link, of one use. */
async function sendWithRetry(mail: Mail): Promise<void> {
  try {
    await sendMail(mail);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await pause(retryAfter);
    await sendMail(mail);
  }
}
