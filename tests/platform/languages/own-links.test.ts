import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, de");
  resetApp();
});

test("a link to another language has all of the query", async () => {
  const path = "/de/sign-in?redirectTo=/dashboard/posts?sort=likes";
  const answer = await visit(path, { headers: { accept: "text/html" } });
  const links = (await answer.text()).matchAll(/<a href="([^"]*)" hreflang="[^"]*"/g);
  const queries = [...links].map(([, address = ""]) => new URL(address, "http://a").searchParams);
  expect(queries.map((query) => query.get("redirectTo"))).toEqual([
    "/dashboard/posts?sort=likes",
    "/dashboard/posts?sort=likes",
  ]);
});

test("an address keeps its characters, whatever HTML writes for them", async () => {
  const { dress } = await import("~/platform/languages/dress.server");
  const { inLanguage } = await import("~/platform/languages/languages.server");
  const links =
    '<a href="/cancel?a=b&amp;c=it&#x27;s"></a><a href="/dashboard/news/it&#x27;s"></a>';
  const view = { language: "de", address: "/cancel", isPublic: true } as const;
  expect(inLanguage(view, () => dress(`<html lang="en"><body>${links}</body>`))).toContain(
    '<a href="/de/cancel?a=b&amp;c=it&#x27;s"></a><a href="/dashboard/news/it&#x27;s"></a>',
  );
});
