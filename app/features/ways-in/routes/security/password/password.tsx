import { SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { newPasswordPattern, shortChangedPassword } from "~/features/ways-in/rules/new-password";
import { addresses } from "~/platform/values/addresses";
import type { PressRefusal } from "../pressed.server.ts";
import { Section, SectionDown } from "../section.tsx";

interface PasswordProps {
  /** Undefined while the identity provider is down. */
  hasPassword: boolean | undefined;
  email: string;
  checksLeaks: boolean;
  refusal: PressRefusal | undefined;
}

/** Changes the password; where there is none, has a link mailed with which to set one. */
export function Password({ hasPassword, email, checksLeaks, refusal }: PasswordProps) {
  return (
    <Section id="password-change" icon="privacy" title="Password">
      {!hasPassword && (
        <div className="mt-3 empty:hidden">
          <FormMessage message={refusal?.message} hint={refusal?.hint} />
        </div>
      )}
      {hasPassword === undefined && (
        <SectionDown>
          We cannot reach the sign-in service right now, so the password cannot be changed.
        </SectionDown>
      )}
      {hasPassword === false && <NoPassword />}
      {hasPassword && <ChangeForm email={email} checksLeaks={checksLeaks} refusal={refusal} />}
    </Section>
  );
}

function ChangeForm({ email, checksLeaks, refusal }: Omit<PasswordProps, "hasPassword">) {
  return (
    <form method="post" action={addresses.security} noValidate className="mt-3 flex flex-col gap-4">
      <FormToken />
      <FormMessage message={refusal?.message} hint={refusal?.hint} errors={refusal?.errors} />
      {/* Password managers store the new password under this name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={email}
        hidden
        readOnly
      />
      <Field
        name="present"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={4_096}
        pattern="[\s\S]+"
        message="Enter your current password."
        error={refusal?.errors?.present}
      />
      <Field
        name="password"
        type="password"
        label="New password"
        autoComplete="new-password"
        maxLength={4_096}
        pattern={newPasswordPattern}
        message={shortChangedPassword()}
        error={refusal?.errors?.password}
      />
      <Advice checksLeaks={checksLeaks} />
      <SubmitButton name="press" value="change-password">
        Change password
      </SubmitButton>
    </form>
  );
}

function Advice({ checksLeaks }: Pick<PasswordProps, "checksLeaks">) {
  return (
    <p className="text-sm text-muted">
      At least 8 characters. Several words in a row are hard to guess and easy to remember.
      {checksLeaks &&
        " We check whether it is in a known data leak, without sending the password itself."}{" "}
      Every other browser is signed out.
    </p>
  );
}

function NoPassword() {
  return (
    <form method="post" action={addresses.security} className="mt-3">
      <FormToken />
      <p className="text-muted">
        You have no password. If you want one, we send you an email with a link to set it.
      </p>
      <SubmitButton name="press" value="mail-password-link" tone="quiet" className="mt-4 w-full">
        Send the email
      </SubmitButton>
    </form>
  );
}
