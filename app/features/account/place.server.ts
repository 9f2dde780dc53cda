import { preferencesOf } from "~/features/account/settings.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";

/**
 * Where a subscriber lives: what the subscription service says, else what they have said themselves; null where neither is
 * known or can be read.
 */
export async function placeOf(subscriber: Subscriber): Promise<string | null> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  const main = subscriptions && findMainSubscription(subscriptions);
  return placeIn(main, subscriber.uid);
}

/**
 * The same for a subscription that is known.
 * @param main the main one, which may say the place of another
 */
export async function placeIn(
  subscription: Subscription | undefined,
  uid: string,
  main = subscription,
): Promise<string | null> {
  const country = subscription?.country ?? main?.country;
  if (country !== undefined) return country;
  const said = await withoutWaiting("firestore", preferencesOf(uid), undefined);
  return said?.place ?? null;
}
