import { Field } from "~/components/field";
import { emailPattern, passwordPattern, shortPassword, wrongEmail } from "~/domain/validation";
import { addresses } from "~/web/addresses";

interface CredentialFieldsProps {
  email?: string | undefined;
  password?: string;
  errors?: Partial<Record<string, string>> | undefined;
}

/** What one signs in with, and the way on for who has forgotten it. */
export function CredentialFields({ email, password, errors }: CredentialFieldsProps) {
  return (
    <>
      <Field
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        inputMode="email"
        defaultValue={email}
        pattern={emailPattern}
        message={wrongEmail}
        error={errors?.email}
      />
      <Field
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        defaultValue={password}
        pattern={passwordPattern}
        message={shortPassword}
        error={errors?.password}
      />
      <a
        href={addresses.accessRecovery}
        className="-mt-2 self-end py-1 font-semibold text-blue-ink underline-offset-4 hover:underline"
      >
        Forgot password?
      </a>
    </>
  );
}
