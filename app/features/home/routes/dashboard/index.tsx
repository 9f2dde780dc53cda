import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { startOfLeaving } from "~/features/leaving/place-rules.server";
import { isRecent } from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { queryOf } from "~/platform/values/addresses";
import { PasskeyOffer } from "./passkey-offer.tsx";

/** `?unsubscription=true` opens the unsubscribe flow (docs/product.md#home). */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const searchParams = queryOf(request);
  if (searchParams.get("unsubscription") === "true")
    throw redirect(await startOfLeaving(subscriber));
  // Where to offer a passkey, as long as one may be added.
  return { passkeys: isRecent(subscriber) ? passkeysHere?.origin : undefined };
}

/** The dashboard without a dialog. Only here is a passkey offered. */
export default function NoDialog() {
  const { passkeys } = useLoaderData<typeof loader>();
  return passkeys && <PasskeyOffer origin={passkeys} />;
}
