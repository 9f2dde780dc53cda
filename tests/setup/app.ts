import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import * as entry from "~/entry.server";
import * as root from "~/root";
import routes from "~/routes";
import remixConfig from "../../remix.config.js";

const modules = import.meta.glob<ServerBuild["routes"][string]["module"]>(
  "/app/routes/**/*.{ts,tsx}",
  { eager: true },
);

/** The app's own table of routes, as the build would put it together, without building. */
const build: ServerBuild = {
  mode: "production",
  entry: { module: entry },
  routes: { root: { id: "root", path: "", module: root }, ...serverRoutes(routes, "root") },
  assets: { version: "test", url: "/manifest.js", entry: { module: "", imports: [] }, routes: {} },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: { unstable_optimizeDeps: false, ...remixConfig.future } as ServerBuild["future"],
  isSpaMode: false,
};
for (const { id, path, index, parentId } of Object.values(build.routes))
  build.assets.routes[id] = {
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
  };

function serverRoutes(config: RouteConfigEntry[], parentId: string): ServerBuild["routes"] {
  const found: ServerBuild["routes"] = {};
  for (const { file, id = file.replace(/\.\w+$/, ""), path, index, children = [] } of config) {
    const module = modules[`/app/${file}`];
    if (!module) throw new Error(`no module ${file}`);
    found[id] = { id, parentId, path, index, module };
    Object.assign(found, serverRoutes(children, id));
  }
  return found;
}

const handle = createRequestHandler(build, "production");

/** What the app answers at an address, layouts and document included. */
export function visit(
  path: string,
  { cookie = "", ...init }: RequestInit & { cookie?: string } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (cookie) headers.set("cookie", cookie);
  return handle(new Request(`http://localhost:3000${path}`, { ...init, headers }), {
    nonce: "nonce",
    requestId: "request-id",
    clientAddress: "192.0.2.1",
  });
}
