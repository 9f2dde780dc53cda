import { addresses } from "../../platform/values/addresses.ts";
import { extras } from "./offer.ts";
import { belongsTo } from "./product.ts";
import { findMainSubscription, isRunning, type Subscription } from "./subscription.ts";

/** Any other subscription is charged until it is canceled. A main plan always is, whatever its code contains. */
export const isPaidOnce = (one: { planCode: string; mainPlan?: boolean }): boolean =>
  !one.mainPlan && extras.some((extra) => belongsTo(one.planCode, extra));

/** The running plans besides the main one, each charged until it is canceled, the latest first. */
export function otherPlans(subscriptions: readonly Subscription[]): Subscription[] {
  const main = findMainSubscription(subscriptions);
  return subscriptions
    .filter((one) => one.id !== main?.id && isRunning(one) && !isPaidOnce(one))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** What somebody cancels who does not say which: the main plan or, where that has ended, what still renews. */
export function subscriptionToCancel(
  subscriptions: readonly Subscription[],
): Subscription | undefined {
  const others = otherPlans(subscriptions);
  return (
    findMainSubscription(subscriptions) ??
    others.find(({ status }) => status === "active") ??
    others[0]
  );
}

/**
 * The page that says what has become of a cancellation or withdrawal. It is told of which, where it may take another main
 * plan for it.
 * @param known the owner's subscriptions
 */
export function canceledAddress(of: string, known: readonly Subscription[] = []): string {
  const isOneOfSeveral = known.some((one) => one.id !== of && one.mainPlan && isRunning(one));
  const query = isOneOfSeveral && of !== "" ? `?${new URLSearchParams({ subscription: of })}` : "";
  return addresses.membershipCanceled + query;
}

/** The page that cancels another plan. Not among `addresses`, which every page's script has. */
export const otherPlanAddress = (subscriptionId: string): string =>
  `${addresses.cancelByMail}/${encodeURIComponent(subscriptionId)}`;
