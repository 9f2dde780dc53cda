import offers from "content:offers";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { plansOf } from "#sandbox/brands.ts";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { few } from "#tests/setup/cases";
import { keptPurchase } from "#tests/setup/outbox";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";
import { offerSlugs } from "~/features/account/offer";
import { type Product, products } from "~/features/account/product";
import { firestore } from "~/platform/store/firebase.server";

const { world, faults } = sandbox;

interface Press {
  person?: string;
  product?: Product;
  fields?: Record<string, string>;
}

const address = (product: Product) => `/dashboard/offers/${offerSlugs[product]}`;

const press = async ({ person = "rich", product = "pdfCourse", fields = {} }: Press) =>
  ask(address(product), {
    cookie: await signedIn(person),
    fields,
  });

const openOffer = async ({ person = "rich", product = "pdfCourse" }: Press) =>
  ask(address(product), { cookie: await signedIn(person) });

/** Deletes stored purchases: the database outlives a test, the sandbox's subscriptions do not. */
async function deletePurchases(...people: string[]) {
  const database = await firestore();
  for (const person of people)
    for (const product of products)
      await database.doc(`purchaseIntents/uid-${person}_${product}`).delete();
}

test.each(few(products, 3))("%s is offered, bought and then shown as owned", async (product) => {
  await deletePurchases("quarter");
  const options = { person: "quarter", product };
  expect(await openOffer(options)).toMatchObject({
    status: 200,
    body: { product, state: "offered" },
  });
  expect(await press(options)).toMatchObject({
    status: 302,
    location: address(product),
  });
  expect(await openOffer(options)).toMatchObject({ body: { state: "owned" } });
});

test("posted fields change neither plan nor buyer", async () => {
  await deletePurchases("rich");
  await press({
    fields: {
      plan_id: "ig_gift_one_month",
      product: "giftOneMonth",
      email: "extras@example.com",
      firebase_id: "uid-extras",
      uid: "uid-extras",
      mainPlanId: "sub-1011",
    },
  });
  expect(world.effectsOf("create")).toMatchObject([
    {
      payload: {
        plan_id: plansOf("default").pdfCourse,
        email: "rich@example.com",
        firebase_id: "uid-rich",
        mainPlanId: "sub-1001",
      },
    },
  ]);
});

test("a purchase does not show for other subscribers", async () => {
  await deletePurchases("rich", "small");
  await press({ person: "rich" });
  expect(await openOffer({ person: "small" })).toMatchObject({ body: { state: "offered" } });
});

test("billing's refusal is shown with its message", async () => {
  await deletePurchases("small");
  const words = "Your bank said no";
  server.use(
    http.post(`${sandbox.addresses.billing.default}/*`, () =>
      HttpResponse.json({ error: words }, { status: 400 }),
    ),
  );
  expect(await press({ person: "small" })).toMatchObject({ status: 402, body: { message: words } });
  expect(await openOffer({ person: "small" })).toMatchObject({ body: { state: "offered" } });
});

test("an order without a response is shown as pending, and can be repeated", async () => {
  await deletePurchases("leaked");
  faults.set("billing", { kind: "reset" }, 1);
  expect(await press({ person: "leaked" })).toMatchObject({ status: 202, body: { pending: true } });
  expect(await openOffer({ person: "leaked" })).toMatchObject({ body: { state: "awaited" } });
  expect(await press({ person: "leaked" })).toMatchObject({ status: 302 });
  expect(await openOffer({ person: "leaked" })).toMatchObject({ body: { state: "owned" } });
});

test("an order that is being placed is not promised to be repeated: the press that placed it may yet hear that nothing was ordered", async () => {
  await deletePurchases("gift");
  const document = (await firestore()).doc("purchaseIntents/uid-gift_pdfCourse");
  const buyer = { uid: "uid-gift", email: "gift@example.com", mainId: "sub-1" };
  const leaseUntil = Date.now() + 15_000;
  await document.set(keptPurchase(buyer, { state: "open", dueAt: null, leaseUntil }));
  const cookie = await signedIn("gift");
  const text = visibleText(await (await visit(address("pdfCourse"), { cookie })).text());
  expect(text).toContain("We are completing your purchase");
  expect(text).not.toContain("we will keep trying");
  // Promised, and being placed once more; and promised, and not.
  for (const promised of [{ dueAt: leaseUntil }, { dueAt: leaseUntil, leaseUntil: 0 }]) {
    await document.update(promised);
    const later = visibleText(await (await visit(address("pdfCourse"), { cookie })).text());
    expect(later).toContain("we will keep trying");
  }
  await document.delete();
});

