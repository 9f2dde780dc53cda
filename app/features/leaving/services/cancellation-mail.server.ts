import { setTimeout as pause } from "node:timers/promises";
import { findMainSubscription } from "~/features/account/subscription";
import { subscriptionsToCancel } from "~/features/leaving/services/subscriptions-to-cancel.server";
import { mailLink, mailLinkFor } from "~/features/ways-in/mail-links.server";
import { createLimit, type Limit } from "~/platform/store/rate-limits.server";
import { isUndone, orElse } from "~/platform/upstream/upstream.server";
import { addressKey, isOneAddress } from "~/platform/values/mail-address";

export type CancellationMailRequest =
  /** The mail is sent, or kept to be sent. */
  | { outcome: "sent" }
  | { outcome: "already-canceled" }
  | { outcome: "no-subscription" }
  /** The subscription has no address of its own, or it cannot receive mail. */
  | { outcome: "no-address" }
  /** Too many mails of this kind. `wait`: milliseconds until the next may be sent. */
  | { outcome: "limited"; wait: number }
  /** The mail was neither kept nor sent, or an outside system did not answer. */
  | { outcome: "unavailable" };

/** Enough for a mail that did not arrive, too few to fill a stranger's inbox. */
const threeMails = { points: 3, seconds: 900 };
const strangerLimit = createLimit("cancellation-mail", threeMails);
/** For the subscriber's sessions, or for all known browsers of an e-mail together. Strangers cannot use it up. */
const ownerLimit = createLimit("cancellation-mail-owner", threeMails);

/** Mails the signed-in subscriber the link that cancels their membership (docs/product.md#my-plan). */
export function requestCancellationMail(owner: {
  uid: string;
  email: string;
}): Promise<CancellationMailRequest> {
  return counted([ownerLimit, owner.uid], async () => {
    const subscriptions = await subscriptionsToCancel(owner);
    const subscription = findMainSubscription(subscriptions);
    if (!subscription) return { outcome: "no-subscription" };
    if (subscription.status === "canceled") return { outcome: "already-canceled" };
    const to = subscription.emails.at(-1);
    if (!to || !isOneAddress(to)) return { outcome: "no-address" };
    await mailLink({ link: "cancellation", email: to, subscriptionId: subscription.id });
    return { outcome: "sent" };
  });
}

/** Milliseconds after which everybody is answered, whatever has been looked up by then. Most letters are out. */
const answerAfter = 400;

/**
 * The same for anybody who enters an e-mail address. The mail goes only to the subscription's own address. The answer waits
 * for no look-up, so that neither it nor its time tells who has a subscription.
 * @param known whether the browser has signed in as this e-mail before
 */
export function requestCancellationMailByEmail(
  email: string,
  known = false,
): Promise<CancellationMailRequest> {
  return counted([known ? ownerLimit : strangerLimit, addressKey(email)], async () => {
    await Promise.all([mailLinkFor(email, "cancellation"), pause(answerAfter)]);
    return { outcome: "sent" };
  });
}

/** Counts what was mailed, or may have been: a system that did not answer in time may have kept the mail. */
async function counted(
  [limit, key]: readonly [Limit, string],
  mail: () => Promise<CancellationMailRequest>,
): Promise<CancellationMailRequest> {
  const wait = await limit.take(key);
  if (wait !== undefined) return { outcome: "limited", wait };
  return orElse(
    async () => {
      const request = await mail();
      if (request.outcome !== "sent") await limit.giveBack(key);
      return request;
    },
    async (failure) => {
      if (isUndone(failure)) await limit.giveBack(key);
      return { outcome: "unavailable" };
    },
  );
}
