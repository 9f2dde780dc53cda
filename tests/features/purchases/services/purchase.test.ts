import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { plansOf } from "#sandbox/brands.ts";
import { everyCase, few } from "#tests/setup/cases";
import { server } from "#tests/setup/outside";
import {
  billing,
  creates,
  effects,
  faults,
  intentOf,
  keys,
  long,
  makeDue,
  newBuyer,
  resume,
} from "#tests/setup/purchases";
import { products } from "~/features/account/product";
import { purchase } from "~/features/purchases/purchase.server";

const brands = [
  ["default", "ig_weekly_trial"],
  ["x", "ig_x_weekly_trial"],
  ["y", "ig_y_weekly_trial"],
] as const;
const shops = brands.flatMap(([brand, planCode]) =>
  (["subs", "rec"] as const).map((dialect) => ({ brand, planCode, dialect })),
);
// Each product at each shop; in `npm test` the products by turns, of which there are fewer than shops.
const orders = shops.flatMap((shop, nth) =>
  products
    .filter((_, turn) => everyCase || turn === nth % products.length)
    .map((product) => ({ ...shop, product })),
);

test.each(orders)("$product is bought at brand $brand in the $dialect dialect", async (order) => {
  const { mainId, ...buyer } = newBuyer(order);
  expect(await purchase(buyer, order.product)).toEqual({ outcome: "bought" });
  expect(effects(buyer)).toMatchObject([
    {
      brand: order.brand,
      dialect: order.dialect,
      payload: {
        plan_id: plansOf(order.brand)[order.product],
        email: buyer.email,
        firebase_id: buyer.uid,
        mainPlanId: mainId,
      },
    },
  ]);
  expect(await intentOf(buyer.uid, order.product)).toMatchObject({ state: "done" });
  expect(await purchase(buyer, order.product)).toEqual({ outcome: "already-owned" });
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

const refusals: [number, object, string][] = [
  [200, { error: "Card declined" }, "Card declined"],
  [400, { error: "Unknown plan" }, "Unknown plan"],
  [402, { error: { message: "Insufficient funds" } }, "Insufficient funds"],
  [402, { error: { code: "insufficient_funds" } }, "insufficient_funds"],
  [404, { error: "Not found" }, "Not found"],
  [429, { error: "Too many orders" }, "Too many orders"],
  [500, { error: "Out of order" }, "Out of order"],
  [503, { error: long }, long.slice(0, 200)],
];
test.each(everyCase ? refusals : refusals.filter(([status]) => [200, 402, 503].includes(status)))(
  "a refusal with status %i is passed on, and ends the intent",
  async (status, body, message) => {
    const buyer = newBuyer();
    server.use(
      http.post(`${billing}/*`, () => HttpResponse.json(body, { status }), { once: true }),
    );
    expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "declined", message });
    const closed = await intentOf(buyer.uid, "pdfCourse");
    expect(closed).toMatchObject({ state: "declined" });
    expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
    expect((await intentOf(buyer.uid, "pdfCourse"))?.key).not.toBe(closed?.key);
  },
);

const unknown = [
  { kind: "reset" },
  { kind: "malformed" },
  { kind: "redirect" },
  { kind: "huge" },
  { kind: "wrong-shape" },
  { kind: "hang" },
] as const;
test.each(unknown.filter(({ kind }) => everyCase || ["reset", "malformed"].includes(kind)))(
  "an unknown outcome ($kind) is retried with the same key",
  async (fault) => {
    const buyer = newBuyer();
    // The sandbox's wrong shape has a number as its id, which is valid, so this answer has no id.
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
  },
);

test.each(few([{ id: null }, { id: "" }, { id: true }, { id: ["a"] }, ["a"], true, {}], 3))(
  "the malformed answer %j is retried under the same idempotency key",
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

test.each(few([null, false, ""], 1))("an error that is %j beside an id is none", async (error) => {
  const buyer = newBuyer();
  const answered = () => HttpResponse.json({ id: "9002", error });
  server.use(http.post(`${billing}/*`, answered, { once: true }));
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
});

test("an empty error beside an id is a refusal with a status that refuses", async () => {
  const buyer = newBuyer();
  const answered = () => HttpResponse.json({ id: "9002", error: "" }, { status: 400 });
  server.use(http.post(`${billing}/*`, answered, { once: true }));
  expect(await purchase(buyer, "pdfCourse")).toMatchObject({ outcome: "declined" });
});

test.each<[object, boolean]>([
  [{ success: true, error: "" }, true],
  [{ success: false, error: "" }, false],
  [{ error: "" }, false],
])("canceled by %j: %s", async (body, isDone) => {
  const { cancelSubscription, isDeclined } = await import("~/features/account/billing.server");
  const { uid, email } = newBuyer();
  const order = { brand: "default", mainSubscriptionId: "sub-1", email, uid } as const;
  server.use(http.post(`${billing}/*`, () => HttpResponse.json(body), { once: true }));
  const answer = await cancelSubscription({ ...order, idempotencyKey: uid });
  expect(isDeclined(answer)).toBe(!isDone);
});

test.each([[true], ["ok"], [[]], [null]])(
  "finalized by %j: any JSON without an error",
  async (body) => {
    const { finalizeSubscription, isDeclined } = await import("~/features/account/billing.server");
    const { uid, email } = newBuyer();
    const order = { brand: "default", mainSubscriptionId: "sub-1", email, uid } as const;
    server.use(http.post(`${billing}/*`, () => HttpResponse.json(body), { once: true }));
    const answer = await finalizeSubscription({ ...order, idempotencyKey: uid }, "plan");
    expect(isDeclined(answer)).toBe(false);
  },
);

test("an id may be a number", async () => {
  const buyer = newBuyer();
  server.use(http.post(`${billing}/*`, () => HttpResponse.json({ id: 9001 }), { once: true }));
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
});

const withoutWords = [
  { error: "" },
  { error: " \n" },
  { error: { message: "" } },
  { error: 7 },
  { error: true },
];
test.each(few(withoutWords, 3))(
  "a refusal without a message (%j) becomes 'Something went wrong'",
  async (body) => {
    const buyer = newBuyer();
    server.use(http.post(`${billing}/*`, () => HttpResponse.json(body), { once: true }));
    expect(await purchase(buyer, "pdfCourse")).toEqual({
      outcome: "declined",
      message: "Something went wrong",
    });
  },
);

test.each([
  ["no subscription", { uid: "nobody", email: "nobody@example.com" }],
  ["an expired subscription", { uid: "uid-expired", email: "expired@example.com" }],
  ["another app's subscription", { uid: "uid-otherapp", email: "otherapp@example.com" }],
  ["only an extra", { uid: "uid-extraonly", email: "extraonly@example.com" }],
])("nothing is ordered with %s", async (_, buyer) => {
  expect(await purchase(buyer, "profileReport")).toEqual({ outcome: "no-main-subscription" });
  expect(creates(buyer)).toHaveLength(0);
});

test("nothing is ordered without an e-mail", async () => {
  const buyer = { ...newBuyer(), email: "" };
  const answer = await purchase(buyer, "pdfCourse");
  expect(answer.outcome).not.toBe("bought");
  expect(creates(buyer)).toHaveLength(0);
});

test.each([{ kind: "status", status: 500 }, { kind: "reset" }, { kind: "malformed" }] as const)(
  "billing is not called while the subscriptions fail ($kind)",
  async (fault) => {
    const buyer = newBuyer();
    faults.set("subscriptions", fault);
    expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "unavailable" });
    expect(creates(buyer)).toHaveLength(0);
  },
);
