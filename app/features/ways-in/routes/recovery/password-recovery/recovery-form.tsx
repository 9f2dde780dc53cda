import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { type Trap, TrapFields } from "~/design/trap-fields";
import { addresses } from "~/platform/values/addresses";
import type { MailAnswer } from "./mail-request.server.ts";

interface RecoveryFormProps {
  answer: MailAnswer | undefined;
  trap: Trap | undefined;
  submitLabel: string;
  /** Further links. */
  children: ReactNode;
}

/** A form that asks for an email address to send a mail to. */
export function RecoveryForm({ answer, trap, submitLabel, children }: RecoveryFormProps) {
  return (
    <form method="post" noValidate className="flex flex-col gap-5">
      <FormToken />
      <TrapFields fields={trap} />
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
