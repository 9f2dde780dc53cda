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

test.runIf(process.env.XA).each(["rich"])(
  "what %s sees went through a catalogue",
  async (key) => {
    const cookie = await signedIn(key);
    const found: string[] = [];
    for (const path of pageAddresses.filter((one) => one.includes(process.env.XA ?? ""))) {
      const isPublic = !/^\/(dashboard|articles)/.test(path);
      const address = isPublic ? `/en-XA${path === "/" ? "" : path}` : path;
      const own = isPublic ? "" : cookie;
      const answer = await visit(address, {
        headers: { accept: "text/html", "accept-language": "en-XA" },
        cookie: own,
        redirect: "manual",
      });
      const body = await answer.text();
      if (body.startsWith("<!") && body.includes('lang="en-XA"'))
        for (const text of untranslated(body)) found.push(`${address}: ${text}`);
    }
    process.stdout.write(`${[...new Set(found)].join("\n")}\n`);
    expect(found.length).toBeGreaterThanOrEqual(0);
  },
  120_000,
);
