import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/env.server";
import { brandOfPlan } from "~/features/account/brand";
import type { Account } from "~/features/account/identity.server";
import { ownedProducts, type Product } from "~/features/account/product";
import { isSettling, orderKeyKept } from "~/features/account/purchase";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import {
  goesOn,
  type PurchaseOrder,
  type PurchaseProgress,
  purchases,
  recheck,
  untilShown,
} from "~/features/purchases/services/outbox/purchase-order.server";
import { isLeased } from "~/platform/outbox/outbox";
import { carryOut } from "~/platform/outbox/runner.server";
import { type KeptEntry, keepEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry, entryAt } from "~/platform/outbox/store/transaction.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { week } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

/** The result of a press on 'buy'. */
export type Purchase =
  | { outcome: "bought" | "already-owned" }
  /** Billing's refusal in its own words, 200 characters at most. */
  | { outcome: "declined"; message: string }
  /** Billing was not asked. */
  | { outcome: "unavailable" }
  /** Billing was asked, but its answer is not known. The order is retried with the same key in the background. */
  | { outcome: "pending" }
  /** Billing may have been asked, and a background retry could not be stored. Another press retries with the same key. */
  | { outcome: "unknown" }
  /** The preconditions of docs/product.md#purchases: an e-mail and a main subscription id. */
  | { outcome: "no-main-subscription" };

/** The state of a purchase for its page. */
export type PurchaseState =
  /**
   * `awaited`: retried in the background. `forgone`: only looked for, as the buyer has left since. `left`: billing may have
   * been asked, and no retry is planned.
   */
  | { state: "none" | "left" | "awaited" | "forgone" }
  /** `isPromised`: whatever comes of it, it is retried in the background until billing answers. */
  | { state: "in-flight"; isPromised: boolean }
  /** `unread`: after its press was answered. */
  | { state: "bought"; unread: boolean }
  | { state: "declined"; refusal: string; unread: boolean };

/** Milliseconds for which a refusal that nobody has heard is told. */
const newsFor = week;

/** Milliseconds within which a press is answered, waits included. */
const answeredWithin = 4_500;

/** The presses that are being answered, by order. */
const underWay = new Map<string, Promise<Purchase>>();

/**
 * Buys a product once, even if the button is pressed several times or in several tabs. A press during another one in this
 * process gets the same answer: presses that all try to store the order would delay each other.
 */
export function purchase(buyer: Account, product: Product): Promise<Purchase> {
  const key = idOf({ uid: buyer.uid, product });
  const before = underWay.get(key);
  if (before) return before;
  const answer = buy(buyer, product).finally(() => underWay.delete(key));
  underWay.set(key, answer);
  return answer;
}

async function buy({ uid, email }: Account, product: Product): Promise<Purchase> {
  const started = Date.now();
  const subscriptions = await unlessDown(subscriptionsOf({ uid, email }, { fresh: true }));
  if (!subscriptions) return { outcome: "unavailable" };
  const main = findMainSubscription(subscriptions);
  if (!main || !email) return { outcome: "no-main-subscription" };
  if (ownedProducts(subscriptions).has(product)) return { outcome: "already-owned" };

  const order = { uid, email, product, ...orderOf(main, product) };
  const kept = await unlessDown(keepOrder(order, await goesOn(main, product)));
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

type KeptOrder = KeptEntry<PurchaseOrder, PurchaseProgress>;

const idOf = ({ uid, product }: Pick<PurchaseOrder, "uid" | "product">) =>
  `${encodeURIComponent(uid)}_${product}`;

const isJustMade = ({ state, progress }: KeptOrder["entry"], now: number) =>
  state === "done" && isSettling(progress.closedAt, now);

/**
 * Stores the order. While billing still knows its key, an open order is continued with the same key and payload. It does
 * not run in the background until the buyer has been told that it will be completed (`promisePurchase`).
 */
const keepOrder = (order: PurchaseOrder, whileActive: boolean) =>
  keepEntry(purchases, idOf(order), {
    isDone: isJustMade,
    canJoin: (entry, now) =>
      (entry.state === "open" && isLeased(entry, now)) ||
      ((entry.state === "open" || entry.state === "given-up") &&
        now - entry.requestedAt < orderKeyKept),
    join: ({ progress }, now) => ({
      progress: { ...progress, pressedAt: now, whileActive, forgone: false },
    }),
    owner: order.uid,
    begin: ({ malformed }) => ({
      // A malformed order may have been sent to billing, so its key is used again.
      key: (malformed?.state !== "declined" && malformed?.key) || randomUUID(),
      payload: order,
      progress: {
        closedAt: null,
        refusal: null,
        unread: false,
        pressedAt: Date.now(),
        whileActive,
        forgone: false,
      },
      runsInBackground: false,
    }),
  });

async function settle({ entry, claim }: KeptOrder, started: number): Promise<Purchase> {
  if (entry.state === "done") return { outcome: "bought" };
  if (!claim) return followOther(entry.payload, started);
  const { answer, finished } = carryOut(purchases, claim, { userAgent: "" });
  inBackground("purchase", finished);
  // Without an answer, another process may have taken over.
  return (await answer) ?? followOther(entry.payload, started);
}

/** Waits for the result of another request or process that is carrying out the order. */
async function followOther(order: PurchaseOrder, started: number): Promise<Purchase> {
  while (Date.now() - started < answeredWithin) {
    await pause(200);
    const standing = await unlessDown(purchaseStanding(order.uid, order.product));
    if (!standing || standing.state === "awaited" || standing.state === "left") break;
    if (standing.state === "bought") return { outcome: "bought" };
    if (standing.state === "declined") return { outcome: "declined", message: standing.refusal };
    if (standing.state === "none") return { outcome: "unavailable" };
    // Its run did not see this press.
    if (standing.state === "forgone") return { outcome: "unknown" };
  }
  return { outcome: (await unlessDown(promisePurchase(order))) ? "pending" : "unknown" };
}

/**
 * Lets any process retry an order that is in progress, in case the process that runs it dies. Must precede telling the
 * buyer that the order will be completed.
 * @returns whether the order is open and will be retried
 */
export const promisePurchase = (order: Pick<PurchaseOrder, "uid" | "product">): Promise<boolean> =>
  decideEntry(purchases, idOf(order), ({ entry }, now) => {
    if (entry?.state !== "open" || entry.progress.forgone) return { result: false };
    if (entry.dueAt !== null) return { result: true };
    return { next: { ...entry, dueAt: Math.max(entry.leaseUntil, now) }, result: true };
  });

export async function purchaseStanding(uid: string, product: Product): Promise<PurchaseState> {
  const entry = await entryAt(purchases, idOf({ uid, product }));
  const now = Date.now();
  switch (entry?.state) {
    case "open":
      if (isLeased(entry, now)) return { state: "in-flight", isPromised: entry.dueAt !== null };
      if (entry.dueAt !== null) return { state: entry.progress.forgone ? "forgone" : "awaited" };
      // Released without an attempt means that billing was not asked.
      return { state: entry.leaseUntil === 0 && entry.attempts === 0 ? "none" : "left" };
    case "given-up":
      return { state: "left" };
    case "done":
      return isJustMade(entry, now)
        ? { state: "bought", unread: entry.progress.unread }
        : { state: "none" };
    case "declined": {
      const { refusal, unread, closedAt } = entry.progress;
      const isNews = unread && now - (closedAt ?? now) < newsFor;
      return { state: "declined", refusal: refusal ?? "", unread: isNews };
    }
    default:
      return { state: "none" };
  }
}
