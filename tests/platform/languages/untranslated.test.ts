import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, en-XA");
  resetApp();
});

const hidden = /<(script|style)\b[\s\S]*?<\/\1>/g;
/** Marked as English: what no editor has translated. */
const english = /<(div|span|p|a|button) lang="en"[^>]*>[\s\S]*?<\/\1>/g;

/** Texts of a page that did not go through a catalogue: those have accents. */
function untranslated(html: string): string[] {
  const plain = html.replace(hidden, "").replace(english, "");
  const texts = [
    ...plain.matchAll(/>([^<]+)</g),
    ...plain.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]+)"/g),
  ];
  return [...new Set(texts.map(([, text = ""]) => text.replace(/&\S+?;/g, " ").trim()))].filter(
    (text) =>
      /\b[A-Za-z]*[aeiouAEIOU][A-Za-z]*\b/.test(
        text.replace(/Profile Analyzer|Instagram|@\S+|\S+@\S+/g, ""),
      ) && /[a-z]{3}/.test(text),
  );
}

/** What is as it came from outside, or is called so in every language. */
const untranslatable = new RegExp(
  [
    "^English$",
    "^(?:Pending|Loading)$",
    "^/dashboard/news",
    "^/en-XA/(?:privacy|terms-of-use): (?!.*·$)",
    "^/articles/",
    // By Intl, which knows no language of tests.
    "European Union|France|Germany|India|Italy|Korea|United (?:Kingdom|States)",
    "sandbox|example|uid-|\\.com",
  ].join("|"),
);

test("every page's words went through a catalogue", async () => {
  const cookie = await signedIn("rich");
  const found = new Set<string>();
  let pages = 0;
  for (const path of pageAddresses) {
    const isPublic = !/^\/(dashboard|articles)/.test(path);
    const address = isPublic ? `/en-XA${path === "/" ? "" : path}` : path;
    const answer = await visit(address, {
      headers: { accept: "text/html", "accept-language": "en-XA" },
      cookie: isPublic ? "" : cookie,
      redirect: "manual",
    });
    const body = await answer.text();
    if (!body.startsWith("<!") || !body.includes('lang="en-XA"')) continue;
    pages += 1;
    for (const text of untranslated(body))
      if (!untranslatable.test(text) && !untranslatable.test(`${address}: ${text}`))
        found.add(`${address}: ${text}`);
  }
  expect(pages).toBeGreaterThan(40);
  expect([...found]).toEqual([]);
});
