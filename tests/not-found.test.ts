import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { translatedTags } from "~/platform/values/languages";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", ["en", ...translatedTags].join());
  resetApp();
});

/** Where the page of an address that is not there leads to. */
async function waysOn(path: string, language: string, cookie = "") {
  const answer = await visit(path, {
    headers: { accept: "text/html", "accept-language": language },
    cookie,
  });
  const html = await answer.text();
  expect(answer.status, path).toBe(404);
  expect(answer.headers.get("cache-control"), path).toBe("private, no-store");
  expect(html.slice(0, 100), path).toContain(`<html lang="${language}"`);
  const [, main = ""] = /<main\b[^>]*>(.*?)<\/main>/s.exec(html) ?? [];
  return [...main.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, address]) => address);
}

const languages = everyCase ? ["en", ...translatedTags] : ["en", "de", "ar"];

test.each(languages)(
  "%s: who is signed in is led to the dashboard, anybody else to the sign-in, in whatever order they come",
  async (language) => {
    const cookie = await signedIn("rich");
    const tag = language === "en" ? "" : `/${language}`;
    for (const _ of [1, 2]) {
      expect(await waysOn(`${tag}/nowhere`, language, cookie)).toEqual(["/dashboard"]);
      expect(await waysOn(`${tag}/nowhere`, language)).toEqual([tag || "/", `${tag}/sign-in`]);
    }
    for (const path of ["/dashboard/unsubscribe/9", "/dashboard/analytics/nothing"])
      expect(await waysOn(path, language, cookie)).toEqual(["/dashboard"]);
  },
);

test("a session cookie that nobody has signed is none", async () => {
  expect(await waysOn("/nowhere", "en", "session=made-up")).toEqual(["/", "/sign-in"]);
});
