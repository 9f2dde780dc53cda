import { Field } from "~/components/field";
import { emailPattern, wrongEmail } from "~/domain/validation";

interface EmailFieldProps {
  email: string | undefined;
  error: string | undefined;
}

/** The email address of an account, marked as user name for password managers. */
export function EmailField({ email, error }: EmailFieldProps) {
  return (
    <Field
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      inputMode="email"
      defaultValue={email}
      pattern={emailPattern}
      message={wrongEmail}
      error={error}
    />
  );
}
