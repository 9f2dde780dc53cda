import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { directionOf, type Language } from "~/platform/values/languages";

const all: Language[] = ["en", "de", "fr", "es", "pt-BR", "it", "ar"];

beforeAll(() => {
  vi.stubEnv("LANGUAGES", all.join(","));
  resetApp();
});

const publicPages = ["/", "/sign-in", "/password-recovery", "/cancel", "/withdraw", "/privacy"];
const privatePages = [
  "/dashboard",
  "/dashboard/analytics",
  "/dashboard/growth",
  "/dashboard/my-plan",
  "/dashboard/insights",
  "/dashboard/notifications",
  "/dashboard/security",
  "/dashboard/unsubscribe/0",
  "/articles/detect-stalkers",
];

/** The same page's title in each language tells them apart. */
const titleOf = (body: string) => /<title>([^<]*)/.exec(body)?.[1] ?? "";

test("of requests in seven languages at once, none is answered in another's", async () => {
  const cookie = await signedIn("rich");
  const ask = async (path: string, language: Language) => {
    const isPublic = publicPages.includes(path);
    const tag = isPublic && language !== "en" ? `/${language}` : "";
    const address = tag + (path === "/" && tag ? "" : path);
    const answer = await visit(address, {
      headers: { accept: "text/html", "accept-language": isPublic ? "en" : language },
      cookie: isPublic ? "" : cookie,
      redirect: "manual",
    });
    const body = await answer.text();
    expect(answer.headers.get("content-language"), address).toBe(language);
    expect(body, address).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
    return titleOf(body);
  };
  const pages = [...publicPages, ...privatePages];
  const titles = new Map<string, string>();
  // Twice: the second time all pages are kept ones.
  for (const round of [1, 2]) {
    const asked = pages.flatMap((path) => all.map((language) => ({ path, language })));
    // A fixed shuffle, so that neighbours differ in page and language.
    asked.sort((a, b) => hash(a, round) - hash(b, round));
    const answers = await Promise.all(
      asked.map(async ({ path, language }) => ({
        path,
        language,
        title: await ask(path, language),
      })),
    );
    for (const { path, language, title } of answers) {
      const key = `${path} ${language}`;
      expect(title, key).toBe(titles.get(key) ?? title);
      titles.set(key, title);
    }
  }
  for (const path of pages) {
    const ofPage = all.map((language) => titles.get(`${path} ${language}`));
    expect(new Set(ofPage).size, `${path}: ${ofPage.join(" | ")}`).toBeGreaterThan(4);
  }
}, 120_000);

const hash = ({ path, language }: { path: string; language: string }, round: number) =>
  [...`${round}${path}${language}`].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991,
    7,
  );
