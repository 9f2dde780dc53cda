import { setTimeout as pause } from "node:timers/promises";
import { reportEvent } from "~/clients/events.server";
import { log } from "~/clients/log.server";
import { sendMail } from "~/clients/mail.server";
import { noteEntry } from "~/clients/outbox.server";
import { createLimit, type Limit } from "~/clients/rate-limits.server";
import {
  subscriptionById,
  subscriptionsByEmail,
  subscriptionsOrLastKnown,
} from "~/clients/subscriptions.server";
import { isUnsent, UpstreamError, unlessDown } from "~/clients/upstream.server";
import { brandOfPlan } from "~/domain/brand";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { inBackground } from "~/services/background.server";
import { keyOf } from "~/services/cancellation-key.server";
import {
  type CancellationWish,
  type KeptWish,
  keepWish,
  wishOf,
} from "~/services/cancellation-wish.server";
import { signLinkToken, verifyLinkToken } from "~/services/link-token.server";
import { cancellationLinkMail, cancellationMail } from "~/services/mails";
import {
  askBilling,
  cancellationLetter,
  cancellations,
  type Delivery,
  isComplete,
  orderFor,
  withAccount,
} from "~/services/outbox/cancellation.server";
import { mailed } from "~/services/outbox/letter.server";
import { carryOut } from "~/services/outbox/runner.server";

export type Cancellation =
  /** Billing has confirmed it. `kept`: that stands in Firestore or at the subscription service. */
  | { outcome: "canceled"; kept: boolean }
  /** Kept durably; delivered until billing confirms. */
  | { outcome: "received" }
  /** Billing's words (spec 8). `kept`: the wish stays and is tried again. */
  | { outcome: "declined"; message: string; kept: boolean }
  | { outcome: "not-found" }
  /** Neither kept nor confirmed, but nobody can say that it will not be. */
  | { outcome: "unknown" }
  /** Neither kept nor asked of billing: nothing has changed. */
  | { outcome: "failed" };

/** Milliseconds within which the wish must be kept, and within which the page is answered. */
const keptWithin = 1_200;
const answeredWithin = 2_700;

/** Milliseconds that the subscription service may take to show what billing has confirmed. */
const catchUp = 300_000;

/**
 * Cancels a subscription so that it cannot be lost: the wish is kept before anything is acknowledged.
 * Where it cannot be kept in time, billing is asked directly under the same key, and only its own confirmation counts.
 */
async function cancel(wish: CancellationWish, userAgent: string): Promise<Cancellation> {
  const started = performance.now();
  const left = () => answeredWithin - (performance.now() - started);
  reportEvent({ event: "cancel_click", userAgent });

  const keeping = keepWish(wish).catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });
  const kept = await within(keptWithin, keeping);
  if (!kept || kept instanceof UpstreamError)
    return cancelDirectly(wish, keeping, { userAgent, left });
  const { entry, claim } = kept;
  if (entry.progress.confirmedAt !== null) return { outcome: "canceled", kept: true };
  if (!claim) return followOther(wish.subscriptionId, left);

  const { told, finished } = carryOut(cancellations, claim, { userAgent });
  inBackground("cancellation", finished);
  const result = await within(left(), told);
  if (result?.outcome === "confirmed") return { outcome: "canceled", kept: true };
  if (result?.outcome === "declined") return { ...result, kept: true };
  return { outcome: "received" };
}

/** Another press, or another process, is delivering it: the answer is what comes of that one. */
async function followOther(subscriptionId: string, left: () => number): Promise<Cancellation> {
  while (left() > 300) {
    await pause(200);
    const entry = await unlessDown(within(left(), wishOf(subscriptionId)));
    if (entry && entry.progress.confirmedAt !== null) return { outcome: "canceled", kept: true };
    if (entry?.leaseUntil === 0) break;
  }
  return { outcome: "received" };
}

async function cancelDirectly(
  { subscriptionId, order }: CancellationWish,
  keeping: Promise<KeptWish | UpstreamError>,
  { userAgent, left }: { userAgent: string; left: () => number },
): Promise<Cancellation> {
  log.error("a cancellation could not be kept in time; asking billing directly");
  const key = keyOf(subscriptionId);
  const asked: Promise<Delivery> = isComplete(order)
    ? askBilling(subscriptionId, order, key, userAgent)
    : Promise.resolve({ outcome: "unconfirmed", asked: false, reason: "incomplete" });
  inBackground(
    "cancellation",
    asked.then((delivery) => close(delivery)),
  );
  const result = await within(left(), asked);
  if (result?.outcome === "confirmed") return { outcome: "canceled", kept: false };
  const kept = await within(left(), keeping);
  const isKept = kept && !(kept instanceof UpstreamError);
  const cannotBeKept = kept instanceof UpstreamError && isUnsent(kept);
  if (result?.outcome === "declined" && (isKept || cannotBeKept))
    return { ...result, kept: Boolean(isKept) };
  if (isKept) return { outcome: "received" };
  const isAsked = result?.outcome !== "unconfirmed" || result.asked;
  return { outcome: cannotBeKept && !isAsked ? "failed" : "unknown" };

  /** What is kept late goes on as any other; its letter is the only one. */
  async function close({ outcome }: Delivery): Promise<void> {
    const kept = await keeping;
    const confirmed = outcome === "confirmed";
    if (!(kept instanceof UpstreamError)) {
      const { claim } = kept;
      if (!claim) return;
      const known = confirmed && claim.entry.key === key;
      const confirmedAt = known ? Date.now() : null;
      const noted = await noteEntry(cancellations, claim, (entry) => ({
        ...entry,
        progress: { ...entry.progress, confirmedAt },
      }));
      if (noted) await carryOut(cancellations, noted).finished;
    } else if (confirmed && order) await mailed(cancellationLetter("canceled", order.email, key));
  }
}

