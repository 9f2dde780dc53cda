import { data, redirect } from "@remix-run/node";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import {
  type ByLink,
  type RefusedSignInLink,
  signInByLink,
} from "~/features/ways-in/services/sign-in-by-link.server";
import { openSignInLink } from "~/features/ways-in/services/sign-in-link.server";
import { honeypotFields } from "~/platform/http/forms/honeypot.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { clearSessionCookie, readSession } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import type { AskView, PressState, PressView } from "./views.ts";

export const maxTokenLength = 2_000;

const page = (
  state: PressState,
  { token, email, hint, ...init }: ResponseInit & Omit<PressView, "view" | "state">,
) =>
  data<PressView>(
    { view: "press", state, ...(token && { token }), ...(email && { email }), hint },
    init,
  );

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
  if ("unreadable" in link) return page(link.unreadable, { status: statuses[link.unreadable] });
  const state = (await isSomebodyElse(request, link.uid)) ? "somebody-else" : "ready";
  return page(state, { token, email: link.email });
}

const isSomebodyElse = async (request: Request, uid: string) => {
  const present = await readSession(request);
  return present !== undefined && present.uid !== uid;
};

/** The press on the page's button. */
export async function answerPress(request: Request, form: FormData, clientAddress: string) {
  const token = fieldText(form, "t", maxTokenLength);
  const link = await openSignInLink(token);
  if (!("unreadable" in link) && form.get("instead") !== "yes")
    if (await isSomebodyElse(request, link.uid))
      return page("somebody-else", { token, email: link.email, status: 409 });
  const userAgent = request.headers.get("user-agent") ?? "";
  const result = await signInByLink(token, { userAgent, clientAddress });
  if (result.outcome === "refused" && result.reason === "used-now")
    if (!("unreadable" in link) && (await readSession(request))?.uid === link.uid)
      // The answer to the first press has arrived in this browser.
      return redirect(addresses.dashboard);
  const email = "unreadable" in link ? undefined : link.email;
  return answerTo(result, request, { token, ...(email && { email }) });
}

async function answerTo(
  result: ByLink,
  request: Request,
  pressed: Pick<PressView, "token" | "email">,
) {
  switch (result.outcome) {
    case "signed-in":
      return redirect(addresses.dashboard, {
        headers: await signInHeaders(request, result.account),
      });
    case "refused":
      return page(result.reason, { status: statuses[result.reason] });
    case "limited": {
      const { words, headers } = tryAgain(result.wait);
      return page("limited", { ...pressed, hint: words, status: 429, headers });
    }
    case "unavailable":
      return page("unavailable", { ...pressed, status: 503 });
    case "no-subscription":
      return data<AskView>(
        { view: "ask", trap: honeypotFields, missingSubscription: true },
        { status: 403, headers: { "set-cookie": await clearSessionCookie() } },
      );
  }
}
