import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Kept, keepEntry } from "~/clients/outbox/keep.server";
import { decideEntry, entryAt } from "~/clients/outbox/transaction.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { unlessDown } from "~/clients/upstream.server";
import { brandOfPlan } from "~/domain/brand";
import { isLeased } from "~/domain/outbox";
import { ownedProducts, type Product } from "~/domain/product";
import { isSettling } from "~/domain/purchase";
import { findMainSubscription, type Subscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { inBackground } from "~/services/background.server";
import {
  keyKept,
  type Order,
  type PurchaseProgress,
  purchases,
  recheck,
  untilShown,
} from "~/services/outbox/purchase.server";
import { carryOut } from "~/services/outbox/runner.server";

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
  /** Billing may have been asked, and that somebody repeats it could not be noted. A press repeats it under the same key. */
  | { outcome: "unknown" }
  /** The preconditions of spec 5: an e-mail and a main subscription id. */
  | { outcome: "no-main-subscription" };

/** Where a purchase stands for its page. */
export type Standing =
  /** `left`: nobody repeats it, and billing may have been asked. */
  | { state: "none" | "in-flight" | "left" | "awaited" | "bought" }
  | { state: "declined"; refusal: string; unread: boolean };

/** A press is answered within this, waits included. */
const answeredWithin = 4_500;

/** Buys a product once, however often and wherever it is pressed. */
export async function purchase({ uid, email }: Buyer, product: Product): Promise<Purchase> {
  const started = Date.now();
  const subscriptions = await unlessDown(subscriptionsOf({ uid, email }, { fresh: true }));
  if (!subscriptions) return { outcome: "unavailable" };
  const main = findMainSubscription(subscriptions, env.BUNDLE_ID);
  if (!main || !email) return { outcome: "no-main-subscription" };
  if (ownedProducts(subscriptions).has(product)) return { outcome: "already-owned" };

  const order = { uid, email, product, ...orderOf(main, product) };
  const kept = await unlessDown(keepOrder(order));
  if (!kept) return { outcome: "unavailable" };
  const made = await settle(kept, started);
  if (made.outcome === "bought")
    await untilShown(order, product, Math.min(Date.now() + recheck, started + answeredWithin));
  return made;
}

/** Brand and plan come from the main subscription and the configuration, never from the page. */
function orderOf({ id, planCode }: Subscription, product: Product) {
  const brand = brandOfPlan(planCode);
  return { brand, mainSubscriptionId: id, planId: env.BRANDS[brand].plans[product] };
}

type KeptOrder = Kept<Order, PurchaseProgress>;

const idOf = ({ uid, product }: Pick<Order, "uid" | "product">) =>
  `${encodeURIComponent(uid)}_${product}`;

const isJustMade = ({ state, progress }: KeptOrder["entry"], now: number) =>
  state === "done" && isSettling(progress.closedAt, now);

/**
 * Keeps the order. An open one is taken up under the same key, as it was first sent, as long as billing knows that key.
 * It is due only once somebody has been told that it goes on.
 */
const keepOrder = (order: Order) =>
  keepEntry(purchases, idOf(order), {
    isDone: isJustMade,
    canJoin: (entry, now) =>
      (entry.state === "open" && isLeased(entry, now)) ||
      ((entry.state === "open" || entry.state === "given-up") && now - entry.requestedAt < keyKept),
    join: () => ({}),
    begin: ({ malformed }) => ({
      // What cannot be read may have been bought.
      key: (malformed?.state !== "declined" && malformed?.key) || randomUUID(),
      payload: order,
      progress: { closedAt: null, refusal: null, unread: false },
      runsInBackground: false,
    }),
  });

async function settle({ entry, claim }: KeptOrder, started: number): Promise<Purchase> {
  if (entry.state === "done") return { outcome: "bought" };
  if (!claim) return followed(entry.payload, started);
  const { told, finished } = carryOut(purchases, claim, { userAgent: "" });
  inBackground("purchase", finished);
  // Where this one cannot say, another process has it.
  return (await told) ?? followed(entry.payload, started);
}

/** What came of a purchase that another press, here or in another process, is making. */
async function followed(order: Order, started: number): Promise<Purchase> {
  while (Date.now() - started < answeredWithin) {
    await pause(200);
    const standing = await unlessDown(purchaseStanding(order.uid, order.product));
    if (!standing || standing.state === "awaited" || standing.state === "left") break;
    if (standing.state === "bought") return { outcome: "bought" };
    if (standing.state === "declined") return { outcome: "declined", message: standing.refusal };
    if (standing.state === "none") return { outcome: "unavailable" };
  }
  return { outcome: (await unlessDown(promisePurchase(order))) ? "pending" : "unknown" };
}

/**
 * Notes that somebody is told that an order will be completed which another press is making: should that one's
 * process die, another takes it up.
 * @returns whether it is still open, and now due
 */
export const promisePurchase = (order: Pick<Order, "uid" | "product">): Promise<boolean> =>
  decideEntry(purchases, idOf(order), ({ entry }, now) => {
    if (entry?.state !== "open") return { result: false };
    if (entry.dueAt !== null) return { result: true };
    return { next: { ...entry, dueAt: Math.max(entry.leaseUntil, now) }, result: true };
  });

/** Where a subscriber's purchase of a product stands. */
export async function purchaseStanding(uid: string, product: Product): Promise<Standing> {
  const entry = await entryAt(purchases, idOf({ uid, product }));
  const now = Date.now();
  switch (entry?.state) {
    case "open":
      if (isLeased(entry, now)) return { state: "in-flight" };
      if (entry.dueAt !== null) return { state: "awaited" };
      // Given back without an attempt, it was asked of nobody.
      return { state: entry.leaseUntil === 0 && entry.attempts === 0 ? "none" : "left" };
    case "given-up":
      return { state: "left" };
    case "done":
      return { state: isJustMade(entry, now) ? "bought" : "none" };
    case "declined": {
      const { refusal, unread } = entry.progress;
      return { state: "declined", refusal: refusal ?? "", unread };
    }
    default:
      return { state: "none" };
  }
}
