import { SubmitButton } from "~/components/button";
import { FormMessage } from "~/components/form-message";
import { FormToken } from "~/components/form-token";
import { addresses } from "~/web/addresses";
import type { Refusal } from "../pressed.server.ts";
import { Section } from "../section.tsx";

export function Everywhere({ refusal }: { refusal: Refusal | undefined }) {
  return (
    <Section id="everywhere" icon="logOut" title="Sign out everywhere">
      <p className="mt-2 text-muted">
        Ends every session, in this browser, too. Links to sign in that are on their way stop
        working. It can take a minute until the last browser is signed out. Your password and your
        passkeys stay.
      </p>
      <div className="mt-3 empty:hidden">
        <FormMessage message={refusal?.message} hint={refusal?.hint} />
      </div>
      <form method="post" action={addresses.security} className="mt-4">
        <FormToken />
        <SubmitButton name="press" value="sign-out-everywhere" tone="danger">
          Sign out everywhere
        </SubmitButton>
      </form>
    </Section>
  );
}
