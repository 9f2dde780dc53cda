import { type DocumentData, Transaction } from "firebase-admin/firestore";
import { afterEach, vi } from "vitest";
import type { Member } from "#tests/setup/member";
import { keptCancellation, keptErasure, keptPurchase } from "#tests/setup/outbox";
import { sandbox } from "#tests/setup/outside";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { purchases } from "~/features/purchases/services/outbox/purchase-order.server";
import { log } from "~/platform/monitoring/log.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

export const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
});

interface Kept {
  kind: OutboxKind;
  /** What is kept about a member's wish, and under which name. */
  keep: (member: Member, fields?: object) => { id: string; fields: Record<string, unknown> };
  /** The outside system without which it cannot happen. */
  needs: "billing" | "subscriptions";
  /** How often it has really happened. */
  count: (member: Member) => number;
}

/** As the kind itself, in a collection where no other file's entries are. */
const apart = <P, G, O>(kind: OutboxKind<P, G, O>): OutboxKind => ({
  ...kind,
  collection: `${kind.collection}Apart`,
});

export const kinds: [string, Kept][] = [
  [
    "cancellation",
    {
      kind: apart(cancellations),
      needs: "billing",
      keep: (member, fields) => ({
        id: member.id,
        fields: keptCancellation(member, { ...fields }),
      }),
      count: ({ id }) =>
        world.effectsOf("cancel").filter(({ payload }) => payload.subscription_id === id).length,
    },
  ],
  [
    "purchase",
    {
      kind: apart(purchases),
      needs: "billing",
      keep: ({ id: mainId, uid, email }, fields) => ({
        id: `${uid}_pdfCourse`,
        fields: keptPurchase({ uid, email, mainId }, { ...fields }),
      }),
      count: ({ uid }) =>
        world.effectsOf("create").filter(({ payload }) => payload.firebase_id === uid).length,
    },
  ],
  [
    "erasure",
    {
      kind: apart(erasures),
      needs: "subscriptions",
      keep: (member, fields) => ({ id: member.uid, fields: keptErasure(member, { ...fields }) }),
      count: ({ email }) => world.mails.filter(({ to }) => to.includes(email)).length,
    },
  ],
];

export async function write({ kind, keep }: Kept, member: Member, fields?: object) {
  const kept = keep(member, fields);
  const document = (await firestore()).collection(kind.collection).doc(kept.id);
  await document.set(kept.fields);
  return { ...kept, read: async () => (await document.get()).data(), document };
}

/** Firestore commits, and its answer to what writes such fields comes too late. */
export async function loseAnswers(matches: (fields: DocumentData) => boolean) {
  const set = vi.spyOn(Transaction.prototype, "set");
  const database = await firestore();
  const commit = database.runTransaction.bind(database);
  vi.spyOn(database, "runTransaction").mockImplementation(async (step) => {
    set.mockClear();
    const result = await commit(step);
    if (set.mock.calls.some(([, fields]) => matches(fields as DocumentData)))
      throw Object.assign(new Error("no answer"), { code: 14 });
    return result;
  });
}

export const errors = () => vi.spyOn(log, "error").mockImplementation(() => {});
