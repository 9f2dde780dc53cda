import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { finalizeSubscription, isDeclined } from "~/features/account/billing.server";
import { brandOfPlan } from "~/features/account/brand";
import type { Account } from "~/features/account/identity.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { addressKey } from "~/platform/values/mail-address";

/** The same for the same payload, however the address was spelled. */
export const finalizationKey = ({ id, planCode }: Subscription, { uid, email }: Account): string =>
  createHash("sha256")
    .update(["finalize", id, uid, planCode, addressKey(email)].join(" "))
    .digest("hex");

/** Has billing tie a subscription to its owner's account. May be repeated. @returns billing's reason if it declines */
export async function askToFinalize(
  subscription: Subscription,
  account: Account,
): Promise<string | undefined> {
  const answer = await finalizeSubscription(
    {
      brand: brandOfPlan(subscription.planCode),
      mainSubscriptionId: subscription.id,
      email: addressKey(account.email),
      uid: account.uid,
      idempotencyKey: finalizationKey(subscription, account),
    },
    subscription.planCode,
  );
  return isDeclined(answer) ? answer.error : undefined;
}

/** Asks until the subscription service shows a running main plan of the account, which follows soon after it is finalized. */
export async function isShownWithin(milliseconds: number, account: Account): Promise<boolean> {
  const until = performance.now() + milliseconds;
  for (;;) {
    const asked = unlessDown(subscriptionsOf(account, { fresh: true }));
    const subscriptions = await within(until - performance.now(), asked);
    if (subscriptions && findMainSubscription(subscriptions)) return true;
    if (until - performance.now() < 250) return false;
    await pause(250);
  }
}
