import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { memberWithGrowth } from "#tests/setup/growth-pages";
import { madeUpGrowth } from "#tests/setup/growths";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, de, en-XA");
  vi.stubEnv("ANALYSIS_SOURCES", "outside,export,instagram");
  resetApp();
});

const paths = [
  "/dashboard/analytics",
  "/dashboard/growth",
  "/dashboard/growth?range=all",
  "/dashboard/posts",
  "/dashboard/insights",
  "/dashboard/import",
  "/dashboard/example",
  "/dashboard/example/growth",
];

/** What people read of a page. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<(?!html)[^>]*>/g, "\n")
    .replace(/\n+/g, "\n");

const pageOf = async (path: string, language: string, cookie: string) => {
  const answer = await visit(path, {
    headers: { accept: "text/html", "accept-language": language },
    cookie,
  });
  const text = await answer.text();
  return { status: answer.status, text: wordsOf(text) };
};

test("pages that are asked for in turn by readers of three languages are each in its own", async () => {
  const rich = await signedIn("rich");
  const { cookie: ownGrowth } = await memberWithGrowth(
    madeUpGrowth({ imports: 3, posts: 40, readings: 60 }),
  );
  for (const path of few(paths, 4)) {
    const cookie = /growth|posts|import/.test(path) ? ownGrowth : rich;
    const english = await pageOf(path, "en", cookie);
    expect(english.status, `${path}: ${english.text.slice(0, 1_000)}`).toBe(200);
    const disguised = await pageOf(path, "en-XA", cookie);
    const german = await pageOf(path, "de", cookie);
    expect(english.text, path).not.toMatch(/[ñšé]·/);
    expect(disguised.text, path).toContain('lang="en-XA"');
    expect(disguised.text, path).toMatch(/[áéíóú][a-z]*·/);
    expect(german.text, path).toContain('<html lang="de"');
    expect(german.text, path).not.toContain("·····");
    for (const [language, first] of [
      ["en", english],
      ["en-XA", disguised],
      ["de", german],
      ["en", english],
    ] as const)
      expect((await pageOf(path, language, cookie)).text, `${path} ${language}`).toBe(first.text);
  }
});
