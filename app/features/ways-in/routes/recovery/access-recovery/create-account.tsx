import { buttonStyle, SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { useOwnAddress } from "~/design/own-address";
import { type Trap, TrapFields } from "~/design/trap-fields";
import { addresses } from "~/platform/values/addresses";
import { passwordPattern, shortNewPassword } from "~/platform/values/validation";
import type { CreationAnswer } from "./create-account.server.ts";

interface CreateAccountProps {
  email: string;
  isMasked: boolean;
  answer: CreationAnswer | undefined;
  trap: Trap | undefined;
}

/** The Create Your Account form (docs/product.md#account-creation). The email is the subscription's and read-only. */
export function CreateAccount({ email, isMasked, answer, trap }: CreateAccountProps) {
  return (
    <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-5">
      <FormToken />
      <TrapFields fields={trap} />
      <FormMessage
        message={
          answer?.message && (
            <>
              {answer.message}
              {answer.restore && (
                <>
                  {" "}
                  <a href={addresses.signIn} className="underline underline-offset-2">
                    restore you password
                  </a>
                </>
              )}
            </>
          )
        }
        hint={answer?.hint}
        errors={{ password: answer?.error }}
      />
      <Field
        name="email"
        type={isMasked ? "text" : "email"}
        label="Email"
        // Part of an address is nothing that a password manager should keep.
        autoComplete={isMasked ? "off" : "username"}
        defaultValue={email}
        hintId={isMasked ? "email-hint" : undefined}
        readOnly
      />
      {isMasked && (
        <p id="email-hint" className="-mt-3 text-sm text-muted">
          We show only part of your email here, since this link may reach others. You sign in with
          the whole of it.
        </p>
      )}
      <Field
        name="password"
        type="password"
        label="Password"
        autoComplete="new-password"
        pattern={passwordPattern}
        message={shortNewPassword}
        error={answer?.error}
      />
      {answer?.hasUser && (
        <a href={addresses.signIn} className={buttonStyle("quiet", "w-full")}>
          Sign in
        </a>
      )}
      <SubmitButton>Create account</SubmitButton>
    </form>
  );
}
