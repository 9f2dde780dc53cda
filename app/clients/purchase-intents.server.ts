import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore, Timestamp } from "firebase-admin/firestore";
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

/** An intent that this process alone may work on. */
export interface ClaimedIntent extends Intent {
  version: Timestamp;
}

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
      const { writeTime } = await document.create({ ...fresh });
      return { result: "claimed", intent: { ...fresh, version: writeTime } };
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

async function take(snapshot: DocumentSnapshot, next: Intent): Promise<Claim> {
  const version = await replace(snapshot.ref, next, snapshot.updateTime);
  if (!version) return { result: "in-flight" };
  return { result: "claimed", intent: { ...next, version } };
}

/** Writes an intent unless it has changed meanwhile. */
async function replace(
  document: DocumentSnapshot["ref"],
  next: Intent,
  version: Timestamp | undefined,
): Promise<Timestamp | undefined> {
  try {
    const { writeTime } = await document.update(
      { ...next, updatedAt: new Date() },
      version ? { lastUpdateTime: version } : {},
    );
    return writeTime;
  } catch (error) {
    if (hasCode(error, ...changedMeanwhile)) return undefined;
    throw error;
  }
}

/** Notes billing's answer. Who lost the lease meanwhile changes nothing. */
export function closePurchase(
  { version, ...intent }: ClaimedIntent,
  answer: { state: "bought" } | { state: "declined"; refusal: string; unread: boolean },
): Promise<unknown> {
  return inFirestore("write", (database) =>
    replace(
      documentOf(database, intent),
      { ...intent, ...answer, leaseUntil: 0, dueAt: null, closedAt: Date.now() },
      version,
    ),
  );
}

/** Gives an intent back whose outcome is unknown, to be tried again at `dueAt` or at the next press. */
export function releasePurchase(
  { version, ...intent }: ClaimedIntent,
  { dueAt, attempts }: Pick<Intent, "dueAt" | "attempts">,
): Promise<unknown> {
  return inFirestore("write", (database) =>
    replace(documentOf(database, intent), { ...intent, leaseUntil: 0, dueAt, attempts }, version),
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
