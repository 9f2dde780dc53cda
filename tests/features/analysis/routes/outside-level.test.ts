import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en,de");
  resetApp();
});

test.each([
  ["en", "Good"],
  ["de", "Gut"],
])("the level that the outside system says is said in %s", async (language, level) => {
  const cookie = await signedIn("rich");
  const headers = { "accept-language": language };
  const html = await (await visit("/dashboard/analytics", { cookie, headers })).text();
  expect(html).toContain(`>${level}</span>`);
});
