import { env } from "~/env.server";
import { relyingPartyId } from "~/features/ways-in/rules/passkeys";

const id = relyingPartyId(env.APP_ORIGIN);

/** Whose passkeys these are: WebAuthn's relying party. Undefined where the app's address is an IP address: there are none. */
export const passkeysHere = id === undefined ? undefined : { id, origin: env.APP_ORIGIN };
