import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { publicFile } from "~/features/site/services/public-file";
import { ownOrigin } from "~/platform/http/gate/own-address.server";
import { day } from "~/platform/values/durations";

/** RFC 9116 asks for an expiry within a year. The date moves with each request, since a served file is current. */
const validDays = 180;

export function loader({ request }: LoaderFunctionArgs) {
  const expires = new Date(Date.now() + validDays * day);
  expires.setUTCHours(0, 0, 0, 0);
  // A file from an address that it does not list is not to be trusted (RFC 9116, 2.5.2).
  const origins = new Set([env.APP_ORIGIN, ownOrigin(request.headers.get("host"))]);
  const lines = [
    `Contact: mailto:${encodeURI(env.SUPPORT_EMAIL)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    ...[...origins].map((origin) => `Canonical: ${origin}/.well-known/security.txt`),
    "",
  ];
  return publicFile(lines.join("\n"), "text/plain");
}
