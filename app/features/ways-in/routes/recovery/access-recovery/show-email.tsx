import { SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { useOwnAddress } from "~/design/own-address";
import { emailPattern, wrongEmail } from "~/platform/values/validation";
import type { EmailAnswer } from "./show-email.server.ts";

/** For whoever wants to see that the masked email is theirs: gives it whole. Nobody needs it to create the account. */
export function ShowEmail({ answer }: { answer: EmailAnswer | undefined }) {
  return (
    <details open={answer !== undefined} className="mt-6 border-t border-line pt-2">
      <summary className="min-h-11 py-3 text-sm font-semibold">Is this my address?</summary>
      <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-4 pt-2">
        <FormToken />
        <input type="hidden" name="intent" value="show-email" />
        <FormMessage
          message={answer?.message}
          hint={answer?.hint}
          errors={{ fullEmail: answer?.error }}
        />
        <Field
          name="fullEmail"
          // Only the field of the form above is labelled and typed as the account's email.
          type="text"
          label="Your whole address"
          autoComplete="email"
          inputMode="email"
          defaultValue={answer?.typed}
          pattern={emailPattern}
          message={wrongEmail}
          error={answer?.error}
        />
        <SubmitButton tone="quiet">Compare</SubmitButton>
      </form>
    </details>
  );
}
