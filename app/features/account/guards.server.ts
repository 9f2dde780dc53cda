import { redirect, redirectDocument } from "@remix-run/node";
import { anothersPage } from "~/design/anothers-page";
import { messagePage } from "~/design/message-page.server";
import { env } from "~/env.server";
import { isSessionEnded } from "~/features/account/ended-sessions.server";
import { accountByUid } from "~/features/account/identity.server";
import { findMainSubscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { reportEvent } from "~/features/tracking/events.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import {
  clearSessionCookie,
  readSession,
  type Subscriber,
  sessionMilliseconds,
} from "~/platform/session/session.server";
import { whoseOf } from "~/platform/session/whose.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { isRefused, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses, safeRedirect, withoutSecrets } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { promisedBy } from "~/platform/values/promises";
import type { System } from "~/platform/values/systems";
import { whoseField } from "~/platform/values/whose";

/** The signed-in subscriber; undefined also where a check was refused. */
export async function currentSubscriber(request: Request): Promise<Subscriber | undefined> {
  const { subscriber, planEnded } = await checkSession(request);
  return planEnded ? undefined : subscriber;
}

/** The signed-in subscriber for an answer to a program, or what that answer says instead. */
export async function subscriberOfProgram(
  request: Request,
): Promise<{ subscriber: Subscriber } | { error: string; status: 401 | 503 }> {
  const { subscriber, planEnded, unchecked } = await checkSession(request);
  if (unchecked) return { error: somethingWentWrong, status: 503 };
  return subscriber && !planEnded ? { subscriber } : { error: "Sign in first", status: 401 };
}

/**
 * The session of a request, unless it was ended or its account is deleted, disabled or revoked. `planEnded` says that
 * the main plan has run out. What the outside systems say may be up to 60 s old. While one of them is down, the signed
 * cookie alone decides, so that the outage neither closes nor delays pages that do not need that system. One that is there
 * and refuses the question is not down: then nobody is let in (`unchecked`).
 */
function checkSession(request: Request): Promise<CheckedSession> {
  const underWay = checks.get(request);
  if (underWay) return underWay;
  const check = readAndCheck(request).finally(() => checks.delete(request));
  checks.set(request, check);
  return check;
}

interface CheckedSession {
  subscriber?: Subscriber;
  planEnded?: boolean;
  unchecked?: true;
}

/** Checks in progress: the loaders of a page ask at the same time. A later question, as of a stream, is a new check. */
const checks = new WeakMap<Request, Promise<CheckedSession>>();

async function readAndCheck(request: Request): Promise<CheckedSession> {
  const subscriber = await readSession(request);
  if (!subscriber) return {};
  // Only a press writes.
  if (request.method === "POST") void noteErasures(subscriber.uid);
  const answers = await Promise.all(
    questionsAbout(subscriber).map(([system, check]) =>
      withoutWaiting(system, unlessRefused(check), true),
    ),
  );
  const [isOpen, hasAccount, hasPlan] = answers;
  if (isOpen === false || hasAccount === false) return {};
  return answers.includes(undefined) ? { unchecked: true } : { subscriber, planEnded: !hasPlan };
}

const questionsAbout = (subscriber: Subscriber): [System, Promise<boolean>][] => [
  ["firestore", isSessionEnded(subscriber.sessionId).then((ended) => !ended)],
  [
    "identity",
    accountByUid(subscriber.uid).then(
      (account) =>
        account !== undefined && !account.disabled && !isRevoked(subscriber, account.validSince),
    ),
  ],
  [
    "subscriptions",
    subscriptionsOf(subscriber).then(
      (subscriptions) => findMainSubscription(subscriptions) !== undefined,
    ),
  ],
];

/** Begins what a guard will ask about a session: it joins what is under way by then, and hears of a failure itself. */
export function beginChecks(subscriber: Subscriber): void {
  for (const [, check] of questionsAbout(subscriber)) check.catch(() => {});
}

const unlessRefused = (check: Promise<boolean>): Promise<boolean | undefined> =>
  check.catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    return undefined;
  });

/**
 * Whether the provider revoked the account's sessions after this one began. Both times are what the provider keeps.
 * Sessions of an earlier release may lack `validSince` and count as revoked, which is why this is not written with `<`.
 */
