import { LRUCache } from "lru-cache";
import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";

test("what strangers ask for takes no room from subscribers' kept pages", async () => {
  const set = vi.spyOn(LRUCache.prototype, "set");
  const keptPages = () =>
    set.mock.calls.filter(([, value]) => Object.hasOwn(Object(value), "head"));
  const ask = async (path: string, cookie: string, silent = false) => {
    const answer = await visit(path, { headers: { accept: "text/html" }, cookie, silent });
    await answer.body?.cancel();
  };
  for (const path of [...pageAddresses, "/PRIVACY", "/%70rivacy"])
    for (const silent of [false, true]) {
      const before = keptPages().length;
      await ask(`${path}?x=1`, "session=made-up", silent);
      expect(keptPages().length, path).toBe(before);
    }
  await ask("/dashboard?x=1", await signedIn("rich"));
  expect(keptPages().length).toBe(1);
});
