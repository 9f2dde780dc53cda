import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import * as entryModule from "~/entry.server";
import * as root from "~/root";
import config from "~/routes";
import remixConfig from "../../remix.config.js";

/**
 * Replaces `virtual:remix/server-build` in unit tests (vitest.config.ts): the app's route table, without a build.
 */
const modules = import.meta.glob<ServerBuild["routes"][string]["module"]>(
  ["/app/features/*/routes/**/*.{ts,tsx}", "/app/platform/http/monitoring/*z.ts"],
  { eager: true },
);

function serverRoutes(entries: RouteConfigEntry[], parentId: string): ServerBuild["routes"] {
  const found: ServerBuild["routes"] = {};
  for (const { file, id = file.replace(/\.\w+$/, ""), path, index, children = [] } of entries) {
    const module = modules[`/app/${file}`];
    if (!module) throw new Error(`no module ${file}`);
    found[id] = { id, parentId, path, index, module };
    Object.assign(found, serverRoutes(children, id));
  }
  return found;
}

export const routes: ServerBuild["routes"] = {
  root: { id: "root", path: "", module: root },
  ...serverRoutes(config, "root"),
};
export const entry: ServerBuild["entry"] = { module: entryModule };
export const assets: ServerBuild["assets"] = {
  version: "test",
  url: "/manifest.js",
  entry: { module: "", imports: [] },
  routes: Object.fromEntries(
    Object.values(routes).map(({ id, path, index, parentId }) => [
      id,
      {
        id,
        path,
        index,
        parentId,
        module: `/assets/${id}.js`,
        imports: [],
        hasAction: false,
        hasLoader: true,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: false,
      },
    ]),
  ),
};
export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const future = {
  unstable_optimizeDeps: false,
  ...remixConfig.future,
} as ServerBuild["future"];
export const isSpaMode = false;
export const mode = "production";
