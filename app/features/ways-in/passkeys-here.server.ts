import { env } from "~/env.server";

const { hostname: id } = new URL(env.APP_ORIGIN);

/** Whose passkeys these are: WebAuthn's relying party. Undefined where the app's address is an IP address: there are none. */
export const passkeysHere = /^\[|^[\d.]+$/.test(id) ? undefined : { id, origin: env.APP_ORIGIN };
