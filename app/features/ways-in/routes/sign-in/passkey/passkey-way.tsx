import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { buttonStyle, type Tone } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { ScriptWords } from "~/design/script-words";
import script from "~/features/ways-in/browser/passkeys/sign-in.ts?worker&url";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";

interface PasskeyWayProps {
  /** The app's origin, to which passkeys belong. */
  origin: string;
  tone: Tone;
  /** Said until the script has found that the browser knows passkeys. */
  children?: ReactNode;
}

/** The button that signs in with a passkey. Its script shows it where the browser can, and has the browser suggest one. */
export function PasskeyWay({ origin, tone, children }: PasskeyWayProps) {
  const { search } = useLocation();
  return (
    <>
      {children && <p {...scriptHook("passkey-none")}>{children}</p>}
      <form
        hidden
        method="post"
        action={addresses.signInWithPasskey + search}
        {...scriptHook("passkey-origin", origin)}
        {...scriptHook("passkey-sign-in", addresses.passkeyChallenge)}
      >
        <FormToken />
        <input type="hidden" name="answer" />
        <button type="button" className={buttonStyle(tone, "group w-full")}>
          <span className="spinner hidden group-aria-busy:inline-block" aria-hidden="true" />
          <NamedIcon name="key" className="size-5 group-aria-busy:hidden" />
          Use a passkey
        </button>
        <p role="alert" className="mt-2 font-semibold text-red-ink empty:hidden" />
      </form>
      <ScriptWords of="ways-in" />
      <script type="module" src={script} />
    </>
  );
}
