/** A subscription of this app (docs/interfaces/subscriptions.yaml). */
export interface Subscription {
  id: string;
  planCode: string;
  status: "active" | "canceled" | "expired";
  mainPlan: boolean;
  /** Epoch milliseconds. */
  startedAt: number;
  /** The most recently used address is last. */
  emails: readonly string[];
  /** ISO 3166-1, with a subdivision where there is one: `US-CA`. The service may leave out this and all below. */
  country?: string | undefined;
  /** Epoch milliseconds. */
  renewsAt?: number | undefined;
  endsAt?: number | undefined;
  price?: TermPrice | undefined;
  /** The wish that it begins within the time to withdraw was recorded at the purchase. */
  earlyStart?: boolean;
  /** When the service was asked, which is past where it is remembered. Epoch milliseconds. */
  readAt?: number;
  /** What the service named before: kept beside a declaration, or a notice. */
  named?: NamedDate | undefined;
  /** When it was seen running: kept beside a declaration. Epoch milliseconds. */
  ranAt?: number | undefined;
}

/** The date on which the service says that a subscription renews or ends, and when it said so. Epoch milliseconds. */
export interface NamedDate {
  date: number;
  at: number;
}

/** The date that the service names; undefined where it names none. */
export function namedDateOf({
  renewsAt,
  endsAt,
  readAt = Date.now(),
}: Pick<Subscription, "renewsAt" | "endsAt" | "readAt">): NamedDate | undefined {
  const date = renewsAt ?? endsAt;
  return date === undefined ? undefined : { date, at: readAt };
}

/** What a term costs. */
export interface TermPrice {
  /** Decimal: `13.99`. */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

/** A canceled subscription runs until the end of its term, so it still gives access. */
export function isRunning(subscription: Subscription): boolean {
  return subscription.status !== "expired";
}

/**
 * The subscription that authorises its owner: a running main plan (docs/product.md#ways-in). If there are several,
 * active ones are preferred to canceled ones, then the latest is chosen.
 */
export function findMainSubscription(
  subscriptions: readonly Subscription[],
): Subscription | undefined {
  return subscriptions
    .filter((subscription) => subscription.mainPlan && isRunning(subscription))
    .sort(
      (a, b) =>
        Number(b.status === "active") - Number(a.status === "active") || b.startedAt - a.startedAt,
    )[0];
}
