import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

test("React is fetched after what the page is drawn with", async () => {
  const answer = await visit("/dashboard", { cookie: await signedIn("rich") });
  const html = await answer.text();
  const preloads = html.match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
  const modules = html.match(/<script[^>]*type="module"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(1);
  expect(modules.length).toBe(1);
  for (const tag of [...preloads, ...modules]) expect(tag).toContain('fetchpriority="low"');
});
