import { env } from "~/env.server";
import { publicFile } from "~/features/site/services/public-file";

export function loader() {
  const lines = [
    "User-agent: *",
    // Private pages are not listed: their guard redirects robots to sign-in, and listing them would only advertise them.
    "Disallow: /pdf",
    "Disallow: /api",
    "Disallow: /unsubscription",
    "Disallow: /letters",
    "",
    `Sitemap: ${env.APP_ORIGIN}/sitemap.xml`,
    "",
  ];
  return publicFile(lines.join("\n"), "text/plain");
}
