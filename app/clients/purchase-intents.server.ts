import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "firebase-admin/firestore";
import { inFirestore } from "~/clients/firestore.server";
import type { BrandName } from "~/domain/brand";
import type { Product } from "~/domain/product";

const collection = "purchaseIntents";

/** Longer than a call to billing and the write after it may take together. */
const lease = 15_000;

/** For this long a purchase counts as made although no subscription shows it yet. */
const settling = 3_600_000;

/** What billing is asked for; it goes with the key, so a repetition sends exactly the same. */
export interface Order {
  uid: string;
  product: Product;
  email: string;
  brand: BrandName;
  planId: string;
  mainSubscriptionId: string;
}

/** One subscriber's wish to buy one product, kept until billing's answer is known. */
interface Intent extends Order {
  /** The Idempotency-Key of every attempt. */
  key: string;
  state: "open" | "bought" | "declined";
  /** Epoch milliseconds until which one process works on it. */
  leaseUntil: number;
  /** When it is tried again without a press; null where nobody was told that it would be. */
  dueAt: number | null;
  attempts: number;
  openedAt: number;
  closedAt: number | null;
  /** Billing's words. */
  refusal: string | null;
  /** The person has not read the refusal: nobody was waiting when it came. */
  unread: boolean;
  updatedAt: Date;
}

/** An intent that this process alone may work on, until its lease is over. */
export type ClaimedIntent = Intent;

export type Claim =
  | { result: "claimed"; intent: ClaimedIntent }
  | { result: "in-flight" }
  | { result: "bought" };

/** Where a purchase stands for its page. */
export type Standing =
  | { state: "none" | "in-flight" | "awaited" | "bought" }
  | { state: "declined"; refusal: string; unread: boolean };

const documentOf = (database: Firestore, { uid, product }: Pick<Order, "uid" | "product">) =>
  database.collection(collection).doc(`${encodeURIComponent(uid)}_${product}`);

const hasCode = (error: unknown, ...codes: number[]) =>
  error instanceof Error && "code" in error && codes.includes(error.code as number);
/** gRPC's codes for a write whose precondition does not hold. */
const alreadyExists = 6;
const changedMeanwhile = [5, 9, 10];

function newIntent(order: Order, now: number): Intent {
  return {
    ...order,
    key: randomUUID(),
    state: "open",
    leaseUntil: now + lease,
    dueAt: null,
    attempts: 0,
    openedAt: now,
    closedAt: null,
    refusal: null,
    unread: false,
    updatedAt: new Date(now),
  };
}

const read = (snapshot: DocumentSnapshot) => snapshot.data() as Intent | undefined;

/**
 * Opens the intent to buy, or takes up an open one that nobody works on: under the same key, with the order
 * as it was first sent. Of any number of callers, in however many processes, one gets it.
 */
export function claimPurchase(order: Order): Promise<Claim> {
  return inFirestore("write", async (database) => {
    const document = documentOf(database, order);
    const now = Date.now();
    const fresh = newIntent(order, now);
    try {
      await document.create({ ...fresh });
      return { result: "claimed", intent: fresh };
    } catch (error) {
      if (!hasCode(error, alreadyExists)) throw error;
    }
    const snapshot = await document.get();
    const known = read(snapshot);
    if (!known) return { result: "in-flight" };
    if (known.state === "bought" && now - (known.closedAt ?? 0) < settling)
      return { result: "bought" };
    if (known.state === "open" && known.leaseUntil > now) return { result: "in-flight" };
    return take(snapshot, known.state === "open" ? { ...known, leaseUntil: now + lease } : fresh);
  });
}

/** Takes the intents that are due and that nobody works on. */
export function claimDuePurchases(most: number): Promise<ClaimedIntent[]> {
  return inFirestore("write", async (database) => {
    const now = Date.now();
    const { docs } = await database
      .collection(collection)
      .where("dueAt", "<=", now)
      .orderBy("dueAt")
      .limit(most)
      .get();
    const claimed: ClaimedIntent[] = [];
    for (const snapshot of docs) {
      const known = read(snapshot);
      if (known?.state !== "open" || known.leaseUntil > now) continue;
      const claim = await take(snapshot, { ...known, leaseUntil: now + lease });
      if (claim.result === "claimed") claimed.push(claim.intent);
    }
    return claimed;
  });
}

/** Writes a claim unless another was quicker. */
async function take({ ref, updateTime }: DocumentSnapshot, next: Intent): Promise<Claim> {
  try {
    await ref.update(
      { ...next, updatedAt: new Date() },
      updateTime ? { lastUpdateTime: updateTime } : {},
    );
    return { result: "claimed", intent: next };
  } catch (error) {
    if (hasCode(error, ...changedMeanwhile)) return { result: "in-flight" };
    throw error;
  }
}

/** Notes billing's answer. Who lost the lease meanwhile changes nothing. */
export function closePurchase(
  intent: ClaimedIntent,
  answer: { state: "bought" } | { state: "declined"; refusal: string; unread: boolean },
): Promise<void> {
  return update(intent, (known) =>
    hasLease(intent, known)
      ? { ...known, ...answer, leaseUntil: 0, dueAt: null, closedAt: Date.now() }
      : undefined,
  );
}

/**
 * Gives an intent back whose outcome is unknown, to be tried again when it is due or at the next press.
 * @param changes without `dueAt`, it stays due where another press was promised that
 */
export function releasePurchase(
  intent: ClaimedIntent,
  changes: Pick<Intent, "attempts"> & Partial<Pick<Intent, "dueAt">>,
): Promise<void> {
  return update(intent, (known) =>
    hasLease(intent, known) ? { ...known, leaseUntil: 0, ...changes } : undefined,
  );
}

/**
 * Notes that somebody is told that an order will be completed which another press is making: should that one's
 * process die, the sweep takes it up.
 */
export function promisePurchase(order: Pick<Order, "uid" | "product">): Promise<void> {
  return update(order, (known) =>
    known.state === "open" && known.dueAt === null
      ? { ...known, dueAt: Math.max(known.leaseUntil, Date.now()) }
      : undefined,
  );
}

/** A promise may have been noted since the claim; another claim has another lease. */
const hasLease = (claimed: ClaimedIntent, known: Intent) =>
  known.state === "open" && known.key === claimed.key && known.leaseUntil === claimed.leaseUntil;

/** Reads, decides and writes as one step; what is not there stays so. */
function update(
  order: Pick<Order, "uid" | "product">,
  decide: (known: Intent) => Intent | undefined,
): Promise<void> {
  return inFirestore("write", (database) =>
    database.runTransaction(async (transaction) => {
      const document = documentOf(database, order);
      const known = read(await transaction.get(document));
      const next = known && decide(known);
      if (next) transaction.set(document, { ...next, updatedAt: new Date() });
    }),
  );
}

/** Where a subscriber's purchase of a product stands. */
export async function purchaseStanding(uid: string, product: Product): Promise<Standing> {
  const intent = await inFirestore("read", async (database) =>
    read(await documentOf(database, { uid, product }).get()),
  );
  const now = Date.now();
  switch (intent?.state) {
    case "open":
      if (intent.leaseUntil > now) return { state: "in-flight" };
      return { state: intent.dueAt === null ? "none" : "awaited" };
    case "bought":
      return { state: now - (intent.closedAt ?? 0) < settling ? "bought" : "none" };
    case "declined":
      return { state: "declined", refusal: intent.refusal ?? "", unread: intent.unread };
    default:
      return { state: "none" };
  }
}
