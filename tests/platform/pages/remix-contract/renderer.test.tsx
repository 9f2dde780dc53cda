import { createRequestHandler } from "@remix-run/node";
import { Outlet, Scripts, useLoaderData } from "@remix-run/react";
import { describe, expect, test, vi } from "vitest";
import { buildOf } from "#tests/setup/test-build";
import * as appEntry from "~/entry.server";
import { fillPlaceholders, placeholderFor } from "~/platform/pages/placeholders.server";
import { useRendering } from "~/platform/pages/rendering";
import { answerOk, handle, newContext, origin, page, root } from "./handle";

describe("the renderer (entry.server.tsx)", () => {
  test("gets our context object, the matched routes and their handles", async () => {
    const entry = vi.fn(answerOk);
    const context = newContext();
    await handle({ handle: { streams: true } }, "/page", { entry: { default: entry } }, context);
    const [, , , entryContext, loadContext] = entry.mock.calls[0] ?? [];
    expect(loadContext).toBe(context);
    const handles = entryContext?.staticHandlerContext.matches.map(
      ({ route }) => entryContext.routeModules[route.id]?.handle,
    );
    expect(handles).toEqual([undefined, { streams: true }]);
  });

  test("says in the context whether a page is streamed", async () => {
    const streamed = newContext();
    await (
      await handle({ handle: { streams: true } }, "/page", { entry: appEntry }, streamed)
    ).text();
    const whole = newContext();
    await handle({}, "/page", { entry: appEntry }, whole);
    expect([streamed.isStreamed, whole.isStreamed]).toEqual([true, undefined]);
  });

  test("puts loader strings into the page's inline scripts verbatim, and the nonce on each of them", async () => {
    const values = new Map<string, string>();
    const context = { ...newContext(), placeholders: values };
    const loader = () => ({ left: placeholderFor(context, "countdown", 42) });
    const Hydrated = () => (
      <html lang="en">
        <body>
          <Outlet />
          <Scripts nonce={useRendering().nonce} />
        </body>
      </html>
    );
    const Left = () => <p>{useLoaderData<{ left: string }>().left}</p>;
    const routes = [
      { ...root, module: { default: Hydrated } },
      page({ default: Left, loader, handle: { hydrate: true } }),
    ];
    const handler = createRequestHandler(buildOf(routes, { ...appEntry }), "production");
    const html = await (await handler(new Request(`${origin}/page`), context)).text();
    const [left = "", nonce] = values.keys();
    expect(html.split(left)).toHaveLength(3);
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(
      ([, attributes]) => attributes ?? "",
    );
    expect(scripts.length).toBeGreaterThan(2);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(fillPlaceholders(html, values)).not.toContain("~~");
  });

  test.each([true, false])(
    "letters of several bytes are whole wherever they stand (streams: %s)",
    async (streams) => {
      // React 18 writes into a buffer of 2 KiB, and one of these words meets each end of it.
      const words = Array.from({ length: 3_000 }, (_, nth) => "–€ش".repeat((nth % 3) + 1));
      const Words = () => words.map((word, nth) => <i key={String(nth)}>{word}</i>);
      const routes = [
        { ...root, module: { default: () => <Outlet /> } },
        page({ default: Words, handle: { streams } }),
      ];
      const handler = createRequestHandler(buildOf(routes, { ...appEntry }), "production");
      const answer = await handler(new Request(`${origin}/page`), newContext());
      const html = await answer.text();
      expect([...html.matchAll(/<i>([^<]*)/g)].map(([, word]) => word)).toEqual(words);
    },
  );
});
