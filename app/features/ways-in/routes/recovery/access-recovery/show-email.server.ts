import { data } from "@remix-run/node";
import { z } from "zod";
import { type Link, readInvitation } from "~/features/ways-in/services/invitation.server";
import {
  alreadyActivated,
  nothingToActivate,
  tryAgain,
} from "~/features/ways-in/services/recovery.server";
import { emailField, fieldText, parseForm } from "~/platform/http/forms/parse-form.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { isSameAddress } from "~/platform/values/mail-address";

export interface EmailAnswer {
  form: "email";
  /** The subscription's, where the visitor has given it. */
  email?: string;
  /** As typed, to refill the field. */
  typed?: string;
  /** Shown beside the field. */
  error?: string | undefined;
  message?: string;
  hint?: string | undefined;
}

const fields = z.object({ fullEmail: emailField });
const notIt = "Not the email of this subscription";

/**
 * Shows the email of a subscription without an account to whoever gives it. Each try counts as a guess of an id does, and
 * says no more than whether it was right.
 */
export async function answerEmail(form: FormData, link: Link) {
  const typed = fieldText(form, "fullEmail");
  const answer = (shown: Omit<EmailAnswer, "form">, status: number, headers: HeadersInit = {}) =>
    data<EmailAnswer>({ form: "email", ...shown }, { status, headers });

  const parsed = parseForm(form, fields);
  if (!parsed.ok) return answer({ typed, error: parsed.errors.fullEmail }, 400);
  return orElse(
    async () => {
      const invitation = await readInvitation(link);
      switch (invitation.kind) {
        case "open": {
          const { email } = invitation;
          if (isSameAddress(email, parsed.value.fullEmail)) return answer({ email }, 200);
          return answer({ typed, error: notIt }, 422);
        }
        case "limited": {
          const { words, headers } = tryAgain(invitation.wait);
          return answer(
            { message: messageFor("auth/too-many-requests"), hint: words },
            429,
            headers,
          );
        }
        case "activated":
          return answer({ message: alreadyActivated }, 409);
        case "no-subscription":
          return answer({ message: nothingToActivate }, 404);
        case "refused-link":
          return answer({}, invitation.reason === "expired" ? 410 : 403);
      }
    },
    () => answer({ typed, message: somethingWentWrong }, 503),
  );
}
