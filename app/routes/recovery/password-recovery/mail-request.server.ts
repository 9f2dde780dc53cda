import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { somethingWentWrong } from "~/domain/identity-messages";
import { type Recovery, tryAgain } from "~/services/recovery.server";
import { isSpam } from "~/web/forms/honeypot.server";
import { emailField, fieldText, parseForm } from "~/web/forms/parse-form.server";

export type SentMail = "reset" | "activation";

export interface MailAnswer {
  /** As typed, whatever became of it. */
  email: string;
  /** Stands beside the field. */
  error?: string | undefined;
  message?: string;
  /** When to try again. */
  hint?: string | undefined;
  /** There is an account that works. */
  hasUser?: boolean | undefined;
}

const fields = z.object({ email: emailField });

/** Answers a form that asks for a mail; a mail that was sent is told of by `address`. */
export function answerMailRequest(
  form: FormData,
  send: (email: string) => Promise<Recovery>,
  address: (mail: SentMail) => string,
) {
  const parsed = parseForm(form, fields);
  if (parsed.ok) return answerSent(form, () => send(parsed.value.email), address);
  return data<MailAnswer>({ email: fieldText(form, "email"), error: parsed.errors.email }, 400);
}

/** The same for a form that does not say whom the mail is for. */
export async function answerSent(
  form: FormData,
  send: () => Promise<Recovery>,
  address: (mail: SentMail) => string,
) {
  const email = fieldText(form, "email");
  if (isSpam(form)) return data<MailAnswer>({ email, message: somethingWentWrong }, 400);
  const result = await send();
  if (result.outcome === "sent") return redirect(address(result.mail), 303);
  const { message, status, hasUser, wait } = result;
  const { words, headers } = tryAgain(wait);
  return data<MailAnswer>({ email, message, hint: words, hasUser }, { status, headers });
}
