import { createHash } from "node:crypto";
import type { Account } from "~/features/account/identity.server";
import { expectSignIn } from "~/features/account/language.server";
import { noteSignedIn } from "~/features/account/last-use.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import type { EventName } from "~/features/tracking/event";
import { reportEvent } from "~/features/tracking/events.server";
import { browserKind, type WayIn } from "~/features/ways-in/rules/way-in";
import { sendActivation } from "~/features/ways-in/services/activation.server";
import { recordSignIn } from "~/features/ways-in/store/sign-ins.server";
import { log } from "~/platform/monitoring/log.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import type { UpstreamError } from "~/platform/upstream/upstream.server";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { addressKey } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

export interface SignedInAccount extends Account {
  /** Epoch milliseconds. A later `validSince` of the account ends a session with this one. */
  validSince: number;
}

/** Who tries a way in. */
export interface Visitor {
  userAgent: string;
  clientAddress: string;
}

/** How every way in may end, once somebody has proved who they are. */
export type Entered =
  | { outcome: "signed-in"; account: SignedInAccount }
  /** The account has no running main plan, so it is not authorised (docs/product.md#ways-in). */
  | { outcome: "no-subscription" };

/** An outside system did not answer, so the sign-in could not be decided. */
interface Undecided {
  outcome: "unavailable";
  message: string;
}

export type Entry = Entered | Undecided;

/** How a try with a password or a passkey may end. */
export type SignIn =
  | Entry
  | { outcome: "refused"; message: string }
  /** Too many wrong tries. `wait`: milliseconds until the next try is allowed. */
  | { outcome: "limited"; message: string; wait: number };

/** @param context of the route */
export const visitorOf = (
  { headers }: Request,
  { clientAddress }: Pick<Visitor, "clientAddress">,
): Visitor => ({ userAgent: headers.get("user-agent") ?? "", clientAddress });

interface Coming {
  way: WayIn;
  userAgent: string;
}

/**
 * Asks for what the last step of a way in needs, beside what still decides whether somebody gets there. A failure is
 * theirs alone who wait for it.
 */
export function askAhead(account: Account): Promise<Subscription[]> {
  expectSignIn(account.uid);
  const subscriptions = subscriptionsOf(account, { fresh: true });
  subscriptions.catch(() => {});
  return subscriptions;
}

/**
 * The last step of every way in: requires a running main plan (docs/product.md#ways-in and docs/product.md#error-words) of an account whose owner has proved who they
 * are, and records the sign-in. @throws UpstreamError: see `signInUnavailable`
 * @param asked where the way in has asked ahead
 */
export async function enter(
  account: SignedInAccount,
  { way, userAgent }: Coming,
  asked = askAhead(account),
): Promise<Entered> {
  void noteErasures(account.uid);
  if (findMainSubscription(await asked)) {
    noteSignIn(account.uid, { way, userAgent });
    return { outcome: "signed-in", account };
  }
  reportFailure("subscription_is_not_found", "no-main-plan", account.email, userAgent);
  // A plan of theirs may not be tied to the account, or may be to another one.
  inBackground("activation", sendActivation(account.email));
  return { outcome: "no-subscription" };
}

/** Records a sign-in in the background, since this must neither prevent nor delay it. */
export function noteSignIn(uid: string, { way, userAgent }: Coming): void {
  const record = { at: Date.now(), way, browser: browserKind(userAgent) };
  inBackground("last use", noteSignedIn(uid));
  inBackground("sign-in record", recordSignIn(uid, record));
}

/** What to answer, and to report, if an outside system failed during a sign-in. */
export function signInUnavailable(
  { system, kind }: UpstreamError,
  { email, userAgent }: { email: string; userAgent: string },
): Undecided {
  reportFailure("sign_in_unavailable", `${system}/${kind}`, email, userAgent);
  const proves = system === "identity" || system === "google";
  const unreachable = proves && kind !== "malformed" && kind !== "garbled";
  return {
    outcome: "unavailable",
    message: unreachable ? messageFor("auth/network-request-failed") : somethingWentWrong,
  };
}

/** docs/product.md#every-page: the log gets the e-mail's SHA-256 and no password. @param email "" where none is known */
export function reportFailure(
  event: EventName,
  reason: string,
  email: string,
  userAgent: string,
): void {
  const address = addressKey(email);
  const emailSha256 = address && createHash("sha256").update(address).digest("hex");
  log.warn({ source: "sign-in", reason, ...(emailSha256 && { emailSha256 }) }, event);
  reportEvent({ event, reason, userAgent });
  if (reason === "auth/user-not-found") reportEvent({ event: "user_is_not_found", userAgent });
}
