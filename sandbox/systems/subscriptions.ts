import { errors, jwtVerify } from "jose";
import { HttpResponse, http, type RequestHandler } from "msw";
import type { Subscription, World } from "../world.ts";
import { defineSystem, type SystemContext } from "./system.ts";

interface Owner {
  kind: "uid" | "email" | "id";
  value: string;
}

/** The subscription service of docs/interfaces/subscriptions.yaml. */
export function subscriptionsSystem(
  context: SystemContext,
  baseUrl: string,
  secret: string,
): RequestHandler[] {
  return defineSystem("subscriptions", baseUrl, context, [
    http.post<{ token: string }>(`${baseUrl}/rec/subscriptions/:token`, async ({ params }) => {
      const owner = await verifyOwner(params.token, secret);
      if (!owner) return HttpResponse.json({ error: "Invalid token" }, { status: 401 });
      const owned = subscriptionsOf(context.world, owner);
      return HttpResponse.json({ subscriptions: owned.map(toWire) });
    }),
  ]);
}

async function verifyOwner(token: string, secret: string): Promise<Owner | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      audience: "subscriptions",
      requiredClaims: ["iat", "exp"],
    });
    const { iat = 0, exp = 0, uid, email, id } = payload;
    if (exp - iat > 60 || iat > Date.now() / 1000 + 5) return undefined;
    if (isText(uid) && isText(email) && id === undefined) return { kind: "uid", value: uid };
    if (isText(email) && uid === undefined && id === undefined)
      return { kind: "email", value: email };
    if (isText(id) && uid === undefined && email === undefined) return { kind: "id", value: id };
    return undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function isText(claim: unknown): claim is string {
  return typeof claim === "string" && claim !== "";
}

function subscriptionsOf(world: World, owner: Owner): Subscription[] {
  return world.subscriptions.filter((subscription) => {
    if (owner.kind === "uid") return subscription.uid === owner.value;
    if (owner.kind === "id") return subscription.id === owner.value;
    return subscription.emails.includes(owner.value);
  });
}

/** Uses both forms of `started_at` that docs/interfaces/subscriptions.yaml allows, one for each billing dialect. */
function toWire(subscription: Subscription) {
  return {
    id: subscription.id,
    bundle: subscription.bundle,
    plan_code: subscription.planCode,
    status: subscription.status,
    main_plan: subscription.mainPlan,
    started_at: subscription.id.includes("-")
      ? subscription.startedAt.toISOString()
      : subscription.startedAt.getTime(),
    emails: subscription.emails,
    country: subscription.country,
    renews_at: subscription.renewsAt?.toISOString(),
    ends_at: subscription.endsAt?.toISOString(),
    price: subscription.price,
    early_start: subscription.earlyStart,
  };
}
