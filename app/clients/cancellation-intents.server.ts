import { randomUUID } from "node:crypto";
import type { DocumentReference, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { inFirestore } from "~/clients/firestore.server";

const collection = "cancellationIntents";

/** Milliseconds for which one process may work on an intent: longer than billing's deadline. */
const lease = 6_000;

/** Milliseconds within which another press means the cancellation that has just been confirmed. */
const samePress = 60_000;

const order = z.object({
  brand: z.enum(["default", "x", "y"]),
  email: z.string(),
  uid: z.string(),
});
/** What billing is told besides the subscription's id. Kept, since a repeated key must carry the same payload. */
export type CancellationOrder = z.output<typeof order>;

const schema = z.object({
  subscriptionId: z.string(),
  /** Billing's Idempotency-Key: one for each time that the subscription is canceled. */
  key: z.string(),
  /** Null until the subscription can be looked up. */
  order: order.nullable(),
  requestedAt: z.number(),
  attempts: z.number(),
  /** From when the delivery loop may take it up; null once nothing is left to do. */
  dueAt: z.number().nullable(),
  /** Until when the process that took it up has it for itself. */
  leaseUntil: z.number(),
  confirmedAt: z.number().nullable(),
  /** The letters that have gone out. */
  letters: z.object({ received: z.boolean(), canceled: z.boolean() }),
  /** Ids of the mailed links that were used for it. */
  links: z.array(z.string()),
});

/** A subscriber's wish to leave, kept in `cancellationIntents/{subscription id}` until billing has confirmed it. */
export type CancellationIntent = z.output<typeof schema>;

export interface CancellationDemand {
  subscriptionId: string;
  order: CancellationOrder | null;
  /** Id of the mailed link, where one was used. */
  link?: string | undefined;
}

interface Recorded {
  intent: CancellationIntent;
  /** Whether the caller is to deliver it; otherwise another process does, or nothing is left to do. */
  claimed: boolean;
}

/**
 * Keeps the wish durably; once this resolves it cannot be lost. A second wish joins the one that is under
 * way. A confirmed one is begun anew under another key, as the membership may have been resumed since,
 * unless the same link or the same press asks again.
 */
export function recordIntent(demand: CancellationDemand): Promise<Recorded> {
  const { subscriptionId, link } = demand;
  return change(subscriptionId, (known, now) => {
    if (!known) return claimed(begin(demand, now));
    if (known.confirmedAt !== null) {
      const used = link !== undefined && known.links.includes(link);
      if (used || now - known.confirmedAt < samePress)
        return { result: { intent: known, claimed: false } };
      const again = begin(demand, now);
      return claimed({ ...again, links: [...known.links, ...again.links].slice(-20) });
    }
    if (known.leaseUntil > now) return { result: { intent: known, claimed: false } };
    const links = link && !known.links.includes(link) ? [...known.links, link] : known.links;
    return claimed({ ...known, links, order: known.order ?? demand.order, ...leased(now) });
  });
}

function begin({ subscriptionId, order, link }: CancellationDemand, now: number) {
  return {
    subscriptionId,
    key: randomUUID(),
    order,
    requestedAt: now,
    attempts: 0,
    confirmedAt: null,
    letters: { received: false, canceled: false },
    links: link ? [link] : [],
    ...leased(now),
  };
}

const leased = (now: number) => ({ leaseUntil: now + lease, dueAt: now + lease });

const claimed = (intent: CancellationIntent) => ({
  next: intent,
  result: { intent, claimed: true },
});

/** Takes up the intents that are due, those of crashed processes too. Each goes to one caller. */
export async function claimDueIntents(limit: number): Promise<CancellationIntent[]> {
  const due = await inFirestore("read", (database) =>
    database.collection(collection).where("dueAt", "<=", Date.now()).limit(limit).get(),
  );
  const claims = await Promise.all(
    due.docs.map(({ id }) =>
      change(decodeURIComponent(id), (known, now) => {
        if (!known || known.dueAt === null || known.dueAt > now || known.leaseUntil > now)
          return { result: undefined };
        const next = { ...known, ...leased(now) };
        return { next, result: next };
      }),
    ),
  );
  return claims.filter((intent) => intent !== undefined);
}

/** Notes what has become of an intent, unless it has been begun anew since. */
export async function updateIntent(
  { subscriptionId, key }: Pick<CancellationIntent, "subscriptionId" | "key">,
  changes: Partial<
    Pick<
      CancellationIntent,
      "order" | "attempts" | "dueAt" | "leaseUntil" | "confirmedAt" | "letters"
    >
  >,
): Promise<void> {
  await change(subscriptionId, (known) =>
    known?.key === key ? { next: { ...known, ...changes }, result: true } : { result: false },
  );
}

export function readIntent(subscriptionId: string): Promise<CancellationIntent | undefined> {
  return inFirestore("read", async (database) => {
    const document = await at(database, subscriptionId).get();
    return document.exists ? schema.parse(document.data()) : undefined;
  });
}

/** Reads, decides and writes as one step. */
function change<T>(
  subscriptionId: string,
  decide: (
    known: CancellationIntent | undefined,
    now: number,
  ) => { next?: CancellationIntent; result: T },
): Promise<T> {
  return inFirestore("write", async (database) => {
    const once = () =>
      database.runTransaction(async (transaction) => {
        const reference = at(database, subscriptionId);
        const document = await transaction.get(reference);
        const known = document.exists ? schema.parse(document.data()) : undefined;
        const { next, result } = decide(known, Date.now());
        if (next && document.exists) transaction.set(reference, next);
        else if (next) transaction.create(reference, next);
        return result;
      });
    try {
      return await once();
    } catch (error) {
      // Another process has created it in between: decide again with that one.
      if (error instanceof Error && "code" in error && error.code === alreadyExists) return once();
      throw error;
    }
  });
}

/** gRPC's code. */
const alreadyExists = 6;

function at(database: Firestore, subscriptionId: string): DocumentReference {
  return database.collection(collection).doc(encodeURIComponent(subscriptionId));
}
