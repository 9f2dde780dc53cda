import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { MailSentNotice } from "~/design/mail-sent-notice";
import { TrapFields } from "~/design/trap-fields";
import { addresses, queryOf } from "~/platform/values/addresses";
import type { MailAnswer, SentMail } from "./mail-request.server.ts";

interface RecoveryFormProps {
  answer: MailAnswer | undefined;
  submitLabel: string;
  /** Further links. */
  children: ReactNode;
}

/** A form that asks for an email address to send a mail to. */
export function RecoveryForm({ answer, submitLabel, children }: RecoveryFormProps) {
  return (
    <form method="post" noValidate className="flex flex-col gap-5">
      <FormToken />
      <TrapFields />
      <FormMessage
        message={answer?.message}
        hint={answer?.hint}
        errors={{ email: answer?.error }}
      />
      <EmailField email={answer?.email} error={answer?.error} />
      {answer?.hasUser ? (
        <>
          <a href={addresses.signIn} className={buttonStyle("primary", "w-full")}>
            Sign in
          </a>
          <SubmitButton tone="quiet">{submitLabel}</SubmitButton>
          <SubmitButton tone="plain" formAction={addresses.passwordRecovery}>
            Restore password
          </SubmitButton>
        </>
      ) : (
        <>
          <SubmitButton>{submitLabel}</SubmitButton>
          {children}
        </>
      )}
    </form>
  );
}

/** The mail named in `?sent=`. */
export function sentMail(request: Request): SentMail | undefined {
  const sent = queryOf(request).get("sent");
  return sent === "reset" || sent === "activation" ? sent : undefined;
}

/** What was sent, and what to do with it. */
export function CheckYourEmail({ mail }: { mail: SentMail }) {
  return (
    <MailSentNotice>
      {mail === "activation" ? (
        <>
          <p className="text-lg font-bold text-ink">First, let's activate your account!</p>
          <p>
            We've sent a link to the email address of your subscription. Open it within 24 hours and
            choose a password to get to your dashboard.
          </p>
        </>
      ) : (
        <p>We've sent you a link to choose a new password. Then sign in with the new password.</p>
      )}
      <p>No email after a few minutes? Check your spam folder, too.</p>
    </MailSentNotice>
  );
}
