import { lastKnownSubscriptions, subscriptionsOf } from "~/clients/subscriptions.server";
import { answersOf } from "~/clients/unsubscribe-answers.server";
import { unlessDown } from "~/clients/upstream.server";
import { ownedProducts } from "~/domain/product";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import type { Situation } from "~/domain/unsubscribe-flow";
import { answersNow, type FlowState, justUpdated } from "~/domain/unsubscribe-state";
import { env } from "~/env.server";
import { cancellationOf } from "~/services/cancellation.server";
import type { Subscriber } from "~/web/session/session.server";

interface Membership {
  situation: Situation;
  /** The plan that the subscriber has just changed to in the flow. */
  updated: FlowState["updated"];
  /** The main subscription; undefined while it cannot be looked up. */
  subscription: Subscription | undefined;
  /** The state of its cancellation while the subscription does not show it yet. */
  cancellation: "waiting" | "just-confirmed" | undefined;
}

/** What the flow needs to know about a subscriber. An outage must not keep anybody from canceling. */
export async function readMembership(
  subscriber: Subscriber,
  { fresh = false } = {},
): Promise<Membership> {
  const [state, read] = await Promise.all([
    unlessDown(answersOf(subscriber.uid)),
    unlessDown(subscriptionsOf(subscriber, { fresh })),
  ]);
  const subscriptions = read ?? lastKnownSubscriptions(subscriber.uid) ?? [];
  const owned = ownedProducts(subscriptions);
  const subscription = findMainSubscription(subscriptions, env.BUNDLE_ID);
  const active = subscription?.status === "active";
  const now = Date.now();
  return {
    situation: {
      answers: state && answersNow(state, now),
      premium: owned.has("premiumOneMonth"),
      gift: owned.has("giftOneMonth"),
    },
    updated: state ? justUpdated(state, now) : null,
    subscription,
    // If Firestore has just failed, it is not asked again.
    cancellation: active && state ? await cancellationOf(subscription.id) : undefined,
  };
}
