import { env } from "~/env.server";

export function loader() {
  const lines = [
    "User-agent: *",
    // Private pages are not named: their guard sends every robot to sign-in, and a ban keeps none of them secret.
    "Disallow: /pdf",
    "Disallow: /api",
    "Disallow: /unsubscription",
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
