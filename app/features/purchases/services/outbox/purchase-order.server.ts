import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createSubscription, isDeclined } from "~/features/account/billing.server";
import { brandNames } from "~/features/account/brand";
import { extras } from "~/features/account/offer";
import { ownedProducts, type Product, products } from "~/features/account/product";
import { orderKeyKept } from "~/features/account/purchase";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { expireSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { isUnsent, orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** The request to billing. Stored with its key, because a repeated key must carry the same payload. */
const order = z.object({
  uid: z.string().min(1),
  product: z.enum(products),
  email: z.string(),
  brand: z.enum(brandNames),
  planId: z.string(),
  mainSubscriptionId: z.string(),
});
export type PurchaseOrder = z.output<typeof order>;

const progress = z.object({
  /** When billing answered. */
  closedAt: z.number().nullable(),
  /** Billing's own text. */
  refusal: z.string().nullable(),
  /** The refusal came in the background, so the person has not read it yet. */
  unread: z.boolean(),
  /** When the buyer pressed last. Epoch milliseconds; null in older entries. */
  pressedAt: z.number().nullable().default(null),
  /** Whether the main plan went on at the last press: where it is canceled later, the buyer has left since. */
  whileActive: z.boolean().default(true),
  /** The buyer has left since, so billing is not asked any more. */
  forgone: z.boolean().default(false),
});
export type PurchaseProgress = z.output<typeof progress>;

export type Placed =
  | { outcome: "bought" | "pending" | "unavailable" }
  | { outcome: "declined"; message: string };

/** A subscriber's order of a product, stored in `purchaseIntents/{uid}_{product}`. */
export const purchases: OutboxKind<PurchaseOrder, PurchaseProgress, Placed> = {
  name: "purchase",
  collection: "purchaseIntents",
  payload: order,
  progress,
  // Billing, two reads of the subscriptions, one of the cancellation and saving the result take up to 12.5 s.
  lease: 15_000,
  backOff: { first: 5_000, most: 600_000 },
  // After this time the key is useless. An operator decides, or the subscriber's next press makes a new order.
  askPersonAfter: orderKeyKept,
  stopsThen: true,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: place,
};

type Answered = Verdict<PurchaseOrder, PurchaseProgress, Placed>;

async function place(run: Run<PurchaseOrder, PurchaseProgress, Placed>): Promise<Answered> {
  const { payload } = run.entry;
  const verdict = await ask(run);
  // With a press, `purchase()` waits for the subscription itself.
  if (verdict.end === "done" && !run.press)
    inBackground("purchase", untilShown(payload, payload.product, Date.now() + recheck));
  return verdict;
}

async function ask({
  entry,
  press,
}: Run<PurchaseOrder, PurchaseProgress, Placed>): Promise<Answered> {
  const { planId, product, ...order } = entry.payload;
  const read = () => unlessDown(subscriptionsOf(order, { fresh: true }));
  const isIn = (all: Subscription[] | undefined) =>
    all !== undefined && ownedProducts(all).has(product);
  // A new press has just read the subscriptions. An earlier attempt may have succeeded since.
  const shown = !press || entry.attempts > 0 ? await read() : undefined;
  if (isIn(shown)) return bought(press);
  // A press is the wish, whatever was canceled before it. An earlier attempt may have reached billing, so the order stays
  // open: it is looked for among the subscriptions, and told an operator in the end.
  if (!press && (entry.progress.forgone || (shown && (await hasLeftSince(entry, shown)))))
    return { end: "again", reason: "the buyer has left since", progress: { forgone: true } };
  if (Date.now() - entry.requestedAt >= orderKeyKept)
    return { end: "again", reason: "the key is too old to ask again" };
  return orElse(
    async () => {
      const answer = await createSubscription({ ...order, idempotencyKey: entry.key }, planId);
      if (!isDeclined(answer)) return bought(press);
      const { error: refusal } = answer;
      const progress = { closedAt: Date.now(), refusal, unread: !press };
      return { end: "declined", progress, answer: { outcome: "declined", message: refusal } };
    },
    async (error) => {
      if (isUnsent(error) && press && entry.attempts === 0)
        return { end: "untouched", answer: { outcome: "unavailable" } };
      if (isIn(await read())) return bought(press);
      const progress = { forgone: false };
      return { end: "again", reason: error.message, progress, answer: { outcome: "pending" } };
    },
  );
}

/** Whether it renews; an extra is paid once. */
const isPlan = (product: Product): boolean => !extras.some((extra) => extra === product);

/**
 * Whether a buyer no longer has what the order belongs to. An extra is of use for as long as the main plan runs; another
 * plan, which renews, is bought for nobody who has canceled.
 */
async function hasLeftSince(
  {
    payload: { product, mainSubscriptionId },
    progress,
    requestedAt,
  }: Run<PurchaseOrder, PurchaseProgress, Placed>["entry"],
  shown: readonly Subscription[],
): Promise<boolean> {
  const main = findMainSubscription(shown);
  if (!main) return true;
  if (!isPlan(product)) return false;
  if (main.status !== "active" && progress.whileActive) return true;
  // Of two main plans, the other one may be the main one by now.
  const own = shown.filter((one) => one === main || one.id === mainSubscriptionId);
  const since = progress.pressedAt ?? requestedAt;
  return (await Promise.all(own.map((one) => wasCanceledSince(one, since)))).includes(true);
}

let wasCanceledSince = async (_main: Subscription, _time: number): Promise<boolean> => false;

/** Whether the main plan goes on, as far as is known: cancellations that the service does not show yet count for plans. */
export const goesOn = async (main: Subscription, product: Product): Promise<boolean> =>
  main.status === "active" && !(isPlan(product) && (await unlessDown(wasCanceledSince(main, 0))));

/** Registers what knows of cancellations that the subscription service does not show yet (app/registrations.server.ts). */
export function onOrderAwaited(isCanceled: typeof wasCanceledSince): void {
  wasCanceledSince = isCanceled;
}

/** @param press where one waits, it hears of it */
const bought = (press: Run<PurchaseOrder, PurchaseProgress, Placed>["press"]): Answered => ({
  end: "done",
  progress: { closedAt: Date.now(), unread: !press },
  answer: { outcome: "bought" },
});

/** docs/product.md#purchases, 'post-purchase recheck' in milliseconds; an upper bound by docs/product.md#every-page. */
export const recheck = 2_000;

/**
 * Reads the subscriptions until they show the product, at most until `until` (epoch milliseconds), then lets
 * every process read them anew.
 */
export async function untilShown(
  buyer: { uid: string; email: string },
  product: Product,
  until: number,
): Promise<void> {
  for (;;) {
    const subscriptions = await unlessDown(subscriptionsOf(buyer, { fresh: true }));
    if (!subscriptions || ownedProducts(subscriptions).has(product)) break;
    if (Date.now() + 200 >= until) break;
    await pause(200);
  }
  await expireSubscriptions(buyer.uid);
}
