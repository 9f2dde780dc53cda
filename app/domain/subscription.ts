/** A subscription as billing describes it (spec 3, contract 2). */
export interface Subscription {
  id: string;
  bundle: string;
  planCode: string;
  status: "active" | "canceled" | "expired";
  mainPlan: boolean;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Last used last. */
  emails: readonly string[];
}

/** Canceled subscriptions run until the end of their term, so they still give access. */
export function isRunning(subscription: Subscription): boolean {
  return subscription.status !== "expired";
}

/**
 * The subscription that authorises its owner: a running main plan of the app's bundle (spec 4).
 * Where there are several, an active one goes before a canceled one, the latest before older ones.
 */
export function findMainSubscription(
  subscriptions: readonly Subscription[],
  bundle: string,
): Subscription | undefined {
  return subscriptions
    .filter(
      (subscription) =>
        subscription.mainPlan && subscription.bundle === bundle && isRunning(subscription),
    )
    .sort(
      (a, b) =>
        Number(b.status === "active") - Number(a.status === "active") || b.startedAt - a.startedAt,
    )[0];
}
