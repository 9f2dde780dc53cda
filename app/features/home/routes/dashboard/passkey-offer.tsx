import { useEffect } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { offerPasskey } from "~/features/home/browser/passkey-offer";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";

/**
 * The offer to add a passkey, for the first minutes after a sign-in, as only then one may be added. The page never waits
 * for it: a script shows it. It stays away where the device has no screen lock, or the subscriber has a passkey or wants none.
 * @param origin of the app, to which passkeys belong
 */
export function PasskeyOffer({ origin }: { origin: string }) {
  useEffect(() => void offerPasskey(), []);
  return (
    <section
      hidden
      {...scriptHook("passkey-origin", origin)}
      {...scriptHook("passkey-offer", addresses.passkeyOffer)}
      aria-labelledby="passkey-offer"
      className="sticky bottom-3 [@media(max-height:30rem)]:static mx-5 mb-6 card p-4 shadow-card"
    >
      <div className="flex items-start gap-3">
        <NamedIcon name="key" className="mt-0.5 size-6 text-blue-ink" />
        <div>
          <h2 id="passkey-offer" className="font-bold">
            Sign in without a password next time?
          </h2>
          <p className="mt-1 text-sm text-muted">
            A passkey needs only your fingerprint, your face or your screen lock.
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={`${addresses.security}#passkeys`}
          className={buttonStyle("primary", "min-w-36 flex-1")}
        >
          Add a passkey
        </a>
        <form method="post" action={addresses.security} className="min-w-36 flex-1">
          <FormToken />
          <SubmitButton name="press" value="passkey-no-offer" tone="quiet">
            No, thanks
          </SubmitButton>
        </form>
      </div>
    </section>
  );
}
