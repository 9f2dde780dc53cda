import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createSubscription, isDeclined } from "~/clients/billing.server";
import { forgetSubscriptions, subscriptionsOf } from "~/clients/subscriptions.server";
import { isUnsent, UpstreamError, unlessDown } from "~/clients/upstream.server";
import { brandNames } from "~/domain/brand";
import { ownedProducts, type Product, products } from "~/domain/product";
import { inBackground } from "~/services/background.server";
import type { OutboxKind, Run, Verdict } from "~/services/outbox/runner.server";

/** What billing is asked for; it goes with the key, so a repetition sends exactly the same. */
const order = z.object({
  uid: z.string().min(1),
  product: z.enum(products),
  email: z.string(),
  brand: z.enum(brandNames),
  planId: z.string(),
  mainSubscriptionId: z.string(),
});
export type Order = z.output<typeof order>;

const progress = z.object({
  /** When billing gave its answer. */
  closedAt: z.number().nullable(),
  /** Billing's words. */
  refusal: z.string().nullable(),
  /** The person has not read the refusal: nobody was waiting when it came. */
  unread: z.boolean(),
});
export type PurchaseProgress = z.output<typeof progress>;

export type Placed =
  | { outcome: "bought" | "pending" | "unavailable" }
  | { outcome: "declined"; message: string };

/** Milliseconds for which billing knows an order's key: a day, less what an attempt may take. Then it would charge again. */
export const keyKept = 86_400_000 - 60_000;

/** One subscriber's wish to buy one product, kept in `purchaseIntents/{uid}_{product}`. */
export const purchases: OutboxKind<Order, PurchaseProgress, Placed> = {
  name: "purchase",
  collection: "purchaseIntents",
  payload: order,
  progress,
  // Billing, two looks at the subscriptions and the note after them take up to 10.5 s.
  lease: 15_000,
  backOff: { first: 5_000, most: 600_000 },
  // An order older than this is left to a person, or to the next press, which makes a new one.
  askPersonAfter: keyKept,
  stopsThen: true,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: place,
};

type Answered = Verdict<Order, PurchaseProgress, Placed>;

async function place(run: Run<Order, PurchaseProgress, Placed>): Promise<Answered> {
  const { payload } = run.entry;
  const verdict = await ask(run);
  // Who waits is shown it by the press.
  if (verdict.end === "done" && !run.press)
    inBackground("purchase", untilShown(payload, payload.product, Date.now() + recheck));
  return verdict;
}

async function ask({ entry, press }: Run<Order, PurchaseProgress, Placed>): Promise<Answered> {
  const { planId, product, ...order } = entry.payload;
  const isShown = async () => {
    const shown = await unlessDown(subscriptionsOf(order, { fresh: true }));
    return shown !== undefined && ownedProducts(shown).has(product);
  };
  // Who presses has just looked; an order that was asked for before may have been made since.
  if ((!press || entry.attempts > 0) && (await isShown())) return bought();
  if (Date.now() - entry.requestedAt >= keyKept)
    return { end: "again", reason: "the key is too old to ask again" };
  try {
    const answer = await createSubscription({ ...order, idempotencyKey: entry.key }, planId);
    if (!isDeclined(answer)) return bought();
    const { error: refusal } = answer;
    const progress = { closedAt: Date.now(), refusal, unread: !press };
    return { end: "declined", progress, tell: { outcome: "declined", message: refusal } };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (isUnsent(error) && press && entry.attempts === 0)
      return { end: "untouched", tell: { outcome: "unavailable" } };
    if (await isShown()) return bought();
    return { end: "again", reason: error.message, tell: { outcome: "pending" } };
  }
}

const bought = (): Answered => ({
  end: "done",
  progress: { closedAt: Date.now() },
  tell: { outcome: "bought" },
});

/** Spec 9, 'post-purchase recheck'; contract 9 reads it as an upper bound. */
export const recheck = 2_000;

/** Reads the subscriptions at once and, at the longest until then, until they show the product; then every process does. */
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
  await forgetSubscriptions(buyer.uid);
}
