import type { LoaderFunctionArgs } from "@remix-run/node";
import { passkeysOf } from "~/clients/passkeys.server";
import { settingsOf } from "~/clients/settings.server";
import { unlessDown } from "~/clients/upstream.server";
import { passkeysHere } from "~/services/passkeys/here.server";
import { currentSubscriber } from "~/web/session/guards.server";

/** Whether to offer the subscriber to add a passkey: they have none, and have not declined. Asked by the home page's script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = passkeysHere && (await currentSubscriber(request));
  const offer = subscriber ? await unlessDown(mayOffer(subscriber.uid)) : false;
  return Response.json({ offer: offer ?? false }, { headers: { "cache-control": "no-store" } });
}

async function mayOffer(uid: string): Promise<boolean> {
  const [settings, listed] = await Promise.all([settingsOf(uid), passkeysOf(uid)]);
  return !settings.noPasskeyOffer && listed.length === 0;
}
