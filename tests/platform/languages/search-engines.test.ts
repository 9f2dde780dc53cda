import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { pageAddresses } from "#tests/setup/page-addresses";
import { resetApp } from "#tests/setup/reset-app";
import { addressIn, indexedPaths, isPublicPath } from "~/platform/values/languages";

// What a search engine reads: robots.txt names the sitemap, and each page of it is asked for without cookie or language.

const origin = "http://localhost:3000";
const tags = everyCase
  ? (["en", "de", "fr", "es", "pt-BR", "it", "ar"] as const)
  : (["en", "de", "pt-BR"] as const);

beforeAll(() => {
  vi.stubEnv("LANGUAGES", tags.join());
  resetApp();
});

interface Crawled {
  status: number;
  lang: string | undefined;
  title: string | undefined;
  canonical: string[];
  /** Address by hreflang. */
  alternates: [string, string][];
  isHidden: boolean;
}

async function crawl(address: string): Promise<Crawled> {
  const answer = await visit(new URL(address).pathname, { redirect: "manual" });
  const html = await answer.text();
  const head = html.split("</head>")[0] ?? "";
  const named = (pattern: RegExp) => pattern.exec(head)?.[1];
  return {
    status: answer.status,
    lang: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1],
    title: named(/<title>([^<]+)/),
    canonical: [...head.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, to = ""]) => to),
    alternates: [...head.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang = "", to = ""]) => [lang, to],
    ),
    isHidden: /<meta name="robots"[^>]*noindex/.test(head) || answer.headers.has("x-robots-tag"),
  };
}

/** What keeps a search engine from taking the pages for versions of each other. */
function faultsIn(sitemap: readonly string[], pages: ReadonlyMap<string, Crawled>): string[] {
  const faults: string[] = [];
  if (new Set(sitemap).size < sitemap.length) faults.push("the sitemap names a page twice");
  for (const address of new Set([...sitemap, ...pages.keys()])) {
    const page = pages.get(address);
    const fault = (what: string) => faults.push(`${address}: ${what}`);
    if (!page) {
      fault("not found");
      continue;
    }
    if (!sitemap.includes(address)) fault("not in the sitemap");
    if (page.status !== 200) fault(`status ${page.status}`);
    if (page.isHidden) fault("hidden from search engines");
    if (page.canonical.join() !== address) fault(`canonical ${page.canonical.join() || "none"}`);
    const byTag = new Map(page.alternates);
    if (byTag.size < page.alternates.length) fault("a language twice");
    if (byTag.get(page.lang ?? "") !== address) fault("does not name itself");
    if (byTag.get("x-default") !== byTag.get("en")) fault("x-default is not English");
    if ([...byTag.keys()].sort().join() !== [...tags, "x-default"].sort().join())
      fault(`languages ${[...byTag.keys()].join()}`);
    for (const [tag, to] of page.alternates) {
      const other = pages.get(to);
      if (!other) fault(`${tag} leads to ${to}, which is not there`);
      else if (tag !== "x-default" && other.lang !== tag)
        fault(`${to} is ${other.lang}, not ${tag}`);
      else if (!other.alternates.some(([, back]) => back === address))
        fault(`${to} does not name it back`);
    }
    const twins = [...pages.values()].filter(
      ({ title, lang }) => title === page.title && lang === page.lang,
    );
    if (twins.length > 1) fault("another page has its title");
  }
  return faults;
}

const sitemapOf = async () => {
  const robots = await (await visit("/robots.txt")).text();
  const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  const xml = await (await visit(new URL(address).pathname)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, to = ""]) => to);
};

test("every public page and its versions name each other, as the sitemap does", async () => {
  const sitemap = await sitemapOf();
  expect(sitemap.length).toBe(tags.length * indexedPaths.length);
  const pages = new Map<string, Crawled>();
  const waiting = [...sitemap];
  for (const address of waiting) {
    if (pages.has(address)) continue;
    const page = await crawl(address);
    pages.set(address, page);
    waiting.push(...page.alternates.map(([, to]) => to).filter((to) => to.startsWith(origin)));
  }
  expect(faultsIn(sitemap, pages)).toEqual([]);

  // What the test is for: each of these is found.
  const planted = (address: string, change: Partial<Crawled>) => {
    const page = pages.get(address);
    if (!page) throw new Error(`no page ${address}`);
    return faultsIn(sitemap, new Map([...pages, [address, { ...page, ...change }]]));
  };
  const german = `${origin}/de/cancel`;
  const { alternates = [] } = pages.get(german) ?? {};
  expect(planted(german, { alternates: [] })).toContain(
    `${origin}/cancel: ${german} does not name it back`,
  );
  expect(planted(german, { canonical: [`${origin}/cancel`] })).toEqual([
    `${german}: canonical ${origin}/cancel`,
  ]);
  expect(planted(german, { lang: "en" })).toContain(`${origin}/cancel: ${german} is en, not de`);
  expect(planted(german, { status: 301 })).toEqual([`${german}: status 301`]);
  expect(
    planted(german, { alternates: alternates.filter(([tag]) => tag !== "x-default") }),
  ).toContain(`${german}: x-default is not English`);
  expect(faultsIn(sitemap.slice(1), pages)).toEqual([`${origin}/: not in the sitemap`]);
});

test("no other public page names versions or stands in the sitemap, in any language", async () => {
  const sitemap = await sitemapOf();
  const others = pageAddresses.filter(
    (path) => isPublicPath(path) && !(indexedPaths as readonly string[]).includes(path),
  );
  let pages = 0;
  for (const language of tags)
    for (const path of others) {
      const address = `${origin}${addressIn(language, path)}`;
      const { lang, canonical, alternates } = await crawl(address);
      if (lang === undefined) continue;
      pages += 1;
      expect({ address, canonical, alternates, lang }).toEqual({
        ...{ address, canonical: [], alternates: [], lang: language },
      });
      expect(sitemap).not.toContain(address);
    }
  expect(pages).toBeGreaterThan(7 * tags.length);
});
