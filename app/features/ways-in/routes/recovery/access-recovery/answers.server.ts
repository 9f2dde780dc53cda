import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { mailSentTitle } from "~/design/mail-sent-notice";
import { isElsewhere } from "~/features/account/owner.server";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { chooseFirstPassword } from "~/features/ways-in/services/account-creation.server";
import { noteSignIn, visitorOf } from "~/features/ways-in/services/enter.server";
import {
  type Invitation,
  type Link,
  readInvitation,
} from "~/features/ways-in/services/invitation.server";
import {
  alreadyActivated,
  nothingToActivate,
  tryAgain,
} from "~/features/ways-in/services/recovery.server";
import { honeypotFields, isSpam } from "~/platform/http/forms/honeypot.server";
import {
  emailField,
  fieldText,
  parseForm,
  passwordField,
} from "~/platform/http/forms/parse-form.server";
import type { Unreadable } from "~/platform/tokens/tokens.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { isSameAddress, maskedAddress } from "~/platform/values/mail-address";
import { say, sentence } from "~/platform/values/say";
import { shortNewPassword } from "~/platform/values/validation";
import type { MailAnswer } from "../password-recovery/mail-request.server.ts";
import { sentMail } from "../password-recovery/recovery-form.tsx";

/** What `/access-recovery` shows. */
export type View =
  | { kind: "recovery" }
  /** The account exists; the subscription service does not show its subscription yet. */
  | { kind: "ready" }
  /** `isMasked`: whoever has the link may not be the owner of the email. */
  | { kind: "create"; email: string; isMasked: boolean }
  /** `tied`: the subscription already belongs to the account. `signInAs`: part of its address, where that is another one. */
  | { kind: "activated"; tied: boolean; signInAs?: string }
  | Extract<Invitation, { kind: "no-subscription" | "refused-link" }>
  | { kind: "limited"; message: string }
  /** `here` is the page's own address, for 'Try again'. */
  | { kind: "unavailable"; here: string };

type Activated = Extract<Invitation, { kind: "activated" }>;

interface ShownView {
  view: View;
  status: number;
  headers?: HeadersInit;
}

/**
 * What the page shows, and what its forms need.
 * @param link undefined where the address has none
 * @param isPressed whether it answers a press
 */
export async function showRecovery(request: Request, link: Link | undefined, isPressed: boolean) {
  const { pathname, search, searchParams } = new URL(request.url);
  const { view, status, headers }: ShownView = link
    ? await viewOfLink(link, pathname + search)
    : { view: { kind: searchParams.has("ready") ? "ready" : "recovery" }, status: 200 };
  const sent = sentMail(request);
  const said = sent && mailSentTitle();
  return data(
    { view, isPressed, id: link?.id ?? "", sent, said, trap: honeypotFields },
    { status, headers: { ...headers, ...(link && { "cache-control": "private, no-store" }) } },
  );
}

const refusedStatus = (reason: Unreadable) => (reason === "expired" ? 410 : 403);

/** The view for a link. Reveals the email only to whoever was mailed the link. */
async function viewOfLink(link: Link, here: string): Promise<ShownView> {
  if (!link.id) return { view: { kind: "no-subscription" }, status: 404 };
  return orElse(
    async () => {
      const invitation = await readInvitation(link);
      switch (invitation.kind) {
        case "open": {
          const isMasked = !invitation.mailed;
          const email = isMasked ? maskedAddress(invitation.email) : invitation.email;
          return { view: { kind: "create", email, isMasked }, status: 200 };
        }
        case "activated":
          return { view: activatedView(invitation), status: 409 };
        case "no-subscription":
          return { view: invitation, status: 404 };
        case "refused-link":
          return { view: invitation, status: refusedStatus(invitation.reason) };
        case "limited": {
          const { words, headers } = tryAgain(invitation.wait);
          const message = `${messageFor("auth/too-many-requests")} ${words}`;
          return { view: { kind: "limited", message }, status: 429, headers };
        }
      }
    },
    () => ({ view: { kind: "unavailable", here }, status: 503 }),
  );
}

function activatedView({ owner, mailed, email }: Activated): View {
  const { account, tied, failure } = owner;
  if (failure) throw failure;
  // Whoever reads today's address of the subscription is its owner. An id alone says nothing of any address.
  const isTold = mailed && isElsewhere(owner, email);
  return { kind: "activated", tied, ...(isTold && { signInAs: maskedAddress(account.email) }) };
}

export interface EmailAnswer extends Pick<MailAnswer, "error" | "message" | "hint"> {
  form: "email";
  /** The subscription's, where the visitor has given it. */
  email?: string;
  /** As typed, to refill the field. */
  typed?: string;
}

const emailFields = z.object({ fullEmail: emailField });
const notIt = sentence("Not the email of this subscription");

/**
 * Shows the email of a subscription without an account to whoever gives it. Each try counts as a guess of an id does, and
 * says no more than whether it was right.
 */
export async function answerEmail(form: FormData, link: Link) {
  const typed = fieldText(form, "fullEmail");
  const answer = (shown: Omit<EmailAnswer, "form">, status: number, headers: HeadersInit = {}) =>
    data<EmailAnswer>({ form: "email", ...shown }, { status, headers });

  const parsed = parseForm(form, emailFields);
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
          const { words: hint, headers } = tryAgain(invitation.wait);
          return answer({ message: messageFor("auth/too-many-requests"), hint }, 429, headers);
        }
        case "activated":
          return answer({ message: alreadyActivated }, 409);
        case "no-subscription":
          return answer({ message: nothingToActivate }, 404);
        case "refused-link":
          return answer({}, refusedStatus(invitation.reason));
      }
    },
    () => answer({ typed, message: somethingWentWrong }, 503),
  );
}

/** `email` is as shown in the form; `error` stands beside the password field. */
export interface CreationAnswer extends MailAnswer {
  form: "create";
  restore?: boolean | undefined;
}

const creationFields = z.object({ password: passwordField(shortNewPassword) });

/** Handles the Create Your Account form (docs/product.md#account-creation): signs the subscriber in, or says why that failed. */
export async function answerCreation(request: Request, form: FormData, link: Link) {
  const again = { form: "create" as const, email: fieldText(form, "email") };
  const refuse = (answer: Partial<CreationAnswer>, status: number, headers: HeadersInit = {}) =>
    data<CreationAnswer>({ ...again, ...answer }, { status, headers });

  if (isSpam(form)) return refuse({ message: somethingWentWrong }, 400);
  if (!link.id) return refuse({ message: say`No subscription id for finalize` }, 400);
  const parsed = parseForm(form, creationFields);
  if (!parsed.ok) return refuse({ error: parsed.errors.password }, 400);

  const result = await chooseFirstPassword(link, parsed.value.password);
  switch (result.outcome) {
    case "signed-in": {
      noteSignIn(result.account.uid, { way: "password", ...visitorOf(request, link) });
      const headers = await signInHeaders(request, result.account);
      return redirect(addresses.dashboard, { status: 303, headers });
    }
    case "not-shown-yet":
      return redirect(`${addresses.accessRecovery}?ready`, 303);
    case "refused-link":
      return refuse({}, refusedStatus(result.reason));
    case "refused": {
      const { message, hasUser, restore, status, wait } = result;
      const { words: hint, headers } = tryAgain(wait);
      return refuse({ message, hasUser, restore, hint }, status, headers);
    }
  }
}
