import { Field } from "~/design/field";
import { emailPattern, wrongEmail } from "~/platform/values/validation";

interface EmailFieldProps {
  email: string | undefined;
  error: string | undefined;
  /** Lets the browser suggest passkeys here, as the page's script asks it to. */
  suggestsPasskeys?: boolean;
}

/** The email address of an account, marked as user name for password managers. */
export function EmailField({ email, error, suggestsPasskeys = false }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label="Email"
      autoComplete={suggestsPasskeys ? "username webauthn" : "username"}
      inputMode="email"
      defaultValue={email}
      pattern={emailPattern}
      message={wrongEmail}
      error={error}
    />
  );
}
