import { setTimeout as pause } from "node:timers/promises";
import { createSubscription, isDeclined } from "~/clients/billing.server";
import { log } from "~/clients/log.server";
import {
  type Claim,
  type ClaimedIntent,
  claimDuePurchases,
  claimPurchase,
  closePurchase,
  promisePurchase,
  purchaseStanding,
  releasePurchase,
} from "~/clients/purchase-intents.server";
import { forgetSubscriptions, subscriptionsOf } from "~/clients/subscriptions.server";
import { UpstreamError, unlessDown } from "~/clients/upstream.server";
import { brandOfPlan } from "~/domain/brand";
import { ownedProducts, type Product } from "~/domain/product";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import { env } from "~/env.server";

/** Who buys; a session's subscriber is one. */
export interface Buyer {
  uid: string;
  email: string;
}

/** What a press on 'buy' came to. */
export type Purchase =
  | { outcome: "bought" | "already-owned" }
  /** Billing's refusal in its own words, 200 characters at most. */
  | { outcome: "declined"; message: string }
  /** Nothing was asked of billing. */
  | { outcome: "unavailable" }
  /** Billing was asked and has not said what came of it; the same order is repeated under the same key. */
  | { outcome: "pending" }
  /** The preconditions of spec 5: an e-mail and a main subscription id. */
  | { outcome: "no-main-subscription" };

/** A press is answered within this, waits included. */
const patience = 4_500;
/** Spec 9, 'post-purchase recheck'; contract 9 reads it as an upper bound. */
const recheck = 2_000;
/** Billing keeps its keys for no longer, so an order older than this is left to the next press. */
const givenUpAfter = 86_400_000;

/** Buys a product once, however often and wherever it is pressed. */
export async function purchase({ uid, email }: Buyer, product: Product): Promise<Purchase> {
  const started = Date.now();
  const subscriptions = await unlessDown(subscriptionsOf({ uid, email }, { fresh: true }));
  if (!subscriptions) return { outcome: "unavailable" };
  const main = findMainSubscription(subscriptions, env.BUNDLE_ID);
  if (!main || !email) return { outcome: "no-main-subscription" };
  if (ownedProducts(subscriptions).has(product)) return { outcome: "already-owned" };

  const claim = await unlessDown(claimPurchase({ uid, email, product, ...orderOf(main, product) }));
  if (!claim) return { outcome: "unavailable" };
  const made = await settle(claim, { uid, product }, started);
  if (made.outcome === "bought") await untilShown({ uid, email }, product, started);
  return made;
}

/** Brand and plan come from the main subscription and the configuration, never from the page. */
function orderOf({ id, planCode }: Subscription, product: Product) {
  const brand = brandOfPlan(planCode);
  return { brand, mainSubscriptionId: id, planId: env.BRANDS[brand].plans[product] };
}

async function settle(
  claim: Claim,
  wish: { uid: string; product: Product },
  started: number,
): Promise<Purchase> {
  switch (claim.result) {
    case "claimed":
      return place(claim.intent, { awaited: true });
    case "bought":
      return { outcome: "bought" };
    case "in-flight":
      return followed(wish, started);
  }
}

/** Asks billing and notes its answer. @param awaited whether a person waits for it and reads it at once */
async function place(intent: ClaimedIntent, { awaited }: { awaited: boolean }): Promise<Purchase> {
  const { brand, mainSubscriptionId, email, uid, key, planId } = intent;
  const order = { brand, mainSubscriptionId, email, uid, idempotencyKey: key };
  let answer: Awaited<ReturnType<typeof createSubscription>>;
  try {
    answer = await createSubscription(order, planId);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return keep(intent, error);
  }
  if (isDeclined(answer)) {
    const refusal = { state: "declined", refusal: answer.error, unread: !awaited } as const;
    await unlessDown(closePurchase(intent, refusal));
    return { outcome: "declined", message: answer.error };
  }
  await unlessDown(closePurchase(intent, { state: "bought" }));
  return { outcome: "bought" };
}

/** Keeps an intent without an answer. */
async function keep(intent: ClaimedIntent, { kind }: UpstreamError): Promise<Purchase> {
  const unsent = kind === "open" || kind === "busy";
  if (unsent && intent.attempts === 0) {
    await unlessDown(releasePurchase(intent, { attempts: 0 }));
    return { outcome: "unavailable" };
  }
  const shown = await unlessDown(subscriptionsOf(intent, { fresh: true }));
  if (shown && ownedProducts(shown).has(intent.product)) {
    await unlessDown(closePurchase(intent, { state: "bought" }));
    return { outcome: "bought" };
  }
  const attempts = intent.attempts + 1;
  const backOff = Math.min(5_000 * 2 ** (attempts - 1), 600_000) * (0.75 + Math.random() / 2);
  const dueAt = Date.now() + backOff;
  const tooOld = dueAt - intent.openedAt > givenUpAfter;
  if (tooOld) log.error({ product: intent.product, attempts }, "purchase left to the next press");
  await unlessDown(releasePurchase(intent, { dueAt: tooOld ? null : dueAt, attempts }));
  return { outcome: "pending" };
}

/** What came of a purchase that another press, here or in another process, is making. */
async function followed(
  { uid, product }: { uid: string; product: Product },
  started: number,
): Promise<Purchase> {
  while (Date.now() - started < patience) {
    await pause(200);
    const standing = await unlessDown(purchaseStanding(uid, product));
    if (!standing || standing.state === "awaited") break;
    if (standing.state === "bought") return { outcome: "bought" };
    if (standing.state === "declined") return { outcome: "declined", message: standing.refusal };
    if (standing.state === "none") return { outcome: "unavailable" };
  }
  await unlessDown(promisePurchase({ uid, product }));
  return { outcome: "pending" };
}

/** Reads the subscriptions at once and, for 2 s at most, until they show the product; then every process does. */
async function untilShown(buyer: Buyer, product: Product, started: number): Promise<void> {
  const until = Math.min(Date.now() + recheck, started + patience);
  for (;;) {
    const subscriptions = await unlessDown(subscriptionsOf(buyer, { fresh: true }));
    if (!subscriptions || ownedProducts(subscriptions).has(product)) break;
    if (Date.now() + 200 >= until) break;
    await pause(200);
  }
  await forgetSubscriptions(buyer.uid);
}

/** Repeats the orders that billing has not answered; for the background sweep. */
export async function resumePurchases(): Promise<void> {
  const due = await claimDuePurchases(10);
  await Promise.all(
    due.map(async (intent) => {
      const { outcome } = await place(intent, { awaited: false });
      if (outcome === "bought") await untilShown(intent, intent.product, Date.now());
    }),
  );
}
