import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf, subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { createLimit } from "~/platform/store/rate-limits.server";

/** One of somebody's subscriptions; without `id` the main one. */
export const chosenOf = (subscriptions: readonly Subscription[], id: string | undefined) =>
  id === undefined
    ? findMainSubscription(subscriptions)
    : subscriptions.find((candidate) => candidate.id === id);

/** How often a subscriber's presses may have the service asked: many at once would hold up everybody's questions. */
const questions = createLimit("subscriptions-to-cancel", { points: 10, seconds: 60 });

/**
 * Those by which a press is decided. What this process remembers may be 30 s old: where it says that there is nothing to
 * cancel, the service is asked. @throws UpstreamError if it is down then, or nothing is known: nobody is told that it is done
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
