import { plansOf } from "../../sandbox/brands.ts";

/** An outbox entry as stored in Firestore; by default open, due and without attempts. */
export function keptEntry(
  fields: { payload: object; progress: object } & Record<string, unknown>,
): Record<string, unknown> {
  const now = Date.now();
  return {
    key: crypto.randomUUID(),
    state: "open",
    requestedAt: now,
    updatedAt: now,
    dueAt: now,
    lease: 1,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + 3_600_000,
    needsPerson: null,
    givenUp: null,
    ...fields,
  };
}

export const keptCancellation = (
  { id, email, uid }: { id: string; email: string; uid: string },
  fields: Record<string, unknown> = {},
) =>
  keptEntry({
    payload: { subscriptionId: id, order: { brand: "default", email, uid }, links: [] },
    progress: { confirmedAt: null, letters: { received: false, canceled: false } },
    ...fields,
  });

export const keptPurchase = (
  { uid, email, mainId }: { uid: string; email: string; mainId: string },
  fields: Record<string, unknown> = {},
) =>
  keptEntry({
    payload: {
      uid,
      product: "pdfCourse",
      email,
      brand: "default",
      planId: plansOf("default").pdfCourse,
      mainSubscriptionId: mainId,
    },
    progress: { closedAt: null, refusal: null, unread: false },
    ...fields,
  });

export const keptErasure = (
  { uid, email }: { uid: string; email: string },
  fields: Record<string, unknown> = {},
) =>
  keptEntry({
    payload: { uid, email },
    progress: { erasedAt: null, letters: { received: false, erased: false } },
    ...fields,
  });
