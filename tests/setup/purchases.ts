import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { sandbox, server } from "#tests/setup/outside";
import { purchases } from "~/features/purchases/services/outbox/purchase-order.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";

export const { world, faults } = sandbox;
export const billing = sandbox.addresses.billing.default;

let count = 0;

/** Someone new with a main subscription, so that no intent is there before the test. */
export function newBuyer({
  planCode = "ig_weekly_trial",
  dialect = "subs" as "subs" | "rec",
} = {}) {
  count += 1;
  const uid = `buyer-${crypto.randomUUID()}`;
  const id = `${dialect === "subs" ? "sub-" : ""}5${Date.now()}${count}`;
  const email = `${uid}@example.com`;
  world.subscriptions.push({
    id,
    bundle: "profile-analyzer",
    planCode,
    status: "active",
    mainPlan: true,
    startedAt: new Date(),
    emails: [email],
    uid,
  });
  return { uid, email, mainId: id };
}

export const creates = ({ uid }: { uid: string }) =>
  world.calls.filter(({ path, body }) => path.includes("create") && body.includes(uid));
export const keys = (buyer: { uid: string }) =>
  new Set(creates(buyer).map(({ headers }) => headers["idempotency-key"]));
export const effects = ({ uid }: { uid: string }) =>
  world.effectsOf("create").filter(({ payload }) => payload.firebase_id === uid);

export async function intentOf(uid: string, product: string) {
  const document = await (await firestore()).doc(`purchaseIntents/${uid}_${product}`).get();
  return document.data();
}

/** Lets the intent be due now, as it will be after its back-off. */
export async function makeDue(uid: string, product: string) {
  const document = (await firestore()).doc(`purchaseIntents/${uid}_${product}`);
  await document.update({ dueAt: Date.now() - 1 });
}

/** Other files share the database, so each completes its own only. */
export const resume = ({ uid }: { uid: string }, product = "pdfCourse") =>
  runEntry(purchases, `${uid}_${product}`);

beforeEach(() => {
  vi.useRealTimers();
  faults.clear();
});

export const long = "x".repeat(300);

/** As if it had been ordered more than a day ago: billing has forgotten its key. */
export async function makeOld(uid: string) {
  const document = (await firestore()).doc(`purchaseIntents/${uid}_pdfCourse`);
  const { requestedAt, patientUntil } = (await document.get()).data() ?? {};
  const times = { requestedAt: requestedAt - 86_400_000, patientUntil: patientUntil - 86_400_000 };
  await document.update({ ...times, dueAt: 1 });
}

export async function letHolderDie(uid: string) {
  await (await firestore()).doc(`purchaseIntents/${uid}_pdfCourse`).update({ leaseUntil: 1 });
}

/** The subscription service lags: it shows a buyer's main plan only. */
export function hideProducts(uid: string) {
  let hidden = true;
  server.use(
    http.post(`${sandbox.addresses.subscriptions}/*`, () => {
      if (!hidden) return undefined;
      const main = world.subscriptions.filter((one) => one.uid === uid && one.mainPlan);
      return HttpResponse.json({
        subscriptions: main.map((one) => ({
          id: one.id,
          bundle: one.bundle,
          plan_code: one.planCode,
          status: one.status,
          main_plan: one.mainPlan,
          started_at: one.startedAt.getTime(),
          emails: one.emails,
        })),
      });
    }),
  );
  return {
    show() {
      hidden = false;
    },
  };
}
