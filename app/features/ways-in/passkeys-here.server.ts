import { env } from "~/env.server";

const { hostname: id } = new URL(env.APP_ORIGIN);

/** WebAuthn's relying party, to which passkeys are bound: the app's domain. Undefined where its address is an IP address: it has no passkeys. */
export const passkeysHere = /^\[|^[\d.]+$/.test(id) ? undefined : { id, origin: env.APP_ORIGIN };
