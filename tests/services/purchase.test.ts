import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { plansOf } from "#sandbox/brands.ts";
import { sandbox, server } from "#tests/setup/outside";
import { createSubscription } from "~/clients/billing.server";
import { firestore } from "~/clients/firebase.server";
import { retry } from "~/clients/outbox/operations.server";
import { products } from "~/domain/product";
import { purchases } from "~/services/outbox/purchase.server";
import { runEntry } from "~/services/outbox/runner.server";
import { promisePurchase, purchase } from "~/services/purchase.server";

const { world, faults } = sandbox;
const billing = sandbox.addresses.billing.default;

let count = 0;

/** Someone new with a main subscription, so that no intent is there before the test. */
function newBuyer({ planCode = "ig_weekly_trial", dialect = "subs" as "subs" | "rec" } = {}) {
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

const creates = ({ uid }: { uid: string }) =>
  world.calls.filter(({ path, body }) => path.includes("create") && body.includes(uid));
const keys = (buyer: { uid: string }) =>
  new Set(creates(buyer).map(({ headers }) => headers["idempotency-key"]));
const effects = ({ uid }: { uid: string }) =>
  world.effectsOf("create").filter(({ payload }) => payload.firebase_id === uid);

async function intentOf(uid: string, product: string) {
  const document = await (await firestore()).doc(`purchaseIntents/${uid}_${product}`).get();
  return document.data();
}

/** Lets the intent be due now, as it will be after its back-off. */
async function makeDue(uid: string, product: string) {
  const document = (await firestore()).doc(`purchaseIntents/${uid}_${product}`);
  await document.update({ dueAt: Date.now() - 1 });
}

/** Other files share the database, so each completes its own only. */
const resume = ({ uid }: { uid: string }, product = "pdfCourse") =>
  runEntry(purchases, `${uid}_${product}`);

beforeEach(() => {
  vi.useRealTimers();
  faults.clear();
});

const brands = [
  ["default", "ig_weekly_trial"],
  ["x", "ig_x_weekly_trial"],
  ["y", "ig_y_weekly_trial"],
] as const;
const ways = brands.flatMap(([brand, planCode]) =>
  (["subs", "rec"] as const).flatMap((dialect) =>
    products.map((product) => ({ brand, planCode, dialect, product })),
  ),
);

test.each(ways)("$product is bought at brand $brand in the $dialect dialect", async (way) => {
  const { mainId, ...buyer } = newBuyer(way);
  expect(await purchase(buyer, way.product)).toEqual({ outcome: "bought" });
  expect(effects(buyer)).toMatchObject([
    {
      brand: way.brand,
      dialect: way.dialect,
      payload: {
        plan_id: plansOf(way.brand)[way.product],
        email: buyer.email,
        firebase_id: buyer.uid,
        mainPlanId: mainId,
      },
    },
  ]);
  expect(await intentOf(buyer.uid, way.product)).toMatchObject({ state: "done" });
  expect(await purchase(buyer, way.product)).toEqual({ outcome: "already-owned" });
  expect(creates(buyer)).toHaveLength(1);
});

test("ten presses at once make one create, and each is told that it is bought", async () => {
  const buyer = newBuyer();
  const presses = await Promise.all(Array.from({ length: 10 }, () => purchase(buyer, "pdfCourse")));
  expect(new Set(presses.map(({ outcome }) => outcome))).toEqual(new Set(["bought"]));
  expect(creates(buyer)).toHaveLength(1);
});

test("two products bought at once are two orders", async () => {
  const buyer = newBuyer();
  await Promise.all([purchase(buyer, "pdfCourse"), purchase(buyer, "reelsPlaybook")]);
  expect(effects(buyer)).toHaveLength(2);
  expect(keys(buyer).size).toBe(2);
});

const long = "x".repeat(300);
test.each([
  [200, { error: "Card declined" }, "Card declined"],
  [400, { error: "Unknown plan" }, "Unknown plan"],
  [402, { error: { message: "Insufficient funds" } }, "Insufficient funds"],
  [404, { error: "Not found" }, "Not found"],
  [429, { error: "Too many orders" }, "Too many orders"],
  [500, { error: "Out of order" }, "Out of order"],
  [503, { error: long }, long.slice(0, 200)],
])("a refusal with status %i is passed on, and ends the intent", async (status, body, message) => {
  const buyer = newBuyer();
  server.use(http.post(`${billing}/*`, () => HttpResponse.json(body, { status }), { once: true }));
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "declined", message });
  const closed = await intentOf(buyer.uid, "pdfCourse");
  expect(closed).toMatchObject({ state: "declined" });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect((await intentOf(buyer.uid, "pdfCourse"))?.key).not.toBe(closed?.key);
});

