import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { type Recovery, tryAgain } from "~/features/ways-in/services/recovery.server";
import { isSpam } from "~/platform/http/forms/honeypot.server";
import { emailField, fieldText, parseForm } from "~/platform/http/forms/parse-form.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";

export type SentMail = "reset" | "activation";

export interface MailAnswer {
  /** As typed, to refill the field. */
  email: string;
  /** Shown beside the field. */
  error?: string | undefined;
  message?: string;
  /** When to try again, or what to do instead. */
  hint?: string | undefined;
  /** Whether the email has an account already. */
  hasUser?: boolean | undefined;
}

const fields = z.object({ email: emailField });

/** Handles a form with an email field that sends a mail. On success it redirects to `addressAfter`. */
export function answerMailRequest(
  form: FormData,
  send: (email: string) => Promise<Recovery>,
  addressAfter: (mail: SentMail) => string,
) {
  const parsed = parseForm(form, fields);
  if (parsed.ok) return answerMailForm(form, () => send(parsed.value.email), addressAfter);
  return data<MailAnswer>({ email: fieldText(form, "email"), error: parsed.errors.email }, 400);
}

/** The same for a form without an email field. */
export async function answerMailForm(
  form: FormData,
  send: () => Promise<Recovery>,
  addressAfter: (mail: SentMail) => string,
) {
  const email = fieldText(form, "email");
  if (isSpam(form)) return data<MailAnswer>({ email, message: somethingWentWrong }, 400);
  const result = await send();
  if (result.outcome === "sent") return redirect(addressAfter(result.mail), 303);
  const { message, status, hasUser, advice, wait } = result;
  const { words: hint = advice, headers } = tryAgain(wait);
  return data<MailAnswer>({ email, message, hint, hasUser }, { status, headers });
}
