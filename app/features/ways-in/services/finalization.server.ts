import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { finalizeSubscription, isDeclined } from "~/features/account/billing.server";
import { brandOfPlan } from "~/features/account/brand";
import type { Account } from "~/features/account/identity.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { addressKey } from "~/platform/values/mail-address";

/** Ties a subscription to its owner's account (docs/product.md#account-creation). May be repeated. @returns billing's reason if it declines */
export async function finalize(
  subscription: Subscription,
  account: Account,
): Promise<string | undefined> {
  // A repeated key must carry the same payload, however the address was spelled.
  const email = addressKey(account.email);
  const intent = ["finalize", subscription.id, account.uid, subscription.planCode, email].join(" ");
  const answer = await finalizeSubscription(
    {
      brand: brandOfPlan(subscription.planCode),
      mainSubscriptionId: subscription.id,
      email,
      uid: account.uid,
      idempotencyKey: createHash("sha256").update(intent).digest("hex"),
    },
    subscription.planCode,
  );
  return isDeclined(answer) ? answer.error : undefined;
}

/** Asks until the subscription service shows a running main plan of the account, which follows soon after `finalize`. */
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