test.each([
  { kind: "reset" },
  { kind: "malformed" },
  { kind: "redirect" },
  { kind: "huge" },
  { kind: "wrong-shape" },
  { kind: "hang" },
] as const)("an unknown outcome ($kind) is repeated under the same key", async (fault) => {
  const buyer = newBuyer();
  // A number as an id passes for one, so the wrong shape here is an answer without it.
  if (fault.kind === "wrong-shape")
    server.use(http.post(`${billing}/*`, () => HttpResponse.json({}), { once: true }));
  else faults.set("billing", fault, 1);
  expect(await purchase(buyer, "profileReport")).toEqual({ outcome: "pending" });
  const kept = await intentOf(buyer.uid, "profileReport");
  expect(kept).toMatchObject({ state: "open", attempts: 1 });

  expect(await purchase(buyer, "profileReport")).toEqual({ outcome: "bought" });
  expect(await intentOf(buyer.uid, "profileReport")).toMatchObject({
    state: "done",
    key: kept?.key,
  });
  expect(effects(buyer)).toHaveLength(1);
});

test.each([{ id: null }, { id: "" }, { id: true }, { id: ["a"] }, ["a"], true, {}])(
  "%j of billing is no answer: the order is repeated, under the same key",
  async (body) => {
    const buyer = newBuyer();
    server.use(http.post(`${billing}/*`, () => HttpResponse.json(body), { once: true }));
    expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
    const kept = await intentOf(buyer.uid, "pdfCourse");
    expect(kept).toMatchObject({ state: "open", dueAt: expect.any(Number) });
    await makeDue(buyer.uid, "pdfCourse");
    await resume(buyer);
    expect(effects(buyer)).toMatchObject([{ key: kept?.key }]);
  },
);

test("a number is an id, too", async () => {
  const buyer = newBuyer();
  server.use(http.post(`${billing}/*`, () => HttpResponse.json({ id: 9001 }), { once: true }));
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
});

test.each([{ error: "" }, { error: " \n" }, { error: { message: "" } }])(
  "a refusal without words (%j) is 'Something went wrong'",
  async (body) => {
    const buyer = newBuyer();
    server.use(http.post(`${billing}/*`, () => HttpResponse.json(body), { once: true }));
    expect(await purchase(buyer, "pdfCourse")).toEqual({
      outcome: "declined",
      message: "Something went wrong",
    });
  },
);

test("a press over a malformed document buys under its key", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  await document.set({ key: "kept-key", state: "open", payload: null });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(effects(buyer)).toMatchObject([{ key: "kept-key" }]);
});

/** As if it had been ordered more than a day ago: billing has forgotten its key. */
async function makeOld(uid: string) {
  const document = (await firestore()).doc(`purchaseIntents/${uid}_pdfCourse`);
  const { requestedAt, patientUntil } = (await document.get()).data() ?? {};
  const times = { requestedAt: requestedAt - 86_400_000, patientUntil: patientUntil - 86_400_000 };
  await document.update({ ...times, dueAt: 1 });
}

test("an order of a day ago is asked of billing no more, whoever has it tried, and a press makes a new one", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  await makeOld(buyer.uid);
  const needsPerson = { at: expect.any(Number), reason: "the key is too old to ask again" };
  const stopped = { state: "open", dueAt: null, needsPerson };
  await resume(buyer);
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject(stopped);
  expect(await retry(purchases, `${buyer.uid}_pdfCourse`)).toBe(true);
  await resume(buyer);
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject(stopped);
  expect(creates(buyer)).toHaveLength(1);

  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(2);
  expect(effects(buyer)).toHaveLength(1);
});

test("an order that was charged a day ago is not charged again", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "lost-answer" }, 1);
  const hidden = hideProducts(buyer.uid);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  hidden.show();
  await makeOld(buyer.uid);
  await resume(buyer);
  expect(creates(buyer)).toHaveLength(1);
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ state: "done" });
});

test("what the subscriptions show is not asked of billing again", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "lost-answer" }, 1);
  const hidden = hideProducts(buyer.uid);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  hidden.show();
  await makeDue(buyer.uid, "pdfCourse");
  await resume(buyer);
  expect(creates(buyer)).toHaveLength(1);
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ state: "done" });
});

async function letHolderDie(uid: string) {
  await (await firestore()).doc(`purchaseIntents/${uid}_pdfCourse`).update({ leaseUntil: 1 });
}

test("nobody is told that an order goes on where that could not be noted", async () => {
  const buyer = newBuyer();
  server.use(
    http.post(
      `${billing}/*`,
      () => {
        faults.set("firestore", { kind: "hang" });
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "unknown" });
  faults.clear();
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ state: "open", dueAt: null });
  await letHolderDie(buyer.uid);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
});

test("who waits for a press whose process dies is not told that nothing was ordered", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  await document.update({ dueAt: null, leaseUntil: Date.now() + 1_000, attempts: 0 });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ dueAt: expect.any(Number) });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
});

test("an order whose answer was lost is found in the subscriptions", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "lost-answer" }, 1);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(creates(buyer)).toHaveLength(1);
});

test("an order whose answer was lost is not charged again while no subscription shows it", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "lost-answer" }, 1);
  faults.set("subscriptions", { kind: "slow", ms: 0 });
  const hidden = hideProducts(buyer.uid);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
  expect(effects(buyer)).toHaveLength(1);
  hidden.show();
});

