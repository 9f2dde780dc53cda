import { env } from "~/env.server";

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
  return new Response(lines.join("\n"), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
