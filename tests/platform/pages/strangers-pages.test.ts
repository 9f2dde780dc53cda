import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { pageAddresses } from "#tests/setup/page-addresses";
import { signedIn } from "#tests/setup/requests";
import * as renderedPages from "~/platform/pages/rendered-page-cache.server";

const ask = async (path: string, cookie: string, silent = false) => {
  const answer = await visit(path, { headers: { accept: "text/html" }, cookie, silent });
  await answer.body?.cancel();
};

test("what strangers ask for takes no room from subscribers' kept pages", async () => {
  const keep = vi.spyOn(renderedPages, "cacheRenderedPage");
  for (const [at, path] of [...pageAddresses, "/PRIVACY", "/%70rivacy"].entries())
    for (const silent of everyCase ? [false, true] : [at % 2 === 0]) {
      await ask(`${path}?x=1`, "session=made-up", silent);
      expect(keep.mock.calls.length, path).toBe(0);
    }
  await ask("/dashboard?x=1", await signedIn("rich"));
  expect(keep.mock.calls.length).toBe(1);
});

test("a subscriber who asks with ever new queries pushes out their own pages only", async () => {
  const keep = vi.spyOn(renderedPages, "cacheRenderedPage");
  const [one, other] = [await signedIn("rich"), await signedIn("extras")];
  const isKept = async (path: string, cookie: string) => {
    const before = keep.mock.calls.length;
    await ask(path, cookie);
    return keep.mock.calls.length === before;
  };
  await ask("/dashboard", other);
  for (let at = 0; at < 100; at += 1) await ask(`/dashboard?x=${at}`, one);
  expect(await isKept("/dashboard", other)).toBe(true);
  expect(await isKept("/dashboard?x=99", one)).toBe(true);
  expect(await isKept("/dashboard?x=0", one)).toBe(false);
});
