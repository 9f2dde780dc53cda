import { type AppLoadContext, data, redirect, type ServerBuild } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { buildOf, type TestRoute } from "#tests/setup/test-build";
import { cacheableData } from "~/platform/pages/loader-prefetch.server";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";

const Page = () => null;

const context = (): AppLoadContext => ({ nonce: "n", requestId: "r", clientAddress: "192.0.2.1" });

/** Requests a page as remix-handler.server.ts does: first the loaders, then Remix with their results. */
async function ask(build: ServerBuild, pattern: string, path: string) {
  const route = createRouteHandlers(build)(pattern);
  const request = new Request(`http://localhost:3000${path}`);
  const shared = context();
  const prefetched = route.prefetch?.(request, path, shared);
  const cacheable = prefetched && (await cacheableData(prefetched));
  const response = await route.handle(request, { ...shared, ...(prefetched && { prefetched }) });
  const { status, headers } = response;
  return { cacheable, status, location: headers.get("location"), response };
}

const layout = (loader = vi.fn(() => "layout")) => ({
  id: "layout",
  path: "dashboard",
  module: { default: Page, loader },
});
const root = { id: "root", path: "", module: { default: Page, loader: () => "root" } };
const under = (route: TestRoute): TestRoute => ({ parentId: "layout", ...route });

describe("a page with prefetched loaders", () => {
  test("renders their data, and no loader runs twice", async () => {
    const outer = vi.fn(() => "layout");
    const inner = vi.fn(({ params }: { params: Record<string, string> }) => params);
    const build = buildOf([
      root,
      { ...layout(outer), parentId: "root" },
      under({ id: "post", path: "news/:slug", module: { default: Page, loader: inner } }),
    ]);
    const { cacheable, response } = await ask(
      build,
      "/dashboard/news/:slug",
      "/dashboard/news/reels",
    );
    expect(cacheable).toEqual(["root", "layout", { slug: "reels" }]);
    expect(await response.json()).toEqual({
      root: "root",
      layout: "layout",
      post: { slug: "reels" },
    });
    expect(outer).toHaveBeenCalledTimes(1);
    expect(inner).toHaveBeenCalledTimes(1);
  });

  test("runs the index route below a layout of the same address, and no sibling", async () => {
    const sibling = vi.fn(() => "sibling");
    const build = buildOf([
      layout(),
      under({ id: "home", index: true, module: { default: Page, loader: () => "home" } }),
      under({ id: "plan", path: "my-plan", module: { default: Page, loader: sibling } }),
    ]);
    expect((await ask(build, "/dashboard", "/dashboard")).cacheable).toEqual(["layout", "home"]);
    expect(sibling).not.toHaveBeenCalled();
  });

  test("leaves an encoded address to Remix's router", async () => {
    const loader = ({ params }: { params: Record<string, string> }) => params;
    const build = buildOf([{ id: "post", path: "news/:slug", module: { default: Page, loader } }]);
    const { cacheable, response } = await ask(build, "/news/:slug", "/news/a%20b");
    expect(cacheable).toBeUndefined();
    expect(await response.json()).toEqual({ post: { slug: "a b" } });
  });

  test.each([
    ["thrown redirect", () => Promise.reject(redirect("/sign-in"))],
    ["returned redirect", () => redirect("/sign-in")],
  ])("passes a %s to Remix, uncached", async (_, redirecting) => {
    const loader = vi.fn(redirecting);
    const build = buildOf([{ id: "page", path: "page", module: { default: Page, loader } }]);
    const { cacheable, status, location } = await ask(build, "/page", "/page");
    expect({ cacheable, status, location }).toEqual({
      cacheable: undefined,
      status: 302,
      location: "/sign-in",
    });
    expect(loader).toHaveBeenCalledTimes(1);
  });

  test("passes data with a status of its own to Remix, uncached", async () => {
    const loader = () => data("gone", { status: 410 });
    const build = buildOf([{ id: "page", path: "page", module: { default: Page, loader } }]);
    expect(await ask(build, "/page", "/page")).toMatchObject({ cacheable: undefined, status: 410 });
  });
});

test.each([
  ["a streamed page", { default: Page, handle: { streams: true } }],
  ["a resource route", {}],
])("%s is not prefetched", (_, module) => {
  const build = buildOf([{ id: "one", path: "one", module: { loader: () => null, ...module } }]);
  expect(createRouteHandlers(build)("/one").prefetch).toBeUndefined();
});
