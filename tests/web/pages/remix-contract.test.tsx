/**
 * What app/web/pages relies on in Remix beyond its documented use (app/web/pages/README.md). Each test names one reliance
 * and drives the installed packages, so that an upgrade which changes it fails here by name.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AppLoadContext,
  createRequestHandler,
  data,
  type EntryContext,
} from "@remix-run/node";
import { isRouteErrorResponse, Outlet, Scripts, useLoaderData } from "@remix-run/react";
import { decode } from "turbo-stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildOf, type TestRoute } from "#tests/setup/test-build";
import * as appEntry from "~/entry.server";
import { useNonce } from "~/web/document/nonce";
import { cacheableData, isDataWithInit } from "~/web/pages/loader-prefetch.server";
import { fillPlaceholders, placeholderFor } from "~/web/pages/placeholders.server";
import { createRouteHandlers } from "~/web/pages/route-handlers.server";

const origin = "http://localhost:3000";
const Page = () => null;
const newContext = (): AppLoadContext => ({
  nonce: "n",
  requestId: "r",
  clientAddress: "192.0.2.1",
});
const root: TestRoute = { id: "root", path: "", module: { default: Page } };
const page = (module: Record<string, unknown>): TestRoute => ({
  id: "page",
  parentId: "root",
  path: "page",
  module: { default: Page, ...module },
});

type Entry = (...args: [Request, number, Headers, EntryContext, AppLoadContext]) => Response;
const answerOk = (() => new Response("ok")) as unknown as Entry;

function handle(
  module: Record<string, unknown>,
  path = "/page",
  { entry, ...init }: RequestInit & { entry?: Record<string, unknown> } = {},
  context = newContext(),
) {
  const handler = createRequestHandler(buildOf([root, page(module)], entry), "production");
  return handler(new Request(origin + path, init), context);
}

describe("the server build", () => {
  let source = "";
  let close = async () => {};
  beforeAll(async () => {
    const { createServer } = await import("vite");
    const server = await createServer({
      configFile: "vite.config.ts",
      cacheDir: mkdtempSync(join(tmpdir(), "vite-")),
      logLevel: "silent",
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    });
    close = () => server.close();
    const { id = "" } =
      (await server.pluginContainer.resolveId("virtual:remix/server-build")) ?? {};
    source = String(await server.pluginContainer.load(id));
  }, 30_000);
  afterAll(() => close());

  test("is the module virtual:remix/server-build and exports what the reduced builds copy", () => {
    const names = [...source.matchAll(/export (?:const|\{ default as) (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(names.sort()).toEqual([
      ...["assets", "assetsBuildDirectory", "basename", "entry", "future", "isSpaMode", "mode"],
      ...["publicPath", "routes"],
    ]);
  });

  test("has id, parentId, path, index and module for each route", () => {
    const post = /"routes\/news-post\/route": \{([^}]*)\}/.exec(source)?.[1] ?? "";
    const fields = [...post.matchAll(/(\w+): ([^,\n]+)/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual({
      id: '"routes/news-post/route"',
      parentId: expect.stringMatching(/^"routes\//),
      path: '"dashboard/news/:slug"',
      index: "undefined",
      caseSensitive: "undefined",
      module: expect.stringMatching(/^route\d+$/),
    });
  });
});

describe("createRequestHandler", () => {
  test("calls a replaced loader once, with the request, the params and our context object", async () => {
    const loader = vi.fn(() => "data");
    const context = newContext();
    const response = await handle({ loader }, "/page?q=1", {}, context);
    expect(await response.json()).toEqual({ root: null, page: "data" });
    expect(loader).toHaveBeenCalledTimes(1);
    const [args] = loader.mock.calls[0] as unknown as [{ request: Request; context: unknown }];
    expect(args).toMatchObject({ params: {}, request: { url: `${origin}/page?q=1` } });
    expect(args.context).toBe(context);
  });

  test("accepts the pending result of a loader that already runs", async () => {
    const prefetched = new Map([["page", Promise.resolve("prefetched")]]);
    const route = createRouteHandlers(buildOf([root, page({ loader: () => "run again" })]))(
      "/page",
    );
    const response = await route.handle(new Request(`${origin}/page`), {
      ...newContext(),
      prefetched,
    });
    expect(await response.json()).toEqual({ root: null, page: "prefetched" });
  });

  test("answers from a build reduced to one branch of routes and manifest", async () => {
    let manifest: EntryContext["manifest"] | undefined;
    const entry: Entry = (_request, _status, _headers, context) => {
      manifest = context.manifest;
      return new Response("ok");
    };
    const other = { id: "other", parentId: "root", path: "other", module: { default: Page } };
    const build = buildOf([root, page({}), other], { default: entry });
    const route = createRouteHandlers(build)("/page");
    expect((await route.handle(new Request(`${origin}/page`), newContext())).status).toBe(200);
    expect(Object.keys(manifest?.routes ?? {})).toEqual(["root", "page"]);
    expect(manifest).toMatchObject({ version: "1", url: "/manifest.js" });
  });

  test("serves lazy route discovery at /__manifest, from the build of the whole app", async () => {
    const build = buildOf([root, page({})]);
    const url = `${origin}/__manifest?version=1&p=%2Fpage`;
    const response = await createRouteHandlers(build)("*").handle(new Request(url), newContext());
    expect(Object.keys((await response.json()) as object)).toEqual(["root", "page"]);
  });

  test("treats a route without a default export as a resource route, and passes its Response on", async () => {
    const loader = () => new Response("bytes", { status: 206, headers: { "x-own": "1" } });
    const response = await handle({ default: undefined, loader });
    expect([response.status, response.headers.get("x-own")]).toEqual([206, "1"]);
    expect(await response.text()).toBe("bytes");
  });

  test("keeps status and headers for HEAD, without the body", async () => {
    const response = await handle({ loader: () => "data" }, "/page", { method: "HEAD" });
    expect([response.status, response.body]).toEqual([200, null]);
  });

  test("still answers ?_data=, which the gate rejects", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const response = await handle({ loader: () => Response.json("data") }, "/page?_data=page");
    expect(await response.text()).toBe('"data"');
  });
});

describe("the origin check of actions", () => {
  const post = (headers: Record<string, string>) =>
    handle({ action: () => null }, "/page", {
      method: "POST",
      body: new URLSearchParams(),
      headers: { host: "localhost:3000", ...headers },
      entry: { default: answerOk, handleError: () => {} },
    });

  test("passes a POST without Origin: the gate has checked it, and removes the header", async () => {
    expect((await post({})).status).toBe(200);
  });

  test("would answer a client's x-forwarded-host with 500, which is why it is removed", async () => {
    const headers = { origin, "x-forwarded-host": "elsewhere.example" };
    expect((await post(headers)).status).toBe(500);
  });
});

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
          <Scripts nonce={useNonce()} />
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
});

describe("single fetch", () => {
  test("is the page's address with .data, and /_root.data for /", async () => {
    const rootLoader = {
      ...root,
      index: true as const,
      module: { default: Page, loader: () => "top" },
    };
    const handler = createRequestHandler(
      buildOf([rootLoader, { id: "page", path: "page", module: { default: Page } }]),
      "production",
    );
    const response = await handler(new Request(`${origin}/_root.data`), newContext());
    expect(response.headers.get("content-type")).toBe("text/x-script");
    expect(await decoded(await response.text())).toEqual({ root: { data: "top" } });
    const below = await handle({ loader: () => "data" }, "/page.data");
    expect(await decoded(await below.text())).toMatchObject({ page: { data: "data" } });
  });

  test("writes strings verbatim, so that placeholders can be filled in the encoded text", async () => {
    const values = new Map<string, string>();
    const text = placeholderFor({ placeholders: values }, "countdownText", "42 seconds");
    const response = await handle({ loader: () => ({ text }) }, "/page.data");
    const filled = fillPlaceholders(await response.text(), values);
    expect(await decoded(filled)).toMatchObject({ page: { data: { text: "42 seconds" } } });
  });

  // Remix's default is 4,950 ms, at which this test would time out.
  test("rejects what is pending after entry.server's streamTimeout", {
    timeout: 3_000,
  }, async () => {
    const loader = () => ({ slow: new Promise(() => {}) });
    const entry = { ...appEntry, streamTimeout: 20 };
    const response = await handle({ loader }, "/page.data", { entry });
    expect(await response.text()).toContain("SanitizedError");
  });
});

async function decoded(text: string): Promise<unknown> {
  const { value, done } = await decode(new Blob([text]).stream());
  await done;
  return value;
}

describe("data()", () => {
  test("is told apart from every other result of a loader", async () => {
    expect([data(1), data(1, 404), data({ type: "x", init: {} }, {})].map(isDataWithInit)).toEqual([
      ...[true, true, true],
    ]);
    const plain = [null, 1, "text", [], {}, { type: "DataWithResponseInit", data: 1, init: null }];
    expect(plain.map(isDataWithInit)).toEqual(plain.map(() => false));
    expect(await cacheableData(new Map([["page", Promise.resolve(data(1, 404))]]))).toBeUndefined();
  });

  test("sets the status of the page", async () => {
    expect((await handle({ loader: () => data("gone", 410) })).status).toBe(410);
  });
});

describe("handleError", () => {
  const errorsOf = async (loader: (args: { request: Request }) => unknown, init?: RequestInit) => {
    const handleError = vi.fn();
    const entry = { default: answerOk, handleError };
    const response = await handle({ loader }, "/page", { ...init, entry });
    return { response, calls: handleError.mock.calls };
  };

  test("gets a loader's error together with our context", async () => {
    const error = new Error("broken");
    const { calls } = await errorsOf(() => Promise.reject(error));
    expect(calls).toEqual([[error, expect.objectContaining({ context: newContext() })]]);
  });

  test("does not get a thrown Response; an unknown address comes as a route error of 404", async () => {
    const { calls } = await errorsOf(() => Promise.reject(new Response(null, { status: 404 })));
    expect(calls).toEqual([]);
    const handleError = vi.fn();
    await handle({}, "/nowhere", { entry: { default: answerOk, handleError } });
    const [error] = handleError.mock.calls[0] ?? [];
    expect([isRouteErrorResponse(error), error?.status]).toEqual([true, 404]);
  });

  test("gets the abort reason of a disconnected client, and the answer is 500", async () => {
    const controller = new AbortController();
    const started = (args: { request: Request }) => {
      controller.abort();
      return new Promise((_, reject) => args.request.signal.addEventListener("abort", reject));
    };
    const { response, calls } = await errorsOf(started, { signal: controller.signal });
    expect(response.status).toBe(500);
    expect(calls[0]?.[0]).toBe(controller.signal.reason);
  });
});
