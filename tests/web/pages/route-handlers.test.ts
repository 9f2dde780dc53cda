import { type AppLoadContext, data, redirect, type ServerBuild } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { fillMarks, fillTemplate, note, template } from "~/web/pages/placeholders.server";
import { pageHandlers, plainData } from "~/web/pages/route-handlers.server";

const Page = () => null;

interface TestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: true;
  module: Record<string, unknown>;
}

/** A build of these routes whose pages say what their loaders gave. */
function buildOf(routes: TestRoute[]): ServerBuild {
  const table = Object.fromEntries(routes.map((route) => [route.id, route]));
  const assets = routes.map(({ module: _, ...route }) => [
    route.id,
    { ...route, module: `/${route.id}.js`, hasLoader: true },
  ]);
  return {
    entry: {
      module: {
        default: (_: Request, status: number, headers: Headers, context: unknown) => {
          const { staticHandlerContext } = context as {
            staticHandlerContext: { loaderData: unknown };
          };
          return new Response(JSON.stringify(staticHandlerContext.loaderData), { status, headers });
        },
      },
    },
    routes: table,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(assets),
      url: "/manifest.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    mode: "production",
    isSpaMode: false,
    future: { v3_singleFetch: true },
  } as unknown as ServerBuild;
}

const context = (): AppLoadContext => ({ nonce: "n", requestId: "r", clientAddress: "192.0.2.1" });

/** Asks as the server does: loaders first, then Remix with what they gave. */
async function ask(build: ServerBuild, pattern: string, path: string) {
  const page = pageHandlers(build)(pattern);
  const request = new Request(`http://localhost:3000${path}`);
  const given = context();
  const loaded = page.load?.(request, path, given);
  const ahead = loaded && (await plainData(loaded));
  const answer = await page.handle(request, { ...given, ...(loaded && { loaded }) });
  return { ahead, status: answer.status, location: answer.headers.get("location"), answer };
}

const layout = (loader = vi.fn(() => "layout")) => ({
  id: "layout",
  path: "dashboard",
  module: { default: Page, loader },
});
const root = { id: "root", path: "", module: { default: Page, loader: () => "root" } };
const under = (route: TestRoute): TestRoute => ({ parentId: "layout", ...route });

describe("a page whose loaders were run ahead", () => {
  test("is given by their data, and none of them runs twice", async () => {
    const outer = vi.fn(() => "layout");
    const inner = vi.fn(({ params }: { params: Record<string, string> }) => params);
    const build = buildOf([
      root,
      { ...layout(outer), parentId: "root" },
      under({ id: "post", path: "news/:slug", module: { default: Page, loader: inner } }),
    ]);
    const { ahead, answer } = await ask(build, "/dashboard/news/:slug", "/dashboard/news/reels");
    expect(ahead).toEqual(["root", "layout", { slug: "reels" }]);
    expect(await answer.json()).toEqual({
      root: "root",
      layout: "layout",
      post: { slug: "reels" },
    });
    expect(outer).toHaveBeenCalledTimes(1);
    expect(inner).toHaveBeenCalledTimes(1);
  });

  test("draws the index below a layout of the same address, and no sibling", async () => {
    const sibling = vi.fn(() => "sibling");
    const build = buildOf([
      layout(),
      under({ id: "home", index: true, module: { default: Page, loader: () => "home" } }),
      under({ id: "plan", path: "my-plan", module: { default: Page, loader: sibling } }),
    ]);
    expect((await ask(build, "/dashboard", "/dashboard")).ahead).toEqual(["layout", "home"]);
    expect(sibling).not.toHaveBeenCalled();
  });

  test("an encoded address is left to the router", async () => {
    const loader = ({ params }: { params: Record<string, string> }) => params;
    const build = buildOf([{ id: "post", path: "news/:slug", module: { default: Page, loader } }]);
    const { ahead, answer } = await ask(build, "/news/:slug", "/news/a%20b");
    expect(ahead).toBeUndefined();
    expect(await answer.json()).toEqual({ post: { slug: "a b" } });
  });

  test.each([
    ["thrown redirect", () => Promise.reject(redirect("/sign-in"))],
    ["returned redirect", () => redirect("/sign-in")],
  ])("a %s is Remix's to answer", async (_, loader) => {
    const asked = vi.fn(loader);
    const build = buildOf([{ id: "page", path: "page", module: { default: Page, loader: asked } }]);
    const { ahead, status, location } = await ask(build, "/page", "/page");
    expect({ ahead, status, location }).toEqual({
      ahead: undefined,
      status: 302,
      location: "/sign-in",
    });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("so is an answer with a status of its own", async () => {
    const loader = () => data("gone", { status: 410 });
    const build = buildOf([{ id: "page", path: "page", module: { default: Page, loader } }]);
    expect(await ask(build, "/page", "/page")).toMatchObject({ ahead: undefined, status: 410 });
  });
});

test.each([
  ["a page that streams", { default: Page, handle: { streams: true } }],
  ["an address without a page", {}],
])("%s is not run ahead", (_, module) => {
  const build = buildOf([{ id: "one", path: "one", module: { loader: () => null, ...module } }]);
  expect(pageHandlers(build)("/one").load).toBeUndefined();
});

test("a page taken apart and filled is the page with its values in place", () => {
  const notes = new Map<string, string>();
  const left = note({ notes }, "countdown", 42);
  const text = note({ notes }, "countdownText", "42 seconds – ⏱");
  const html = `<p data-left="${left}">${text}</p>~~ not a mark ~~<i>${left}</i>é`;
  expect(fillTemplate(template(html), notes).toString()).toBe(fillMarks(html, notes));
  expect(fillMarks(html, notes)).toContain('data-left="42">42 seconds');
});
