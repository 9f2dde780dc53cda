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
  newBuyer,
  resume,
} from "#tests/setup/purchases";
import { createSubscription } from "~/clients/billing.server";
import { firestore } from "~/clients/firebase.server";
import { promisePurchase, purchase } from "~/services/purchase.server";

test("a purchase waits for the subscription to show it, 2 s at most", async () => {
  const buyer = newBuyer();
  const hidden = hideProducts(buyer.uid);
  setTimeout(hidden.show, 600);
  const started = Date.now();
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(Date.now() - started).toBeGreaterThan(500);
  expect(Date.now() - started).toBeLessThan(1_800);
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
