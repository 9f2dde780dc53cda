import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { GoogleButton } from "./google-button.tsx";
import { PasskeyWay } from "./passkey/passkey-way.tsx";

interface OtherWaysProps {
  /** As typed in the form above, for the form of the next page. */
  email: string | undefined;
  /** The app's origin, where there are passkeys. */
  passkeys: string | undefined;
  /** Where to go after signing in with Google; undefined where one cannot. */
  google: string | undefined;
}

/** The ways in beside the password (docs/product.md#ways-in). */
export function OtherWays({ email, passkeys, google }: OtherWaysProps) {
  return (
    <section aria-label="Other ways to sign in" className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {passkeys && <PasskeyWay origin={passkeys} tone="outline" />}
      {google !== undefined && <GoogleButton target={google} />}
      <LinkByMail email={email} />
    </section>
  );
}

function LinkByMail({ email }: { email: string | undefined }) {
  const label = (
    <>
      <NamedIcon name="mail" className="size-5" />
      Email me a sign-in link
    </>
  );
  if (!email)
    return (
      <a href={addresses.signInByLink} className={buttonStyle("outline", "w-full")}>
        {label}
      </a>
    );
  // Posted, so that the address is in no URL.
  return (
    <form method="post" action={addresses.signInByLink}>
      <FormToken />
      <input type="hidden" name="intent" value="fill-in" />
      <input type="hidden" name="email" value={email} />
      <SubmitButton tone="outline">{label}</SubmitButton>
    </form>
  );
}
