import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/components/button";
import { EmailField } from "~/components/email-field";
import { FormMessage } from "~/components/form-message";
import { FormToken } from "~/components/form-token";
import { type Trap, TrapFields } from "~/components/trap-fields";
import { addresses } from "~/web/addresses";
import type { MailAnswer } from "./mail-request.server.ts";

interface RecoveryFormProps {
  answer: MailAnswer | undefined;
  trap: Trap | undefined;
  submit: string;
  /** What can be done besides. */
  children: ReactNode;
}

/** Asks for an e-mail address to send something to. */
export function RecoveryForm({ answer, trap, submit, children }: RecoveryFormProps) {
  return (
    <form method="post" noValidate className="flex flex-col gap-5">
      <FormToken />
      <TrapFields fields={trap} />
      <EmailField email={answer?.email} error={answer?.error} />
      <FormMessage message={answer?.message} hint={answer?.hint} />
      {answer?.hasUser ? (
        <>
          <a href={addresses.signIn} className={buttonStyle("primary", "w-full")}>
            Sign in
          </a>
          <SubmitButton tone="quiet">{submit}</SubmitButton>
          <SubmitButton tone="plain" formAction={addresses.passwordRecovery}>
            Restore password
          </SubmitButton>
        </>
      ) : (
        <>
          <SubmitButton>{submit}</SubmitButton>
          {children}
        </>
      )}
    </form>
  );
}
