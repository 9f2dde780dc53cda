import { redirect } from "@remix-run/node";
import { isSessionEnded } from "~/clients/ended-sessions.server";
import { reportEvent } from "~/clients/events.server";
import { accountByUid } from "~/clients/identity.server";
import { createLimit } from "~/clients/rate-limits.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { withoutWaiting } from "~/clients/upstream.server";
import { findMainSubscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { addresses } from "~/web/addresses";
import {
  forgetSession,
  readSession,
  type Subscriber,
  sessionMilliseconds,
} from "~/web/session/session.server";

/** The signed-in subscriber, or undefined. */
export async function currentSubscriber(request: Request): Promise<Subscriber | undefined> {
  const { subscriber, planEnded } = await sessionOf(request);
  return planEnded ? undefined : subscriber;
}

/**
 * Whose session a request carries. Refuses one that was ended, and an account that is gone or disabled; says where
 * the main plan has run out; each as of at most 60 s ago. Where an outside system cannot be asked, the signed
 * cookie and its time decide, so that its outage closes or delays no page that does not need it.
 */
async function sessionOf(
  request: Request,
): Promise<{ subscriber?: Subscriber; planEnded?: boolean }> {
  const subscriber = await readSession(request);
  if (!subscriber) return {};
  const { uid, sessionId } = subscriber;
  const checks: [string, Promise<boolean>][] = [
    ["firestore", isSessionEnded(sessionId).then((ended) => !ended)],
    [
      "identity",
      accountByUid(uid).then(
        (account) =>
          account !== undefined && !account.disabled && !isRevoked(subscriber, account.validSince),
      ),
    ],
    [
      "subscriptions",
      subscriptionsOf(subscriber).then(
        (subscriptions) => findMainSubscription(subscriptions, env.BUNDLE_ID) !== undefined,
      ),
    ],
  ];
  const [isOpen, hasAccount, hasPlan] = await Promise.all(
    checks.map(([system, check]) => withoutWaiting(system, check, true)),
  );
  return isOpen && hasAccount ? { subscriber, planEnded: !hasPlan } : {};
}

/**
 * Whether the provider has voided the sessions of its account since this one began. Both times are the provider's. So
 * is one that remembers none, as sessions of an earlier release may.
 */
const isRevoked = ({ validSince }: Subscriber, now: number) => !(validSince >= now);

/** One report for each session, however many pages and processes find out. */
const endedPlans = createLimit("ended-plan", { points: 1, seconds: sessionMilliseconds / 1_000 });

/** Spec 4: who has no running main plan is signed out, told so, and reported. */
async function reportEndedPlan({ sessionId }: Subscriber, { headers }: Request): Promise<void> {
  if ((await endedPlans.take(sessionId)) !== undefined) return;
  const userAgent = headers.get("user-agent") ?? "";
  reportEvent({ event: "subscription_is_not_found", reason: "plan-ended", userAgent });
}

/** Guards a private page or action: others go to sign-in, and from there back to this address. */
export async function requireSubscriber(request: Request): Promise<Subscriber> {
  const { subscriber, planEnded } = await sessionOf(request);
  if (subscriber && !planEnded) return subscriber;
  if (subscriber) await reportEndedPlan(subscriber, request);
  const url = new URL(request.url);
  // Contract 9: neither may stand in a redirect's target.
  for (const secret of ["creds", "from"]) url.searchParams.delete(secret);
  const target = request.method === "GET" ? `${url.pathname}${url.search}` : addresses.dashboard;
  const query = new URLSearchParams({
    ...(target !== addresses.dashboard && { redirectTo: target }),
    ...(planEnded && { plan: "none" }),
  }).toString();
  throw redirect(addresses.signIn + (query && `?${query}`), {
    headers: { "set-cookie": await forgetSession() },
  });
}

/** Guards a public-only page: subscribers go to the dashboard. */
export async function requireVisitor(request: Request): Promise<void> {
  if (await currentSubscriber(request)) throw redirect(addresses.dashboard);
}

/** The loader of pages that show no data of their own: guarded all the same. */
export async function guardOnly({ request }: { request: Request }): Promise<null> {
  await requireSubscriber(request);
  return null;
}
