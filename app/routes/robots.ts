import { env } from "~/env.server";

export function loader() {
  const lines = [
    "User-agent: *",
    "Disallow: /dashboard",
    "Disallow: /articles",
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
