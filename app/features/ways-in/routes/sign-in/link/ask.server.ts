import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { mailSentTitle } from "~/design/mail-sent-notice";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requireVisitor } from "~/features/account/guards.server";
import { requestSignInLink } from "~/features/ways-in/services/mail-link.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import { honeypotFields, isSpam } from "~/platform/http/forms/honeypot.server";
import { emailField, fieldText, parseForm } from "~/platform/http/forms/parse-form.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import type { AskView } from "./views.ts";

const fields = z.object({ email: emailField });

const page = (ask: Omit<AskView, "view" | "trap">, init?: ResponseInit) =>
  data<AskView>({ view: "ask", trap: honeypotFields, ...ask }, init);

/** The form that asks for the address, with the notice once a mail was asked for. */
export async function showAsk(request: Request) {
  await requireVisitor(request);
  const sent = queryOf(request).has("sent");
  return page({ sent, ...(sent && { said: mailSentTitle() }) });
}

/** Answers alike, and as fast, whether or not there is an account. The address is in no URL. */
export async function answerAsk(request: Request, form: FormData, clientAddress: string) {
  await requireVisitor(request);
  const email = fieldText(form, "email");
  // From the sign-in page, with the address that was typed there.
  if (form.get("intent") === "fill-in") return page({ email });
  const parsed = parseForm(form, fields);
  if (!parsed.ok) return page({ email, error: parsed.errors.email }, { status: 400 });
  if (isSpam(form, { optional: true }))
    return page({ email, message: somethingWentWrong }, { status: 400 });
  const device = await knownDevice(request, parsed.value.email);
  const refusal = await requestSignInLink(parsed.value.email, clientAddress, device);
  if (!refusal) return redirect(`${addresses.signInByLink}?sent`, 303);
  const { words, headers } = tryAgain(refusal.wait);
  const status = refusal.wait === undefined ? 503 : 429;
  return page({ email, message: refusal.message, hint: words }, { status, headers });
}
