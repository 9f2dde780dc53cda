import "#tests/setup/mail";
import { afterEach, beforeEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import {
  creates,
  effects,
  faults,
  hideProducts,
  intentOf,
  keys,
  makeDue,
  newBuyer,
  resume,
  world,
} from "#tests/setup/purchases";
import type { Product } from "~/features/account/product";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { withdrawOwn } from "~/features/leaving/own-declaration.server";
import { confirmOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/change.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { purchase, purchaseStanding } from "~/features/purchases/purchase.server";
import { backgroundSettled } from "~/platform/work/background.server";
import { registerConcerns } from "~/registrations.server";

registerConcerns();
// A success resets the failure count of the breaker, which an earlier test may have raised.
beforeEach(async () => void (await purchase(newBuyer(), "pdfCourse")));
afterEach(backgroundSettled);

type Buyer = ReturnType<typeof newBuyer>;

const become = ({ mainId }: Buyer, status: "active" | "canceled" | "expired") => {
  const main = world.subscriptionById(mainId);
  if (main) main.status = status;
};

/** Somebody whose order of a plan or an extra waits for billing. */
async function awaiting(
  product: Product,
  status: "active" | "canceled" = "active",
  buyer = newBuyer(),
) {
  become(buyer, status);
  faults.set("billing", { kind: "reset" }, 1);
  expect(await purchase(buyer, product)).toEqual({ outcome: "pending" });
  return buyer;
}

async function tryLater(buyer: Buyer, product: Product) {
  await makeDue(buyer.uid, product);
  await resume(buyer, product);
}

const plans = ["premiumOneMonth", "giftOneMonth"] as const;

test.each([
  ["premiumOneMonth", "canceled"],
  ["giftOneMonth", "canceled"],
  ["premiumOneMonth", "expired"],
  ["pdfCourse", "expired"],
] as const)("%s is not bought later for somebody whose plan is %s by then", async (...row) => {
  const [product, status] = row;
  const buyer = await awaiting(product);
  become(buyer, status);
  await tryLater(buyer, product);
  expect(creates(buyer)).toHaveLength(1);
  expect(await purchaseStanding(buyer.uid, product)).toEqual({ state: "forgone" });
  // The first try may have reached billing, so it stays open.
  expect(await intentOf(buyer.uid, product)).toMatchObject({
    state: "open",
    dueAt: expect.any(Number),
  });
});

test("an extra is still bought for somebody who has canceled and can use it", async () => {
  const buyer = await awaiting("pdfCourse");
  become(buyer, "canceled");
  await tryLater(buyer, "pdfCourse");
  expect(effects(buyer)).toHaveLength(1);
});

test("a plan is not bought for who has canceled the one of two main plans that it belongs to", async () => {
  const buyer = await awaiting("premiumOneMonth");
  const { uid, email, mainId } = buyer;
  const main = world.subscriptionById(mainId);
  if (!main) throw new Error("no main plan");
  world.subscriptions.push({
    ...main,
    ...{ id: `${mainId}9`, uid, emails: [email], startedAt: new Date(Date.now() - 86_400_000) },
  });
  expect(await cancelOwn(buyer, "test", { id: mainId })).toMatchObject({ outcome: "canceled" });
  await backgroundSettled();
  await tryLater(buyer, "premiumOneMonth");
  expect(creates(buyer)).toHaveLength(1);
  expect(await purchaseStanding(uid, "premiumOneMonth")).toEqual({ state: "forgone" });
  // A press after that is a wish of its own.
  await purchase(buyer, "premiumOneMonth");
  expect(effects(buyer)).toHaveLength(1);
});

const session = { sessionId: "s", validSince: 0, signedInAt: 0 };

test.each([
  ["withdrawn", false],
  ["decided to cancel what was declared before the order", true],
])("nor for who has %s while the service could not be asked", async (_, isDeclared) => {
  const one = newBuyer();
  if (isDeclared) {
    const body = new URLSearchParams({ email: one.email, press: "confirm" });
    await visit("/cancel", { method: "POST", body, redirect: "manual" });
    await backgroundSettled();
  }
  const buyer = await awaiting("premiumOneMonth", "active", one);
  await subscriptionsOf(buyer);
  faults.set("subscriptions", { kind: "status", status: 500 });
  if (isDeclared) {
    const declaration = (await openDeclarationOf(buyer.mainId))?.payload.declaration ?? "";
    expect(await confirmOpenDeclaration(buyer.mainId, declaration, "my plan")).toBe(true);
  } else expect(await withdrawOwn({ ...buyer, ...session })).toBe("received");
  await backgroundSettled();
  faults.clear();
  await tryLater(buyer, "premiumOneMonth");
  expect(creates(buyer)).toHaveLength(1);
  expect(await purchaseStanding(buyer.uid, "premiumOneMonth")).toEqual({ state: "forgone" });
});

test.each(plans)(
  "%s is not bought while billing hangs with the cancellation, too",
  async (product) => {
    const buyer = await awaiting(product);
    faults.set("billing", { kind: "reset" });
    expect(await cancelOwn(buyer, "test")).toEqual({ outcome: "received" });
    await backgroundSettled();
    faults.clear();
    await tryLater(buyer, product);
    expect(creates(buyer)).toHaveLength(1);
    expect(await purchaseStanding(buyer.uid, product)).toEqual({ state: "forgone" });
  },
);

test("what billing had taken before is known once the service shows it", async () => {
  const buyer = newBuyer();
  faults.set("billing", { kind: "lost-answer" }, 1);
  const hidden = hideProducts(buyer.uid);
  await purchase(buyer, "premiumOneMonth");
  become(buyer, "canceled");
  await tryLater(buyer, "premiumOneMonth");
  hidden.show();
  await tryLater(buyer, "premiumOneMonth");
  expect(creates(buyer)).toHaveLength(1);
  expect(await intentOf(buyer.uid, "premiumOneMonth")).toMatchObject({ state: "done" });
});

test("a press after the cancellation is a wish of its own: under the same key, and later again", async () => {
  const buyer = await awaiting("premiumOneMonth");
  become(buyer, "canceled");
  await tryLater(buyer, "premiumOneMonth");
  faults.set("billing", { kind: "reset" }, 1);
  expect(await purchase(buyer, "premiumOneMonth")).toEqual({ outcome: "pending" });
  expect(await purchaseStanding(buyer.uid, "premiumOneMonth")).toEqual({ state: "awaited" });
  await tryLater(buyer, "premiumOneMonth");
  expect(effects(buyer)).toHaveLength(1);
  expect(keys(buyer).size).toBe(1);
});

test("so is one after a cancellation that billing has not confirmed yet", async () => {
  const buyer = await awaiting("premiumOneMonth");
  faults.set("billing", { kind: "reset" });
  await cancelOwn(buyer, "test");
  await backgroundSettled();
  expect(await purchase(buyer, "premiumOneMonth")).toEqual({ outcome: "pending" });
  faults.clear();
  // The cancellation may get through first.
  become(buyer, "canceled");
  await tryLater(buyer, "premiumOneMonth");
  expect(effects(buyer)).toHaveLength(1);
});

test.each(["active", "canceled"] as const)(
  "nor is it bought for who cancels once more after it, where the service shows %s",
  async (status) => {
    const buyer = await awaiting("premiumOneMonth");
    faults.set("billing", { kind: "reset" });
    await cancelOwn(buyer, "test");
    await backgroundSettled();
    await purchase(buyer, "premiumOneMonth");
    await cancelOwn(buyer, "test");
    await backgroundSettled();
    faults.clear();
    become(buyer, status);
    await tryLater(buyer, "premiumOneMonth");
    expect(effects(buyer)).toEqual([]);
    expect(await purchaseStanding(buyer.uid, "premiumOneMonth")).toEqual({ state: "forgone" });
  },
);

test("what was known to be over is not bought while the service is down, nor after a resumption without a press", async () => {
  const buyer = await awaiting("premiumOneMonth");
  become(buyer, "canceled");
  await tryLater(buyer, "premiumOneMonth");
  faults.set("subscriptions", { kind: "status", status: 500 });
  await tryLater(buyer, "premiumOneMonth");
  faults.clear();
  become(buyer, "active");
  await tryLater(buyer, "premiumOneMonth");
  expect(creates(buyer)).toHaveLength(1);
});

test("while the service is down nobody knows that the buyer has left: billing is asked", async () => {
  const buyer = await awaiting("premiumOneMonth");
  faults.set("subscriptions", { kind: "status", status: 500 });
  await tryLater(buyer, "premiumOneMonth");
  expect(effects(buyer)).toHaveLength(1);
});
