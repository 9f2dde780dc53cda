import { env } from "~/env.server";
import { ownOrigin } from "~/platform/http/gate/own-address.server";

const { hostname: id } = new URL(env.APP_ORIGIN);

/** WebAuthn's relying party, to which passkeys are bound: the app's domain. Undefined where its address is an IP address: it has no passkeys. */
export const passkeysHere = /^\[|^[\d.]+$/.test(id) ? undefined : { id, origin: env.APP_ORIGIN };

/** Whether a page is on a brand's host: no passkey of the app's own address works there. */
export const isOnOtherHost = ({ headers }: Request) =>
  ownOrigin(headers.get("host")) !== ownOrigin(undefined);
