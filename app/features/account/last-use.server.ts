import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { moment } from "~/platform/values/moment";

const collection = "subscribers";

/** Milliseconds between two writes. A day is precise enough for the limit of 24 months. */
const precision = day;

/** Records the last use in `subscribers/{uid}`, at most once a day. Expiry counts from it (docs/product.md#own-data). */
export async function recordUse(uid: string): Promise<void> {
  const now = Date.now();
  const document = await inFirestore("read", (database) =>
    database.collection(collection).doc(uid).get(),
  );
  const before = moment(document.get("lastUsedAt"));
  if (now - (before ?? 0) < precision) return;
  await writeFor(uid, (transaction, database) => {
    transaction.set(database.collection(collection).doc(uid), { lastUsedAt: new Date(now) });
  });
}

const signInHandlers: ((uid: string) => Promise<void>)[] = [];

/** Registers what else is done when a subscriber has signed in (app/registrations.server.ts). */
export function onSignIn(handler: (uid: string) => Promise<void>): void {
  signInHandlers.push(handler);
}

/** Records the sign-in of somebody with a plan, and does what is registered for it. */
export async function noteSignedIn(uid: string): Promise<void> {
  await recordUse(uid);
  await Promise.all(signInHandlers.map((handler) => handler(uid)));
}

/** Last use by uid, in epoch milliseconds. Contains only people with a recorded use. */
export async function lastUsesOf(uids: readonly string[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map();
  const documents = await inFirestore("read", (database) =>
    database.getAll(...uids.map((uid) => database.collection(collection).doc(uid))),
  );
  const uses = new Map<string, number>();
  for (const document of documents) {
    const lastUsedAt = moment(document.get("lastUsedAt"));
    if (lastUsedAt !== undefined) uses.set(document.id, lastUsedAt);
  }
  return uses;
}