const isRevoked = ({ validSince }: Subscriber, currentValidSince: number) =>
  !(validSince >= currentValidSince);

/** Limits the report to one per session, across pages and processes. */
const endedPlans = createLimit("ended-plan", { points: 1, seconds: sessionMilliseconds / 1_000 });

/** Reports a subscriber whose main plan has ended, and who is signed out (docs/product.md#ways-in). */
async function reportEndedPlan({ sessionId }: Subscriber, { headers }: Request): Promise<void> {
  if ((await endedPlans.take(sessionId)) !== undefined) return;
  const userAgent = headers.get("user-agent") ?? "";
  reportEvent({ event: "subscription_is_not_found", reason: "plan-ended", userAgent });
}

/** Where it cannot be checked who asks, or what they may. */
export const uncheckable = () =>
  new Response(null, { status: 503, headers: { "retry-after": "30" } });

/**
 * Whether a form stands on a page of one account while another one is signed in: somebody else may have signed in in
 * another tab. A form that does not say whose page it stands on is an outside client's, or older than this check.
 * @param whose the form's field; a file is no page's
 */
export const isAnothers = (whose: FormDataEntryValue | null, subscriber: Subscriber): boolean =>
  whose !== null && whose !== whoseOf(subscriber);

/** @throws a 409 with a page of its own for such a form (docs/product.md#session) */
export function refuseAnothers(whose: FormDataEntryValue | null, subscriber: Subscriber): void {
  if (isAnothers(whose, subscriber)) throw messagePage(409, anothersPage(true));
}

/**
 * Guards a private page or action. @throws a redirect to sign-in, which leads back to this address afterwards; a 503 where
 * it cannot be checked who asks; what `refuseAnothers` throws.
 * @param readsBody of a route that reads the body itself while it arrives, and asks `refuseAnothers` then
 */
export async function requireSubscriber(
  request: Request,
  { readsBody = false } = {},
): Promise<Subscriber> {
  const { subscriber, planEnded, unchecked } = await checkSession(request);
  if (unchecked) throw uncheckable();
  if (subscriber && !planEnded) {
    if (request.method === "POST" && !readsBody)
      refuseAnothers((await readForm(request)).get(whoseField), subscriber);
    return subscriber;
  }
  if (subscriber) await reportEndedPlan(subscriber, request);
  const url = withoutSecrets(new URL(request.url));
  const target = request.method === "POST" ? addresses.dashboard : `${url.pathname}${url.search}`;
  const query = new URLSearchParams({
    ...(target !== addresses.dashboard && { redirectTo: target }),
    ...(planEnded && { plan: "none" }),
    // Who has pressed something must hear that it was not done.
    ...(request.method === "POST" && !planEnded && { ended: "press" }),
  }).toString();
  throw redirectDocument(addresses.signIn + (query && `?${query}`), {
    headers: { "set-cookie": await clearSessionCookie() },
  });
}

/** Guards a page that only comes with an analysis made here. @throws a 404 where none is made (docs/product.md#sources) */
export function requireOwnAnalysis(request: Request): Promise<Subscriber> {
  if (promisedBy(env.ANALYSIS_SOURCES) === "outside") throw new Response(null, { status: 404 });
  return requireSubscriber(request);
}

/**
 * Guards a page of the example (docs/product.md#example): it is for those who may import.
 * @returns whether reports are set here, and so the example's can be
 * @throws a 404 where nobody may
 */
export async function requireExampleReader(request: Request): Promise<{ hasReport: boolean }> {
  if (!env.ANALYSIS_SOURCES.has("export")) throw new Response(null, { status: 404 });
  await requireSubscriber(request);
  return { hasReport: env.REPORT_SOURCE === "built-in" };
}

/** Guards a page for visitors only. @throws a redirect for subscribers: where signing in would lead, or to the dashboard */
export async function requireVisitor(request: Request, redirectTo?: string | null): Promise<void> {
  if (await currentSubscriber(request)) throw redirect(safeRedirect(redirectTo));
}

/** The loader of private pages that need no data: even these are guarded. */
export async function subscriberOnlyLoader({ request }: { request: Request }): Promise<null> {
  await requireSubscriber(request);
  return null;
}