interface Owner {
  uid: string;
  email: string;
}

/**
 * Cancels a subscription of the signed-in subscriber.
 * @param id the main subscription where it is left out
 */
export async function cancelOwn(
  owner: Owner,
  userAgent: string,
  id?: string,
): Promise<Cancellation> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(owner));
  if (!subscriptions) return { outcome: "failed" };
  const subscription =
    id === undefined
      ? findMainSubscription(subscriptions, env.BUNDLE_ID)
      : subscriptions.find((candidate) => candidate.id === id);
  if (!subscription || subscription.status === "expired") return { outcome: "not-found" };
  if (subscription.status === "canceled") return { outcome: "canceled", kept: true };
  const order = { brand: brandOfPlan(subscription.planCode), email: owner.email, uid: owner.uid };
  return cancel({ subscriptionId: subscription.id, order }, userAgent);
}

/** Cancels by the link of a mail, for its bearer (contract 7). A refused one reaches nobody outside. */
export async function cancelByLink(
  token: string,
  userAgent: string,
): Promise<Cancellation | { outcome: "refused"; reason: "expired" | "invalid" }> {
  const link = await verifyLinkToken("cancellation", token);
  if ("refused" in link) return { outcome: "refused", reason: link.refused };
  const wish = { subscriptionId: link.subject, link: link.id };
  const found = await lookUp(link.subject);
  // The link itself proves the wish, so it is kept even while nobody can say whose subscription it is.
  if (found === "down") return cancel({ ...wish, order: null }, userAgent);
  if (!found || found.status === "expired") return { outcome: "not-found" };
  if (found.status === "canceled") return { outcome: "canceled", kept: true };
  const order = orderFor(found);
  const complete = await unlessDown(withAccount(order));
  return cancel({ ...wish, order: complete ?? order }, userAgent);
}

async function lookUp(subscriptionId: string): Promise<Subscription | "down" | undefined> {
  try {
    return await subscriptionById(subscriptionId);
  } catch (error) {
    if (error instanceof UpstreamError) return "down";
    throw error;
  }
}

/** Whether a cancellation of the subscription waits for billing, or has been confirmed in the last minutes. */
export async function cancellationOf(
  subscriptionId: string,
): Promise<"waiting" | "just-confirmed" | undefined> {
  const entry = await unlessDown(wishOf(subscriptionId));
  if (!entry) return undefined;
  const { confirmedAt } = entry.progress;
  if (confirmedAt === null) return entry.state === "open" ? "waiting" : undefined;
  return Date.now() - confirmedAt < catchUp ? "just-confirmed" : undefined;
}

export type CancellationMailRequest =
  | { outcome: "sent" }
  | { outcome: "already-canceled" }
  | { outcome: "no-subscription" }
  /** The subscription's own address is none that a mail can go to. */
  | { outcome: "no-address" }
  /** Too many mails of this kind; `wait` milliseconds until the next may go out. */
  | { outcome: "limited"; wait: number }
  /** The mail was not taken, or an outside system did not answer: nothing was sent. */
  | { outcome: "unavailable" };

/** Enough for a mail that did not arrive, too few to fill a stranger's inbox. */
const fewMails = { points: 3, seconds: 900 };
const askedByStrangers = createLimit("cancellation-mail", fewMails);
/** By a session or a known device of the subscriber: strangers cannot use these up. */
const askedByOwner = createLimit("cancellation-mail-owner", fewMails);

/** Mails the signed-in subscriber the link that cancels their membership (spec 2, 'Email cancel modal'). */
export function requestCancellationMail(owner: Owner): Promise<CancellationMailRequest> {
  return mailLink([askedByOwner, owner.uid], () => subscriptionsOrLastKnown(owner));
}

/** Milliseconds that every answer takes at least, so that its time does not tell who subscribed. */
const evenTime = 400;

/**
 * The same for anyone who names an address; the mail goes to the subscription's own address only.
 * @param device id of a browser that has signed in as this e-mail before
 */
export async function requestCancellationMailByEmail(
  email: string,
  device?: string,
): Promise<CancellationMailRequest> {
  const counted: Counted = device
    ? [askedByOwner, device]
    : [askedByStrangers, email.toLowerCase()];
  const mailed = mailLink(counted, () => subscriptionsByEmail(email), { evenIfCanceled: true });
  const [result] = await Promise.all([mailed, pause(evenTime)]);
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
      // Who cannot see it in My Plan reads it in a letter.
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
    await limit.giveBack(key);
    return { outcome: "unavailable" };
  }
}

/** Undefined where the work takes longer; it goes on all the same. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = pause(Math.max(0, milliseconds), undefined, { signal: timer.signal }).catch(
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
