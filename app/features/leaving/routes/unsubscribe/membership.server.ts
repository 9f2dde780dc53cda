import { otherPlans } from "~/features/account/other-plans";
import { placeIn } from "~/features/account/place.server";
import { ownedProducts } from "~/features/account/product";
import { findMainSubscription } from "~/features/account/subscription";
import { lastKnownSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancellationOf, stillRenewing } from "~/features/leaving/cancellation.server";
import type { Situation } from "~/features/leaving/rules/unsubscribe-flow";
import { answersNow, justUpdated } from "~/features/leaving/rules/unsubscribe-state";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { answersOf } from "~/features/leaving/store/unsubscribe-answers.server";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";

/** What the flow needs to know about a subscriber. An outage must not keep anybody from canceling. */
export async function readMembership(subscriber: Subscriber, { fresh = false } = {}) {
  const [state, read] = await Promise.all([
    unlessDown(answersOf(subscriber.uid)),
    unlessDown(subscriptionsOf(subscriber, { fresh })),
  ]);
  const subscriptions = read ?? lastKnownSubscriptions(subscriber.uid) ?? [];
  const owned = ownedProducts(subscriptions);
  const subscription = findMainSubscription(subscriptions);
  const active = subscription?.status === "active";
  const now = Date.now();
  const [place, others, cancellation] = await Promise.all([
    placeIn(subscription, subscriber.uid),
    read && state ? stillRenewing(otherPlans(read)) : [],
    // If Firestore has just failed, it is not asked again.
    active && state ? cancellationOf(subscription) : undefined,
  ]);
  const situation: Situation = {
    answers: state && answersNow(state, now),
    premium: owned.has("premiumOneMonth"),
    gift: owned.has("giftOneMonth"),
  };
  return {
    situation,
    /** The plan that the subscriber has just changed to in the flow. */
    updated: state ? justUpdated(state, now) : null,
    /** The main subscription; undefined while it cannot be looked up. */
    subscription,
    /** All that are known. */
    subscriptions,
    /** Other plans that renew; none while an outside system fails. */
    others,
    /** The state of its cancellation while the subscription does not show it yet. */
    cancellation,
    obligations: obligationsOn(place, now),
    place,
  };
}
