import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { server } from "#tests/setup/outside";
import {
  billing,
  creates,
  effects,
  faults,
  hideProducts,
  intentOf,
  keys,
  letHolderDie,
  makeDue,
  makeOld,
  newBuyer,
  resume,
} from "#tests/setup/purchases";
import { purchase } from "~/features/purchases/purchase.server";
import { purchases } from "~/features/purchases/services/outbox/purchase-order.server";
import { retry } from "~/platform/outbox/store/operations.server";
import { firestore } from "~/platform/store/firebase.server";

test("a press over a malformed document buys under its idempotency key", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  await document.set({ key: "kept-key", state: "open", payload: null });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(effects(buyer)).toMatchObject([{ key: "kept-key" }]);
});

test("a purchase older than a day is not sent to billing again, not even on an operator's retry; a press starts a new one", async () => {
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

test("a purchase that was charged a day ago is not charged again", async () => {
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

test("a purchase that the subscriptions show is not sent to billing again", async () => {
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

test("the outcome is 'unknown', not 'pending', if the retry could not be stored", async () => {
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
  // What hung is carried out meanwhile, and may keep a press waiting for too long.
  await vi.waitFor(
    async () => expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" }),
    20_000,
  );
  expect(keys(buyer).size).toBe(1);
});

test("a press that waits for another gets 'pending', not 'unavailable', if that one's process dies", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  await document.update({ dueAt: null, leaseUntil: Date.now() + 3_000, attempts: 0 });
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

test("a refusal during the sweep is stored until the buyer has read it", async () => {
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

test("what a crash left behind is retried by the next press, not by the sweep", async () => {
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
