import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { addresses } from "~/platform/values/addresses";
import { Section } from "../section.tsx";

export function Everywhere() {
  return (
    <Section id="everywhere" icon="logOut" title="Sign out everywhere">
      <p className="mt-2 text-muted">
        Signs you out in every browser, including this one. Sign-in links that we have emailed stop
        working. It can take a minute until the last browser is signed out. Your password and your
        passkeys stay.
      </p>
      <form method="post" action={addresses.security} className="mt-4">
        <FormToken />
        <SubmitButton name="press" value="sign-out-everywhere" tone="danger">
          Sign out everywhere
        </SubmitButton>
      </form>
    </Section>
  );
}
