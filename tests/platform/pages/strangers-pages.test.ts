import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";
import * as renderedPages from "~/platform/pages/rendered-page-cache.server";

test("what strangers ask for takes no room from subscribers' kept pages", async () => {
  const keep = vi.spyOn(renderedPages, "cacheRenderedPage");
  const ask = async (path: string, cookie: string, silent = false) => {
    const answer = await visit(path, { headers: { accept: "text/html" }, cookie, silent });
    await answer.body?.cancel();
  };
  for (const path of [...pageAddresses, "/PRIVACY", "/%70rivacy"])
    for (const silent of [false, true]) {
      await ask(`${path}?x=1`, "session=made-up", silent);
      expect(keep.mock.calls.length, path).toBe(0);
    }
  await ask("/dashboard?x=1", await signedIn("rich"));
  expect(keep.mock.calls.length).toBe(1);
});