/** The subscription service lags: it shows a buyer's main plan only. */
function hideProducts(uid: string) {
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

test("a purchase waits for the subscription to show it, 2 s at most", async () => {
  const buyer = newBuyer();
  const hidden = hideProducts(buyer.uid);
  setTimeout(hidden.show, 600);
  const started = Date.now();
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(Date.now() - started).toBeGreaterThan(500);
  expect(Date.now() - started).toBeLessThan(1_800);
});

test("the sweep completes an order that billing did not answer", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "reelsPlaybook");
  await resume(buyer, "reelsPlaybook");
  expect(effects(buyer)).toHaveLength(0);
  await makeDue(buyer.uid, "reelsPlaybook");
  await Promise.all([resume(buyer, "reelsPlaybook"), resume(buyer, "reelsPlaybook")]);
  expect(effects(buyer)).toMatchObject([{ repeats: 0 }]);
  expect(await intentOf(buyer.uid, "reelsPlaybook")).toMatchObject({ state: "done" });
});

test("a refusal that comes to the sweep is kept to be read", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "reelsPlaybook");
  await makeDue(buyer.uid, "reelsPlaybook");
  server.use(http.post(`${billing}/*`, () => HttpResponse.json({ error: "Card declined" })));
  await resume(buyer, "reelsPlaybook");
  expect(await intentOf(buyer.uid, "reelsPlaybook")).toMatchObject({
    state: "declined",
    progress: { refusal: "Card declined", unread: true },
  });
});

test("what a crash left behind is taken up by the next press, and by no sweep", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  await document.update({ dueAt: null, leaseUntil: Date.now() - 1, attempts: 0 });
  await resume(buyer);
  expect(effects(buyer)).toHaveLength(0);
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
});

test("who is told that an order goes on is told the truth, though the process that makes it dies", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  // As the dead process left it: nobody was told anything.
  const leaseUntil = Date.now() + 10_000;
  await document.update({ dueAt: null, leaseUntil, attempts: 0 });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ dueAt: leaseUntil });
  await document.update({ dueAt: 1, leaseUntil: 1 });
  await resume(buyer);
  expect(effects(buyer)).toHaveLength(1);
  expect(keys(buyer).size).toBe(1);
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ state: "done", dueAt: null });
});

test("a promise does not take the order from the process that makes it", async () => {
  const buyer = newBuyer();
  server.use(
    http.post(`${billing}/*`, async () => {
      await promisePurchase({ uid: buyer.uid, product: "pdfCourse" });
      return HttpResponse.json({ error: "Card declined" });
    }),
  );
  expect(await purchase(buyer, "pdfCourse")).toMatchObject({ outcome: "declined" });
  expect(await intentOf(buyer.uid, "pdfCourse")).toMatchObject({ state: "declined", dueAt: null });
});

test("an order that another process is making is waited for", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  await document.update({ leaseUntil: Date.now() + 10_000 });
  setTimeout(
    () => document.update({ state: "done", "progress.closedAt": Date.now(), leaseUntil: 0 }),
    500,
  );
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(creates(buyer)).toHaveLength(1);
});

test("while billing is not asked at all, nothing was ordered, unless a press before has died", async () => {
  const [buyer, other] = [newBuyer(), newBuyer()];
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" });
  await purchase(buyer, "pdfCourse");
  await document.update({ dueAt: null, leaseUntil: Date.now() - 1, attempts: 0 });
  // Five failures in a row, and nobody is let through any more.
  const order = { brand: "default", mainSubscriptionId: other.mainId, email: "", uid: "" } as const;
  for (let call = 0; call < 4; call += 1)
    await createSubscription({ ...order, idempotencyKey: "any" }, "").catch(() => {});
  expect(await purchase(other, "pdfCourse")).toEqual({ outcome: "unavailable" });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  expect(creates(buyer)).toHaveLength(1);
  faults.clear();
  vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ["Date", "performance"] });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
});

test.each([
  ["no subscription", { uid: "nobody", email: "nobody@example.com" }],
  ["an expired one", { uid: "uid-expired", email: "expired@example.com" }],
  ["another app's", { uid: "uid-otherapp", email: "otherapp@example.com" }],
  ["an extra alone", { uid: "uid-extraonly", email: "extraonly@example.com" }],
])("nothing happens with %s", async (_, buyer) => {
  expect(await purchase(buyer, "profileReport")).toEqual({ outcome: "no-main-subscription" });
  expect(creates(buyer)).toHaveLength(0);
});

test("nothing happens without an e-mail", async () => {
  const buyer = { ...newBuyer(), email: "" };
  const answer = await purchase(buyer, "pdfCourse");
  expect(answer.outcome).not.toBe("bought");
  expect(creates(buyer)).toHaveLength(0);
});

test.each([{ kind: "status", status: 500 }, { kind: "reset" }, { kind: "malformed" }] as const)(
  "nothing is asked of billing while subscriptions answer $kind",
  async (fault) => {
    const buyer = newBuyer();
    faults.set("subscriptions", fault);
    expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "unavailable" });
    expect(creates(buyer)).toHaveLength(0);
  },
);
