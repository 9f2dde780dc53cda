import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";

// Another Remix may have another. The tests of the built server run with the module itself.
describe.runIf(everyCase)("the server build", () => {
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
  });
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
    const post =
      /"features\/reading\/routes\/news-post\/route": \{([^}]*)\}/.exec(source)?.[1] ?? "";
    const fields = [...post.matchAll(/(\w+): ([^,\n]+)/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual({
      id: '"features/reading/routes/news-post/route"',
      parentId: expect.stringMatching(/^"features\//),
      path: '"dashboard/news/:slug"',
      index: "undefined",
      caseSensitive: "undefined",
      module: expect.stringMatching(/^route\d+$/),
    });
  });
});
