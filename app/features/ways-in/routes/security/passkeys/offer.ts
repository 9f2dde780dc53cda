import type { LoaderFunctionArgs } from "@remix-run/node";
import { currentSubscriber } from "~/features/account/guards.server";
import { settingsOf } from "~/features/account/settings.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { passkeysOf } from "~/features/ways-in/store/passkeys.server";
import { jsonAnswer } from "~/platform/http/responses/json-answer";
import { unlessDown } from "~/platform/upstream/upstream.server";

/** Whether to offer the subscriber to add a passkey: they have none, and have not declined. Asked by the home page's script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = passkeysHere && (await currentSubscriber(request));
  const offer = subscriber ? await unlessDown(mayOffer(subscriber.uid)) : false;
  return jsonAnswer({ offer: offer ?? false });
}

async function mayOffer(uid: string): Promise<boolean> {
  const [settings, listed] = await Promise.all([settingsOf(uid), passkeysOf(uid)]);
  return !settings.noPasskeyOffer && listed.length === 0;
}
