import { setTimeout as pause } from "node:timers/promises";
import { sendMail } from "~/clients/mail.server";
import { createLimit, type Limit } from "~/clients/rate-limits.server";
import { subscriptionsByEmail, subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { signLinkToken } from "~/services/link-token.server";
import { cancellationLinkMail, cancellationMail } from "~/services/mails";

export type CancellationMailRequest =
  | { outcome: "sent" }
  | { outcome: "already-canceled" }
  | { outcome: "no-subscription" }
  /** The subscription's own address cannot receive mail. */
  | { outcome: "no-address" }
  /** Too many mails of this kind. `wait`: milliseconds until the next may be sent. */
  | { outcome: "limited"; wait: number }
  /** The mail was not accepted in time, or an outside system did not answer. */
  | { outcome: "unavailable" };

/** Enough for a mail that did not arrive, too few to fill a stranger's inbox. */
const threeMails = { points: 3, seconds: 900 };
const strangerLimit = createLimit("cancellation-mail", threeMails);
/** For the subscriber's sessions, or for all known browsers of an e-mail together. Strangers cannot use it up. */
const ownerLimit = createLimit("cancellation-mail-owner", threeMails);

/** Mails the signed-in subscriber the link that cancels their membership (spec 2, 'Email cancel modal'). */
export function requestCancellationMail(owner: {
  uid: string;
  email: string;
}): Promise<CancellationMailRequest> {
  return mailLink([ownerLimit, owner.uid], () => subscriptionsOrLastKnown(owner));
}

/** Minimum milliseconds of every answer, so that the response time does not reveal who has a subscription. */
const minimumTime = 400;

/**
 * The same for anybody who enters an e-mail address. The mail goes only to the subscription's own address.
 * @param known whether the browser has signed in as this e-mail before
 */
export async function requestCancellationMailByEmail(
  email: string,
  known = false,
): Promise<CancellationMailRequest> {
  const counted: Counted = [known ? ownerLimit : strangerLimit, email.toLowerCase()];
  const mailed = mailLink(counted, () => subscriptionsByEmail(email), { evenIfCanceled: true });
  const [result] = await Promise.all([mailed, pause(minimumTime)]);
  return result;
}

type Counted = readonly [Limit, key: string];

async function mailLink(
  [limit, key]: Counted,
  find: () => Promise<Subscription[]>,
  { evenIfCanceled = false } = {},
): Promise<CancellationMailRequest> {
  const wait = await limit.take(key);
  if (wait !== undefined) return { outcome: "limited", wait };
  try {
    const subscription = findMainSubscription(await find(), env.BUNDLE_ID);
    const to = subscription?.emails.at(-1);
    if (!subscription || !to) return { outcome: "no-subscription" };
    const { APP_ORIGIN: origin, SUPPORT_EMAIL: supportEmail } = env;
    if (subscription.status === "canceled") {
      // Somebody who is not signed in cannot see it in My Plan, so a mail confirms it.
      const id = `${subscription.id}-${Date.now()}`;
      if (evenIfCanceled)
        await sendMail(cancellationMail("canceled", { to, id, origin, supportEmail }));
      return { outcome: "already-canceled" };
    }
    const token = await signLinkToken("cancellation", subscription.id);
    const link = `${origin}/unsubscription?${new URLSearchParams({ from: token })}`;
    const sent = await sendMail(cancellationLinkMail({ to, link, supportEmail }));
    return { outcome: sent ? "sent" : "no-address" };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // After a timeout the mail server may still have accepted the mail.
    const mayBeSent = error.system === "mail" && error.kind === "timeout";
    if (!mayBeSent) await limit.giveBack(key);
    return { outcome: "unavailable" };
  }
}
