import type { EntryContext } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { buildOf } from "#tests/setup/test-build";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";
import { answerOk, type Entry, handle, newContext, origin, Page, page, root } from "./handle";

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

  test("hands a streamed body to the action, and reads none of it", async () => {
    let reads = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      reads += 1;
      controller.enqueue(new Uint8Array(10));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const action = vi.fn(async ({ request }: { request: Request }) => {
      const [before, first] = [reads, await request.body?.getReader().read()];
      return { before, length: first?.value?.byteLength };
    });
    await handle({ action }, "/page", { method: "POST", body, duplex: "half" } as RequestInit);
    expect(await action.mock.results[0]?.value).toEqual({ before: 0, length: 10 });
    expect(reads).toBe(1);
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
