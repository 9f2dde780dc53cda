import { EmailField } from "~/design/email-field";
import { Field } from "~/design/field";
import { addresses } from "~/platform/values/addresses";
import { passwordPattern, shortPassword } from "~/platform/values/validation";

interface CredentialFieldsProps {
  email?: string | undefined;
  password?: string | undefined;
  errors?: Partial<Record<string, string>> | undefined;
  /** See `EmailField`. */
  suggestsPasskeys?: boolean;
}

/** Email and password fields of a sign-in form, with the link to access recovery. */
export function CredentialFields({
  email,
  password,
  errors,
  suggestsPasskeys = false,
}: CredentialFieldsProps) {
  return (
    <>
      <EmailField email={email} error={errors?.email} suggestsPasskeys={suggestsPasskeys} />
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
