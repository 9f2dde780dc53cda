import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf, subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { createLimit } from "~/platform/store/rate-limits.server";

/** One of somebody's subscriptions; without `id` the main one. */
export const chosenOf = (subscriptions: readonly Subscription[], id: string | undefined) =>
  id === undefined
    ? findMainSubscription(subscriptions)
    : subscriptions.find((candidate) => candidate.id === id);

/** Limits how often one subscriber's presses ask the service: many at once would delay everybody. */
const questions = createLimit("subscriptions-to-cancel", { points: 10, seconds: 60 });

/**
 * The subscriptions by which a press is decided. What this process remembers may be 30 s old, so where it shows nothing
 * to cancel, the service is asked.
 * @throws UpstreamError if the service is down then, or nothing is remembered: nobody must be told that all is canceled
 */
export async function subscriptionsToCancel(
  owner: { uid: string; email: string },
  id?: string,
): Promise<readonly Subscription[]> {
  const known = await subscriptionsOrLastKnown(owner);
  if (chosenOf(known, id)?.status === "active") return known;
  if ((await questions.take(owner.uid)) !== undefined) return known;
  return subscriptionsOf(owner, { fresh: true });
}
