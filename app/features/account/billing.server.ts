import { z } from "zod";
import { env } from "~/env.server";
import { type BrandName, brandNames } from "~/features/account/brand";
import { createUpstream, type Upstream, UpstreamError } from "~/platform/upstream/upstream.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";

/** Each brand has a host of its own, which fails alone. */
const upstreams = Object.fromEntries(
  brandNames.map((brand) => [brand, createUpstream("billing")]),
) as Record<BrandName, Upstream>;

/** Billing's refusal: its text, cut at 200 characters (docs/product.md#error-words), or our default text if it is empty. */
export interface Declined {
  error: string;
}

interface Order {
  brand: BrandName;
  /** Selects the dialect. */
  mainSubscriptionId: string;
  email: string;
  uid: string;
  /** Every retry of one intent sends the same key, so that billing carries it out once (docs/interfaces/billing.yaml). */
  idempotencyKey: string;
}

const declined = z
  .object({ error: z.unknown() })
  .refine(({ error }) => error !== undefined && error !== null && error !== false);

/** @returns the first text that a refusal holds, "" if none */
const wordsOf = (error: unknown) =>
  z
    .union([
      z.string(),
      z.object({ message: z.string() }).transform(({ message }) => message),
      z.object({ code: z.string() }).transform(({ code }) => code),
    ])
    .catch("")
    .parse(error);

const paths = {
  subs: { create: "/subs/create", finalize: "/subs/finalize", cancel: "/subs/cancel" },
  rec: {
    create: "/rec/create-subscription",
    finalize: "/rec/subscription-finalize",
    cancel: "/rec/subscription-cancel",
  },
};
type Operation = keyof typeof paths.rec;

/**
 * The operation's path below a brand's billing address. A main subscription id that contains a dash selects the `subs`
 * dialect, any other `rec` (docs/interfaces/billing.yaml).
 */
export const billingPath = (mainSubscriptionId: string, operation: Operation): string =>
  paths[mainSubscriptionId.includes("-") ? "subs" : "rec"][operation];

async function ask<S extends z.ZodType>(
  operation: Operation,
  { brand, mainSubscriptionId, idempotencyKey }: Order,
  payload: Record<string, string>,
  schema: S,
): Promise<z.output<S> | Declined> {
  const upstream = upstreams[brand];
  const { status, body } = await upstream.requestJson("write", {
    url: env.BRANDS[brand].billingUrl + billingPath(mainSubscriptionId, operation),
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify(payload),
    schema: z.unknown(),
    // `{"error"}` may have any status.
    alsoAccept: () => true,
    errorSchema: () => declined,
  });
  const answer = schema.safeParse(body);
  const refusal = declined.safeParse(body);
  // Beside what was asked for, an empty text says that there is no error. `finalize` asks for nothing.
  const isNone = refusal.data?.error === "" && status < 300 && operation !== "finalize";
  if (refusal.success && !(isNone && answer.success)) {
    const words = cut(wordsOf(refusal.data.error).trim());
    return { error: words || somethingWentWrong };
  }
  if (!answer.success) throw new UpstreamError(upstream.system, "malformed", status);
  return answer.data;
}

/** The first 200 characters, none of them cut in two. */
const cut = (text: string) => Array.from(text.slice(0, 400)).slice(0, 200).join("");

export const isDeclined = (answer: object): answer is Declined => "error" in answer;

/** Buys a plan. @returns the new subscription's id. Throws an `UpstreamError` if the outcome is unknown. */
export function createSubscription(
  order: Order,
  planId: string,
): Promise<{ id: string } | Declined> {
  return ask(
    "create",
    order,
    {
      plan_id: planId,
      email: order.email,
      firebase_id: order.uid,
      mainPlanId: order.mainSubscriptionId,
    },
    z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) }),
  );
}

/** Links a bought subscription to the account that was created for it. Any JSON that is no refusal says that it is done. */
export function finalizeSubscription(order: Order, planCode: string): Promise<object | Declined> {
  return ask(
    "finalize",
    order,
    {
      plan_id: planCode,
      subscription_id: order.mainSubscriptionId,
      email: order.email,
      firebase_id: order.uid,
    },
    z.unknown().transform(() => ({})),
  );
}

/**
 * Ends a subscription's renewal. Succeeds if it is already canceled.
 * @param subscriptionId by default, the main subscription
 */
export function cancelSubscription(
  order: Order,
  subscriptionId = order.mainSubscriptionId,
): Promise<{ success: true } | Declined> {
  return ask(
    "cancel",
    order,
    { subscription_id: subscriptionId, email: order.email, firebase_id: order.uid },
    z.object({ success: z.literal(true) }),
  );
}
