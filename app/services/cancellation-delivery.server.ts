import { cancelSubscription, isDeclined } from "~/clients/billing.server";
import {
  type CancellationIntent,
  type CancellationOrder,
  claimDueIntents,
  updateIntent,
} from "~/clients/cancellation-intents.server";
import { reportEvent } from "~/clients/events.server";
import { accountByEmail } from "~/clients/identity.server";
import { log } from "~/clients/log.server";
import { sendMail } from "~/clients/mail.server";
import { forgetSubscriptions, subscriptionById } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { brandOfPlan } from "~/domain/brand";
import type { Subscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { type CancellationState, cancellationMail } from "~/services/mails";

const atOnce = 10;

/** After so many attempts that billing refused or left unanswered, the log asks for a person. */
const patience = 20;

/** Milliseconds after the confirmation in which its letter is tried. */
const letterPatience = 86_400_000;

export type Delivery =
  | { outcome: "confirmed" }
  /** Billing's definite refusal, in its words; the intent stays and is tried again. */
  | { outcome: "declined"; message: string }
  | { outcome: "unconfirmed" };

/**
 * 5 s, 10 s, 20 s … 15 min, each up to a quarter longer, so that containers do not march in step.
 * The first is longer than a letter's deadline, so that no two processes mail the same one.
 */
function backOff(attempts: number): number {
  const step = Math.min(5_000 * 2 ** Math.max(0, attempts - 1), 900_000);
  return Math.round(step * (1 + Math.random() / 4));
}

/** What billing needs to know of a subscription whose owner is not signed in. */
export async function orderFor(subscription: Subscription): Promise<CancellationOrder> {
  const email = subscription.emails.at(-1) ?? "";
  // Who bought without ever making an account has no uid; an outage of the provider holds nobody back.
  const account = await accountByEmail(email).catch((error: unknown) => {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  });
  return { brand: brandOfPlan(subscription.planCode), email, uid: account?.uid ?? "" };
}

/** Asks billing to cancel, and reports how it answered (spec 7, the events of cancelling). */
export async function askBilling(
  subscriptionId: string,
  order: CancellationOrder,
  key: string,
  userAgent: string,
): Promise<Delivery> {
  try {
    const answer = await cancelSubscription({
      ...order,
      mainSubscriptionId: subscriptionId,
      idempotencyKey: key,
    });
    if (isDeclined(answer)) {
      reportEvent({ event: "cancel_error", error: answer.error, userAgent });
      return { outcome: "declined", message: answer.error };
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const answered = error.kind === "malformed" || error.kind === "status";
    reportEvent({
      event: answered ? "cancel_unknown_response" : "cancel_request_error",
      reason: error.message,
      userAgent,
    });
    return { outcome: "unconfirmed" };
  }
  reportEvent({ event: "cancel_success", userAgent });
  // The pages read 'canceled' from now on, whichever process draws them.
  await forgetSubscriptions(order.uid);
  return { outcome: "confirmed" };
}

/** Delivers an intent that the caller has claimed, and notes what came of it. */
export async function deliver(intent: CancellationIntent, userAgent: string): Promise<Delivery> {
  if (intent.confirmedAt !== null) return { outcome: "confirmed" };
  const delivery = await attempt(intent, userAgent);
  const attempts = intent.attempts + 1;
  if (delivery.outcome === "confirmed") {
    // Still due, so that the letter goes out even if this process ends here.
    await noted(updateIntent(intent, { attempts, confirmedAt: Date.now() }));
    return delivery;
  }
  if (attempts >= patience)
    log.error({ attempts, outcome: delivery.outcome }, "a cancellation needs a person");
  const dueAt = Date.now() + backOff(attempts);
  await noted(updateIntent(intent, { attempts, dueAt, leaseUntil: 0 }));
  return delivery;
}

async function attempt(intent: CancellationIntent, userAgent: string): Promise<Delivery> {
  const { subscriptionId, key } = intent;
  try {
    const order = intent.order ?? (await completeOrder(intent));
    if (!order) return { outcome: "declined", message: "Subscription not found" };
    const delivery = await askBilling(subscriptionId, order, key, userAgent);
    if (delivery.outcome !== "declined") return delivery;
    // A refusal leaves nothing to do where the subscription has ended by another way.
    const subscription = await subscriptionById(subscriptionId);
    return subscription && subscription.status !== "active" ? { outcome: "confirmed" } : delivery;
  } catch (error) {
    if (error instanceof UpstreamError) return { outcome: "unconfirmed" };
    throw error;
  }
}

async function completeOrder(intent: CancellationIntent): Promise<CancellationOrder | undefined> {
  const subscription = await subscriptionById(intent.subscriptionId);
  if (!subscription) return undefined;
  const order = await orderFor(subscription);
  await updateIntent(intent, { order });
  intent.order = order;
  return order;
}

/** Mails the letter that an intent's state calls for, unless it has gone out. */
export async function mailLetter(intent: CancellationIntent, delivery: Delivery): Promise<void> {
  const state: CancellationState = delivery.outcome === "confirmed" ? "canceled" : "received";
  const to = intent.order?.email;
  const letters = { ...intent.letters };
  const confirmed = state === "canceled";
  if (to && !letters[state]) {
    try {
      await sendMail(
        cancellationMail(state, {
          to,
          id: intent.key,
          origin: env.APP_ORIGIN,
          supportEmail: env.SUPPORT_EMAIL,
        }),
      );
      letters[state] = true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!confirmed) return;
      const late = Date.now() - (intent.confirmedAt ?? Date.now()) > letterPatience;
      if (!late) {
        const dueAt = Date.now() + backOff(intent.attempts);
        await noted(updateIntent(intent, { dueAt, leaseUntil: 0, attempts: intent.attempts + 1 }));
        return;
      }
      log.error("a cancellation's letter could not be sent");
    }
  } else if (!confirmed) return;
  await noted(
    updateIntent(intent, confirmed ? { letters, dueAt: null, leaseUntil: 0 } : { letters }),
  );
}

/** What cannot be noted now is found due again: billing knows the key, and the letter keeps its id. */
async function noted(update: Promise<void>): Promise<void> {
  try {
    await update;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ system: error.system, kind: error.kind }, "a cancellation's progress was not noted");
  }
}

/** Delivers what is due, whichever process it came to first. @returns how many intents were taken up */
export async function deliverDue(): Promise<number> {
  const intents = await claimDueIntents(atOnce);
  await Promise.all(
    intents.map(async (intent) => {
      const delivery = await deliver(intent, "server");
      log.info(
        { outcome: delivery.outcome, attempts: intent.attempts + 1 },
        "cancellation delivered",
      );
      await mailLetter(intent, delivery);
    }),
  );
  return intents.length;
}

/** Delivers batch after batch until nothing is due or the process is to end. */
export async function deliverAllDue(isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await deliverDue()) === atOnce);
}
