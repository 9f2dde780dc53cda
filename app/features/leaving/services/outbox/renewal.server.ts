import type { Subscription } from "~/features/account/subscription";
import { wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";

/** Milliseconds that the subscription service may need to show what billing has confirmed. */
const propagationTime = 300_000;

/** Milliseconds for which a process may remember subscriptions as they were. */
const rememberedFor = 30_000;

/** From when on the service shows what billing has confirmed: a subscription that it calls active later was resumed. */
export const shownFrom = (confirmedAt: number, shownAt: number | null): number =>
  shownAt ?? confirmedAt + propagationTime;

/** Whether a running subscription goes on. */
export type Renewal = "active" | "canceled" | "being-canceled";

/** A cancellation in the outbox counts before billing confirms it. */
export async function renewalOf(subscription: Subscription): Promise<Renewal> {
  const cancellation =
    subscription.status === "canceled" ? "just-confirmed" : await cancellationOf(subscription);
  if (cancellation === undefined) return "active";
  return cancellation === "waiting" ? "being-canceled" : "canceled";
}

/**
 * Whether a cancellation waits for billing, or was confirmed so shortly before the subscription was read that it may not
 * show it yet. In an outage one may have been read an hour ago.
 */
export async function cancellationOf(
  subscription: Pick<Subscription, "id" | "readAt">,
): Promise<Cancelling | undefined> {
  const { id } = subscription;
  return cancellationBy(
    subscription,
    await Promise.all([unlessDown(wishOf(id)), unlessDown(openDeclarationOf(id))]),
  );
}

type Cancelling = "waiting" | "just-confirmed";

/** The same by what is kept of it: a wish, and an open declaration. */
export function cancellationBy(
  { readAt = Date.now() }: Pick<Subscription, "readAt">,
  [entry, open]: readonly [
    Awaited<ReturnType<typeof wishOf>>,
    Awaited<ReturnType<typeof openDeclarationOf>>,
  ],
): Cancelling | undefined {
  if (open?.payload.atOnce) return "waiting";
  if (!entry) return undefined;
  const { confirmedAt, shownAt } = entry.progress;
  if (confirmedAt === null) return entry.state === "open" ? "waiting" : undefined;
  const isNewsUntil = shownFrom(confirmedAt, shownAt) + rememberedFor;
  return readAt < isNewsUntil ? "just-confirmed" : undefined;
}

/** Those of the subscriptions that renew until they are canceled. */
export async function stillRenewing(all: readonly Subscription[]): Promise<Subscription[]> {
  const renewals = await Promise.all(all.map(renewalOf));
  return all.filter((_, at) => renewals[at] === "active");
}

/**
 * Whether the letter that confirms a cancellation may still be on its way; also where that cannot be known. A subscription
 * that the operator has canceled has no wish, and no letter.
 */
export const isLetterOnItsWay = (subscriptionId: string): Promise<boolean> =>
  orElse(
    wishOf(subscriptionId).then((wish) => {
      const confirmedAt = wish?.progress.confirmedAt;
      return confirmedAt ? Date.now() - confirmedAt < day : wish?.state === "open";
    }),
    () => true,
  );
