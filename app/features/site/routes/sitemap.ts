import { env } from "~/env.server";
import { publicFile } from "~/features/site/services/public-file";
import { isMultilingual, languages } from "~/platform/languages/languages.server";
import { addresses } from "~/platform/values/addresses";
import { addressIn, indexedPaths } from "~/platform/values/languages";

const publicPaths = isMultilingual
  ? languages.flatMap((language) => indexedPaths.map((path) => addressIn(language, path)))
  : [addresses.home, addresses.signIn, addresses.privacy, addresses.terms];

export function loader() {
  const entries = publicPaths.map((path) => `  <url><loc>${env.APP_ORIGIN}${path}</loc></url>\n`);
  return publicFile(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`,
    "application/xml",
  );
}
