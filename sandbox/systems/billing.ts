import { HttpResponse, http, type RequestHandler } from "msw";
import { type BrandKey, brandOfPlan, plansOf } from "../brands.ts";
import { bundleId } from "../person.ts";
import type { BillingEffect, Subscription, World } from "../world.ts";
import { defineSystem, type SystemContext } from "./system.ts";

type Operation = BillingEffect["operation"];
type Dialect = BillingEffect["dialect"];
type Payload = Record<string, unknown>;
type Outcome = { body: Payload; hasEffect: boolean } | { error: string };

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

/** One brand's billing host (docs/interfaces/billing.yaml): both dialects, and exactly one effect per idempotency key. */
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

interface BillingRequest {
  operation: Operation;
  dialect: Dialect;
  brand: BrandKey;
  key: string;
  payload: Payload;
}

function answer(world: World, billingRequest: BillingRequest) {
  const request = JSON.stringify([
    billingRequest.operation,
    billingRequest.brand,
    billingRequest.payload,
  ]);
  const previous = world.answers.get(billingRequest.key);
  if (previous) {
    if (previous.request !== request) {
      return { status: 422, body: { error: "This Idempotency-Key belongs to another request" } };
    }
    if (previous.effect) previous.effect.repeats += 1;
    return previous.answer;
  }
  const outcome = perform(world, billingRequest);
  if ("error" in outcome) return { status: 400, body: outcome };
  const effect = { ...billingRequest, at: new Date(), repeats: 0 };
  if (outcome.hasEffect) world.effects.push(effect);
  const result = { status: 200, body: outcome.body };
  world.answers.set(billingRequest.key, {
    request,
    answer: result,
    effect: outcome.hasEffect ? effect : null,
  });
  return result;
}

function perform(world: World, billingRequest: BillingRequest): Outcome {
  const { operation, payload } = billingRequest;
  const { email, firebase_id: uid } = payload;
  if (typeof email !== "string" || email === "") return { error: "email is required" };
  // A subscriber who cancels by a mailed link may have no account yet.
  const mayLackAccount = operation === "cancel";
  if (typeof uid !== "string" || (uid === "" && !mayLackAccount)) {
    return { error: "firebase_id is required" };
  }
  const id = operation === "create" ? payload.mainPlanId : payload.subscription_id;
  const subscription = typeof id === "string" ? world.subscriptionById(id) : undefined;
  if (!subscription) return { error: "Subscription not found" };
  const main = mainOf(world, subscription);
  const dialect: Dialect = main.id.includes("-") ? "subs" : "rec";
  if (dialect !== billingRequest.dialect || brandOfPlan(main.planCode) !== billingRequest.brand) {
    return { error: "Subscription not found" };
  }
  switch (operation) {
    case "create":
      return create(world, billingRequest, subscription, { email, uid });
    case "finalize":
      return finalize(subscription, payload.plan_id, { email, uid });
    case "cancel":
      return cancel(subscription, { email, uid });
  }
}

/** An extra is billed where its owner's main plan is. */
function mainOf({ subscriptions }: World, subscription: Subscription): Subscription {
  if (subscription.mainPlan || subscription.uid === null) return subscription;
  const { uid } = subscription;
  const main = subscriptions.find(
    (one) => one.uid === uid && one.mainPlan && one.status !== "expired",
  );
  return main ?? subscription;
}

interface Customer {
  email: string;
  uid: string;
}

function create(
  world: World,
  billingRequest: BillingRequest,
  main: Subscription,
  customer: Customer,
): Outcome {
  const { plan_id: planId } = billingRequest.payload;
  const soldPlans: string[] = Object.values(plansOf(billingRequest.brand));
  if (typeof planId !== "string" || !soldPlans.includes(planId)) return { error: "Unknown plan" };
  if (main.uid !== customer.uid) return { error: "Subscription not found" };
  if (!main.mainPlan || main.status === "expired") return { error: "No running main plan" };
  const id = `${billingRequest.dialect === "subs" ? "sub-" : ""}${9000 + world.subscriptions.length}`;
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
  return { body: { id }, hasEffect: true };
}

function finalize(subscription: Subscription, planId: unknown, customer: Customer): Outcome {
  if (subscription.planCode !== planId) return { error: "Unknown plan" };
  if (subscription.uid !== null && subscription.uid !== customer.uid) {
    return { error: "Subscription belongs to another account" };
  }
  const hasEffect = subscription.uid === null;
  subscription.uid = customer.uid;
  const email = customer.email.toLowerCase();
  subscription.emails = [...subscription.emails.filter((known) => known !== email), email];
  return { body: { success: true }, hasEffect };
}

function cancel(subscription: Subscription, customer: Customer): Outcome {
  const isOwner = subscription.uid === customer.uid || subscription.emails.includes(customer.email);
  if (!isOwner) return { error: "Subscription not found" };
  if (subscription.status === "expired") return { error: "Subscription has expired" };
  const hasEffect = subscription.status === "active";
  subscription.status = "canceled";
  return { body: { success: true }, hasEffect };
}

async function jsonOf(request: Request): Promise<Payload | undefined> {
  try {
    const parsed: unknown = JSON.parse(await request.text());
    return parsed && typeof parsed === "object" ? (parsed as Payload) : undefined;
  } catch {
    return undefined;
  }
}
