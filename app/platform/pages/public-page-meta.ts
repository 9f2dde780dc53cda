import type { MetaDescriptor } from "@remix-run/react";
import { say } from "~/platform/values/say";

interface PublicPage {
  title: string;
  description: string;
  /** The public origin: social previews and canonical links need absolute URLs. */
  origin: string;
  path: string;
}

/** Title, description, canonical URL and social preview of a page that search engines may index. */
export function publicPageMeta({ title, description, origin, path }: PublicPage): MetaDescriptor[] {
  const address = new URL(path, origin).href;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Profile Analyzer" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${origin}/social.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    {
      property: "og:image:alt",
      content: say`Profile Analyzer: a phone with the analysis of an Instagram profile`,
    },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
