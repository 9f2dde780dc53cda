import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { chooseFirstPassword } from "~/features/ways-in/services/account-creation.server";
import { noteSignIn } from "~/features/ways-in/services/enter.server";
import type { Link } from "~/features/ways-in/services/invitation.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import { isSpam } from "~/platform/http/forms/honeypot.server";
import { fieldText, parseForm, passwordField } from "~/platform/http/forms/parse-form.server";
import { addresses } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { shortNewPassword } from "~/platform/values/validation";

export interface CreationAnswer {
  form: "create";
  /** As shown in the form. */
  email: string;
  /** Shown beside the password field. */
  error?: string | undefined;
  message?: string;
  hint?: string | undefined;
  hasUser?: boolean | undefined;
  restore?: boolean | undefined;
}

const fields = z.object({ password: passwordField(shortNewPassword) });

/** Handles the Create Your Account form (docs/product.md#account-creation): signs the subscriber in, or says why that failed. */
export async function answerCreation(request: Request, form: FormData, link: Link) {
  const again = { form: "create" as const, email: fieldText(form, "email") };
  const refuse = (answer: Partial<CreationAnswer>, status: number, headers: HeadersInit = {}) =>
    data<CreationAnswer>({ ...again, ...answer }, { status, headers });

  if (isSpam(form)) return refuse({ message: somethingWentWrong }, 400);
  if (!link.id) return refuse({ message: "No subscription id for finalize" }, 400);
  const parsed = parseForm(form, fields);
  if (!parsed.ok) return refuse({ error: parsed.errors.password }, 400);

  const result = await chooseFirstPassword(link, parsed.value.password);
  switch (result.outcome) {
    case "signed-in": {
      const userAgent = request.headers.get("user-agent") ?? "";
      noteSignIn(result.account.uid, { way: "password", userAgent });
      const headers = await signInHeaders(request, result.account);
      return redirect(addresses.dashboard, { status: 303, headers });
    }
    case "not-shown-yet":
      return redirect(`${addresses.accessRecovery}?ready`, 303);
    case "refused-link":
      return refuse({}, result.reason === "expired" ? 410 : 403);
    case "refused": {
      const { message, hasUser, restore, status, wait } = result;
      const { words, headers } = tryAgain(wait);
      return refuse({ message, hasUser, restore, hint: words }, status, headers);
    }
  }
}
