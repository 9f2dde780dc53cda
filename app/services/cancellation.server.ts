import { setTimeout as pause } from "node:timers/promises";
import { reportEvent } from "~/clients/events.server";
import { log } from "~/clients/log.server";
import { saveProgress } from "~/clients/outbox/claim.server";
import { NothingWritten } from "~/clients/outbox/transaction.server";
import { subscriptionById, subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { UpstreamError, unlessDown, within } from "~/clients/upstream.server";
import { brandOfPlan } from "~/domain/brand";
import { findMainSubscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { inBackground } from "~/services/background.server";
import { keyOf } from "~/services/cancellation-key.server";
import {
  type CancellationWish,
  type KeptWish,
  keepWish,
  wishOf,
} from "~/services/cancellation-wish.server";
import { verifyLinkToken } from "~/services/link-token.server";
import {
  askBilling,
  cancellationLetter,
  cancellations,
  type Delivery,
  isComplete,
  orderFor,
  withAccount,
} from "~/services/outbox/cancellation.server";
import { deliverLetter } from "~/services/outbox/letter.server";
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

type Press = Omit<CancellationWish, "pressedAt" | "key">;

/**
 * Cancels a subscription so that it cannot be lost: the wish is kept before anything is acknowledged.
 * Where it cannot be kept in time, billing is asked directly under the same key, and only its own confirmation counts.
 */
async function cancel(press: Press, userAgent: string): Promise<Cancellation> {
  const started = performance.now();
  const pressedAt = Date.now();
  const wish = { ...press, pressedAt, key: keyOf(press.subscriptionId, pressedAt) };
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
  { subscriptionId, order, key }: CancellationWish,
  keeping: Promise<KeptWish | UpstreamError>,
  { userAgent, left }: { userAgent: string; left: () => number },
): Promise<Cancellation> {
  log.error("a cancellation could not be kept in time; asking billing directly");
  const asked: Promise<Delivery> = isComplete(order)
    ? askBilling(subscriptionId, order, key, userAgent).then(believed)
    : Promise.resolve({ outcome: "unconfirmed", asked: false, reason: "incomplete" });
  inBackground("cancellation", finishLate());
  const result = await within(left(), asked);
  if (result?.outcome === "confirmed") return { outcome: "canceled", kept: false };
  const kept = await within(left(), keeping);
  if (kept && !(kept instanceof UpstreamError)) {
    if (kept.entry.progress.confirmedAt !== null) return { outcome: "canceled", kept: true };
    return result?.outcome === "declined" ? { ...result, kept: true } : { outcome: "received" };
  }
  // What has been sent may still be kept, or done.
  if (!(kept instanceof NothingWritten)) return { outcome: "unknown" };
  if (result?.outcome === "declined") return { ...result, kept: false };
  return { outcome: result && !result.asked ? "failed" : "unknown" };

  /** Who cannot read what is kept may have used the key before: then billing repeats an old answer. */
  async function believed(delivery: Delivery): Promise<Delivery> {
    if (delivery.outcome !== "confirmed" || (await hasEnded(subscriptionId))) return delivery;
    return { outcome: "unconfirmed", asked: true, reason: "subscriptions: still active" };
  }

  /** What is kept late goes on as any other; its letter is the only one. */
  async function finishLate(): Promise<void> {
    const { outcome } = await asked;
    const kept = await keeping;
    if (!(kept instanceof UpstreamError)) return kept.claim && finishKept(kept.claim, outcome);
    if (outcome === "confirmed" && order)
      await deliverLetter(cancellationLetter("canceled", order.email, key));
  }
}

async function finishKept(
  kept: NonNullable<KeptWish["claim"]>,
  outcome: Delivery["outcome"],
): Promise<void> {
  // What billing has confirmed is noted before anything else, so that no letter says otherwise.
  const confirmed = { confirmedAt: Date.now() };
  const claim =
    outcome === "confirmed"
      ? await saveProgress(cancellations, kept, (entry) => ({
          ...entry,
          progress: { ...entry.progress, ...confirmed },
        }))
      : kept;
  if (claim) await carryOut(cancellations, claim).finished;
}

/** Milliseconds that the subscription service has at most to show what billing has confirmed to a waiting page. */
const shownWithin = 1_500;

/** Whether the subscription service shows in time that a subscription is not active any more. */
async function hasEnded(subscriptionId: string): Promise<boolean> {
  const until = performance.now() + shownWithin;
  for (;;) {
    const subscription = await unlessDown(subscriptionById(subscriptionId));
    if (subscription && subscription.status !== "active") return true;
    if (performance.now() + 200 >= until) return false;
    await pause(200);
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
  const found = await unlessDown(subscriptionById(link.subject).then((one) => one ?? null));
  // The link itself proves the wish, so it is kept even while nobody can say whose subscription it is.
  if (found === undefined) return cancel({ ...wish, order: null }, userAgent);
  if (!found || found.status === "expired") return { outcome: "not-found" };
  if (found.status === "canceled") return { outcome: "canceled", kept: true };
  const order = orderFor(found);
  const complete = await unlessDown(withAccount(order));
  return cancel({ ...wish, order: complete ?? order }, userAgent);
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
