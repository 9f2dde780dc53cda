import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { requireSubscriber } from "~/features/account/guards.server";
import { offerPasskey } from "~/features/home/browser/passkey-offer";
import { startOfLeaving } from "~/features/leaving/place-rules.server";
import { isRecent } from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";

/** `?unsubscription=true` opens the unsubscribe flow (docs/product.md#home). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const searchParams = queryOf(request);
  if (searchParams.get("unsubscription") === "true")
    throw redirect(await startOfLeaving(subscriber));
  // Where to offer a passkey, as long as one may be added.
  return { passkeys: isRecent(subscriber) ? passkeysHere?.origin : undefined };
}

/**
 * The offer to add a passkey, for the first minutes after a sign-in, as only then one may be added. The page never waits
 * for it: a script shows it. It stays away where the device has no screen lock, or the subscriber has a passkey or wants none.
 * @param origin of the app, to which passkeys belong
 */
function PasskeyOffer({ origin }: { origin: string }) {
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

/** The dashboard without a dialog. Only here is a passkey offered. */
export default function NoDialog() {
  const { passkeys } = useLoaderData<typeof loader>();
  return passkeys && <PasskeyOffer origin={passkeys} />;
}
