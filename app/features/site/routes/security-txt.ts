import { env } from "~/env.server";
import { publicFile } from "~/features/site/services/public-file";
import { day } from "~/platform/values/durations";

/** RFC 9116 asks for an expiry within a year. The date moves with each request, since a served file is current. */
const validDays = 180;

export function loader() {
  const expires = new Date(Date.now() + validDays * day);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${encodeURI(env.SUPPORT_EMAIL)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${env.APP_ORIGIN}/.well-known/security.txt`,
    "",
  ];
  return publicFile(lines.join("\n"), "text/plain");
}
