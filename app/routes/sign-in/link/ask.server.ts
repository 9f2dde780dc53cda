import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { somethingWentWrong } from "~/domain/identity-messages";
import { tryAgain } from "~/services/recovery.server";
import { requestSignInLink } from "~/services/ways-in/mail-link.server";
import { addresses } from "~/web/addresses";
import { honeypotFields, isSpam } from "~/web/forms/honeypot.server";
import { emailField, fieldText, parseForm } from "~/web/forms/parse-form.server";
import { knownDevice } from "~/web/session/device-cookie.server";
import { requireVisitor } from "~/web/session/guards.server";
import type { AskView } from "./views.ts";

const fields = z.object({ email: emailField });

const page = (ask: Omit<AskView, "view" | "trap">, init?: ResponseInit) =>
  data<AskView>({ view: "ask", trap: honeypotFields, ...ask }, init);

/** The form that asks for the address, with the notice once a mail was asked for. */
export async function showAsk(request: Request) {
  await requireVisitor(request);
  return page({ sent: new URL(request.url).searchParams.has("sent") });
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
