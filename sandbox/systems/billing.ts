import { HttpResponse, http, type RequestHandler } from "msw";
import { type BrandKey, brandOfPlan, plansOf } from "../brands.ts";
import { bundleId } from "../person.ts";
import type { BillingEffect, Subscription, World } from "../world.ts";
import { defineSystem, type SystemContext } from "./system.ts";

type Operation = BillingEffect["operation"];
type Dialect = BillingEffect["dialect"];
type Payload = Record<string, unknown>;
type Outcome = { body: Payload; happened: boolean } | { error: string };

const paths: Record<Dialect, Record<Operation, string>> = {
  subs: { create: "/subs/create", finalize: "/subs/finalize", cancel: "/subs/cancel" },
  rec: {
    create: "/rec/create-subscription",
    finalize: "/rec/subscription-finalize",
    cancel: "/rec/subscription-cancel",
  },
};
const operations: Operation[] = ["create", "finalize", "cancel"];
const dialects: Dialect[] = ["subs", "rec"];

/** One brand's billing host (contract 3): both dialects, exactly one effect for each key. */
export function billingSystem(
  context: SystemContext,
  baseUrl: string,
  brand: BrandKey,
): RequestHandler[] {
  const handlers = dialects.flatMap((dialect) =>
    operations.map((operation) =>
      http.post(`${baseUrl}${paths[dialect][operation]}`, async ({ request }) => {
        const payload = await jsonOf(request);
        if (!payload) return HttpResponse.json({ error: "Malformed JSON" }, { status: 400 });
        const key = request.headers.get("Idempotency-Key");
        if (!key) return HttpResponse.json({ error: "No Idempotency-Key" }, { status: 400 });
        const { status, body } = answer(context.world, { operation, dialect, brand, key, payload });
        return HttpResponse.json(body as Payload, { status });
      }),
    ),
  );
  return defineSystem("billing", baseUrl, context, handlers);
}

interface Demand {
  operation: Operation;
  dialect: Dialect;
  brand: BrandKey;
  key: string;
  payload: Payload;
}

function answer(world: World, demand: Demand) {
  const request = JSON.stringify([demand.operation, demand.brand, demand.payload]);
  const before = world.answers.get(demand.key);
  if (before) {
    if (before.request !== request) {
      return { status: 422, body: { error: "This Idempotency-Key belongs to another request" } };
    }
    if (before.effect) before.effect.repeats += 1;
    return before.answer;
  }
  const outcome = perform(world, demand);
  if ("error" in outcome) return { status: 400, body: outcome };
  const effect = { ...demand, at: new Date(), repeats: 0 };
  if (outcome.happened) world.effects.push(effect);
  const result = { status: 200, body: outcome.body };
  world.answers.set(demand.key, {
    request,
    answer: result,
    effect: outcome.happened ? effect : null,
  });
  return result;
}

function perform(world: World, demand: Demand): Outcome {
  const { operation, payload } = demand;
  const { email, firebase_id: uid } = payload;
  if (typeof email !== "string" || email === "") return { error: "email is required" };
  // Who cancels by a link in a mail may have no account yet.
  const mayLackAccount = operation === "cancel";
  if (typeof uid !== "string" || (uid === "" && !mayLackAccount)) {
    return { error: "firebase_id is required" };
  }
  const id = operation === "create" ? payload.mainPlanId : payload.subscription_id;
  const subscription = typeof id === "string" ? world.subscriptionById(id) : undefined;
  if (!subscription) return { error: "Subscription not found" };
  const dialect: Dialect = subscription.id.includes("-") ? "subs" : "rec";
  if (dialect !== demand.dialect || brandOfPlan(subscription.planCode) !== demand.brand) {
    return { error: "Subscription not found" };
  }
  switch (operation) {
    case "create":
      return create(world, demand, subscription, { email, uid });
    case "finalize":
      return finalize(subscription, payload.plan_id, { email, uid });
    case "cancel":
      return cancel(subscription, { email, uid });
  }
}

interface Customer {
  email: string;
  uid: string;
}

function create(world: World, demand: Demand, main: Subscription, customer: Customer): Outcome {
  const { plan_id: planId } = demand.payload;
  const sold: string[] = Object.values(plansOf(demand.brand));
  if (typeof planId !== "string" || !sold.includes(planId)) return { error: "Unknown plan" };
  if (main.uid !== customer.uid) return { error: "Subscription not found" };
  if (!main.mainPlan || main.status === "expired") return { error: "No running main plan" };
  const id = `${demand.dialect === "subs" ? "sub-" : ""}${9000 + world.subscriptions.length}`;
  world.subscriptions.push({
    id,
    bundle: bundleId,
    planCode: planId,
    status: "active",
    mainPlan: false,
    startedAt: new Date(),
    emails: [customer.email],
    uid: customer.uid,
  });
  return { body: { id }, happened: true };
}

function finalize(subscription: Subscription, planId: unknown, customer: Customer): Outcome {
  if (subscription.planCode !== planId) return { error: "Unknown plan" };
  if (subscription.uid !== null && subscription.uid !== customer.uid) {
    return { error: "Subscription belongs to another account" };
  }
  const happened = subscription.uid === null;
  subscription.uid = customer.uid;
  const email = customer.email.toLowerCase();
  subscription.emails = [...subscription.emails.filter((known) => known !== email), email];
  return { body: { success: true }, happened };
}

function cancel(subscription: Subscription, customer: Customer): Outcome {
  const owned = subscription.uid === customer.uid || subscription.emails.includes(customer.email);
  if (!owned) return { error: "Subscription not found" };
  if (subscription.status === "expired") return { error: "Subscription has expired" };
  const happened = subscription.status === "active";
  subscription.status = "canceled";
  return { body: { success: true }, happened };
}

async function jsonOf(request: Request): Promise<Payload | undefined> {
  try {
    const parsed: unknown = JSON.parse(await request.text());
    return parsed && typeof parsed === "object" ? (parsed as Payload) : undefined;
  } catch {
    return undefined;
  }
}
