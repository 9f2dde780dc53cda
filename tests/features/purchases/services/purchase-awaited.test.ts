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
import { stopwatch } from "#tests/setup/stopwatch";
import { createSubscription } from "~/features/account/billing.server";
import { promisePurchase, purchase } from "~/features/purchases/purchase.server";
import { firestore } from "~/platform/store/firebase.server";

test("a purchase waits until the subscriptions show it, 2 s at most", async () => {
  const buyer = newBuyer();
  const hidden = hideProducts(buyer.uid);
  setTimeout(hidden.show, 600);
  const started = Date.now();
  const waited = stopwatch();
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(Date.now() - started).toBeGreaterThan(500);
  expect(waited()).toBeLessThan(1_800);
});

test("after 'pending' the purchase is completed, even if the process that made it has died", async () => {
  const buyer = newBuyer();
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" }, 1);
  await purchase(buyer, "pdfCourse");
  // As the process left it when it died: no due time was stored.
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

test("promisePurchase does not take the lease from its holder", async () => {
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

test("a purchase waits for another process that is making it", async () => {
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

test("with the breaker open a purchase is 'unavailable', or 'pending' if an earlier press may have ordered", async () => {
  const [buyer, other] = [newBuyer(), newBuyer()];
  const document = (await firestore()).doc(`purchaseIntents/${buyer.uid}_pdfCourse`);
  faults.set("billing", { kind: "reset" });
  await purchase(buyer, "pdfCourse");
  await document.update({ dueAt: null, leaseUntil: Date.now() - 1, attempts: 0 });
  // Five failures in a row open the circuit breaker.
  const order = {
    brand: "default",
    mainSubscriptionId: other.mainId,
    email: "rich@example.com",
    uid: "uid-rich",
  } as const;
  for (let call = 0; call < 4; call += 1)
    await createSubscription({ ...order, idempotencyKey: "any" }, "ig_profile_report_otp").catch(
      () => {},
    );
  expect(await purchase(other, "pdfCourse")).toEqual({ outcome: "unavailable" });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "pending" });
  expect(creates(buyer)).toHaveLength(1);
  faults.clear();
  vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ["Date", "performance"] });
  expect(await purchase(buyer, "pdfCourse")).toEqual({ outcome: "bought" });
  expect(keys(buyer).size).toBe(1);
});
