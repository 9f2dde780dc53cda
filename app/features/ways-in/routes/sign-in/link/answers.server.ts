import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { mailSentTitle } from "~/design/mail-sent-notice";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requireVisitor } from "~/features/account/guards.server";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import type { Visitor } from "~/features/ways-in/services/enter.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import {
  type RefusedSignInLink,
  requestSignInLink,
  signInByLink,
} from "~/features/ways-in/services/sign-in-by-link.server";
import { openSignInLink } from "~/features/ways-in/services/sign-in-link.server";
import { honeypotFields, isSpam } from "~/platform/http/forms/honeypot.server";
import { emailField, fieldText, parseForm } from "~/platform/http/forms/parse-form.server";
import { clearSessionCookie, readSession } from "~/platform/session/session.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";

/** The form that asks for an address. */
export interface AskView {
  view: "ask";
  /** For the form. */
  trap?: typeof honeypotFields;
  email?: string;
  /** Shown beside the field. */
  error?: string | undefined;
  message?: string;
  /** When to try again. */
  hint?: string | undefined;
  /** The mail was asked for. */
  sent?: boolean;
  /** For the title. */
  said?: string;
  /** The account that was signed in with has no running main plan. */
  missingSubscription?: boolean;
}

/** What the page of a mailed link says. In the first four the link can still be used. */
export type PressState = "ready" | "somebody-else" | "unavailable" | "limited" | RefusedSignInLink;

/** What a mailed link opens. */
export interface PressView {
  view: "press";
  state: PressState;
  /** For the form; undefined if the link is of no more use. */
  token?: string | undefined;
  /** Whom it signs in: one may have been mailed somebody else's link. */
  email?: string | undefined;
  /** When to try again. */
  hint?: string | undefined;
}

const fields = z.object({ email: emailField });

const askPage = (ask: Omit<AskView, "view">, init?: ResponseInit) =>
  data<AskView>({ view: "ask", ...ask }, init);

/** The form that asks for the address, with the notice once a mail was asked for. */
export async function showAsk(request: Request) {
  await requireVisitor(request);
  const sent = queryOf(request).has("sent");
  return askPage({ trap: honeypotFields, sent, ...(sent && { said: mailSentTitle() }) });
}

/** Answers alike, and as fast, whether or not there is an account. The address is in no URL. */
export async function answerAsk(request: Request, form: FormData, { clientAddress }: Visitor) {
  await requireVisitor(request);
  const email = fieldText(form, "email");
  // From the sign-in page, with the address that was typed there.
  if (form.get("intent") === "fill-in") return askPage({ email });
  const parsed = parseForm(form, fields);
  if (!parsed.ok) return askPage({ email, error: parsed.errors.email }, { status: 400 });
  if (isSpam(form, { optional: true }))
    return askPage({ email, message: somethingWentWrong }, { status: 400 });
  const device = await knownDevice(request, parsed.value.email);
  const refusal = await requestSignInLink(parsed.value.email, clientAddress, device);
  if (!refusal) return redirect(`${addresses.signInByLink}?sent`, 303);
  const { words, headers } = tryAgain(refusal.wait);
  const status = refusal.wait === undefined ? 503 : 429;
  return askPage({ email, message: refusal.message, hint: words }, { status, headers });
}

export const maxTokenLength = 2_000;

const pressPage = (
  state: PressState,
  { token, email, hint, ...init }: ResponseInit & Omit<PressView, "view" | "state">,
) => data<PressView>({ view: "press", state, token, email, hint }, init);

const statuses: Record<RefusedSignInLink, number> = {
  expired: 410,
  invalid: 403,
  used: 410,
  "used-now": 410,
  void: 410,
  disabled: 403,
};

/** The page of a mailed link. Only the cookie tells who is signed in, so that no outside system is called. */
export async function showPress(request: Request, token: string) {
  const link = await openSignInLink(token);
  if ("unreadable" in link)
    return pressPage(link.unreadable, { status: statuses[link.unreadable] });
  const state = (await isSomebodyElse(request, link.uid)) ? "somebody-else" : "ready";
  return pressPage(state, { token, email: link.email });
}

const isSomebodyElse = async (request: Request, uid: string) => {
  const present = await readSession(request);
  return present !== undefined && present.uid !== uid;
};

/** The press on the page's button. */
export async function answerPress(request: Request, form: FormData, visitor: Visitor) {
  const token = fieldText(form, "t", maxTokenLength);
  const opened = await openSignInLink(token);
  const link = "unreadable" in opened ? undefined : opened;
  const pressed = { token, email: link?.email };
  if (link && form.get("instead") !== "yes" && (await isSomebodyElse(request, link.uid)))
    return pressPage("somebody-else", { ...pressed, status: 409 });
  const result = await signInByLink(token, visitor);
  switch (result.outcome) {
    case "signed-in": {
      const headers = await signInHeaders(request, result.account);
      return redirect(addresses.dashboard, { headers });
    }
    case "refused":
      // The answer to the first press has arrived in this browser.
      if (result.reason === "used-now" && link && (await readSession(request))?.uid === link.uid)
        return redirect(addresses.dashboard);
      return pressPage(result.reason, { status: statuses[result.reason] });
    case "limited": {
      const { words, headers } = tryAgain(result.wait);
      return pressPage("limited", { ...pressed, hint: words, status: 429, headers });
    }
    case "unavailable":
      return pressPage("unavailable", { ...pressed, status: 503 });
    case "no-subscription": {
      const headers = { "set-cookie": await clearSessionCookie() };
      return askPage({ missingSubscription: true }, { status: 403, headers });
    }
  }
}