test("a refusal that arrived later is shown at the next visit", async () => {
  await deletePurchases("gift");
  const document = (await firestore()).doc("purchaseIntents/uid-gift_pdfCourse");
  const buyer = { uid: "uid-gift", email: "gift@example.com", mainId: "sub-1" };
  const progress = { closedAt: Date.now(), refusal: "Card expired", unread: true };
  await document.set(keptPurchase(buyer, { state: "declined", dueAt: null, progress }));
  expect(await openOffer({ person: "gift" })).toMatchObject({
    body: { state: "refused", message: "Card expired" },
  });
});

test("what billing has confirmed is not said to be unconfirmed while the service shows it late", async () => {
  await deletePurchases("small");
  const document = (await firestore()).doc("purchaseIntents/uid-small_pdfCourse");
  const buyer = { uid: "uid-small", email: "small@example.com", mainId: "sub-1" };
  const progress = { closedAt: Date.now(), refusal: null, unread: false };
  await document.set(keptPurchase(buyer, { state: "done", dueAt: null, progress }));
  expect(await openOffer({ person: "small" })).toMatchObject({ body: { state: "confirmed" } });
  const cookie = await signedIn("small");
  const text = visibleText(await (await visit(address("pdfCourse"), { cookie })).text());
  expect(text).toContain("The payment service has confirmed it.");
  expect(text).not.toMatch(/has not confirmed it yet|Try again now/);
  await document.delete();
});

test("an order of somebody who has left since is said to have stopped", async () => {
  await deletePurchases("small");
  const document = (await firestore()).doc("purchaseIntents/uid-small_premiumOneMonth");
  const kept = keptPurchase({ uid: "uid-small", email: "small@example.com", mainId: "sub-1" });
  const progress = { closedAt: null, refusal: null, unread: false, forgone: true };
  await document.set({ ...kept, progress, attempts: 1, dueAt: Date.now() + 60_000 });
  expect(await openOffer({ person: "small", product: "premiumOneMonth" })).toMatchObject({
    body: { state: "refused", message: expect.stringMatching(/^You canceled your plan/) },
  });
  await document.delete();
});

test("nothing is ordered while the subscription service is down", async () => {
  await deletePurchases("premium");
  faults.set("subscriptions", { kind: "status", status: 500 });
  expect(await press({ person: "premium" })).toMatchObject({
    status: 503,
    body: { pending: false },
  });
  expect(world.effectsOf("create")).toHaveLength(0);
});

test.each([...products])("a visitor can neither see nor buy %s", async (product) => {
  for (const fields of [undefined, {}]) {
    const { location } = await ask(address(product), { ...(fields && { fields }) });
    expect(location).toMatch(/^\/sign-in/);
  }
  expect(world.effectsOf("create")).toHaveLength(0);
});

test.each(["unknown", "pdfCourse", "toString", ""])("no offer is called '%s'", async (slug) => {
  const cookie = await signedIn("rich");
  const answer = await ask(`/dashboard/offers/${slug}`, { cookie });
  expect(answer.status).toBe(404);
});

test.each([
  ["premiumOneMonth", "Buy for $13.99", "$13.99 today, then $13.99 every month."],
  ["giftOneMonth", "Start my free month", "Free for the first month, then $19.99 every month."],
] as const)("the offer of %s names its price and its renewal", async (product, button, terms) => {
  await deletePurchases("quarter");
  const answer = await visit(address(product), { cookie: await signedIn("quarter") });
  const text = visibleText(await answer.text());
  for (const words of [button, terms, "renews automatically until you cancel it"])
    expect(text).toContain(words);
});

test("every product has an offer with texts and a price", () => {
  for (const product of products)
    expect(offers.offers[product]).toMatchObject({
      name: expect.any(String),
      current: expect.any(Number),
      terms: expect.stringContaining("{price}"),
    });
});
