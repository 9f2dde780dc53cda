import type { ServerBuild } from "@remix-run/node";
import remixConfig from "../../remix.config.js";

export interface TestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: true;
  module: Record<string, unknown>;
}

/** Answers with the loaders' data as JSON instead of a rendered page. */
const jsonEntry = {
  default: (_: Request, status: number, headers: Headers, context: unknown) => {
    const { staticHandlerContext } = context as {
      staticHandlerContext: { loaderData: unknown };
    };
    return new Response(JSON.stringify(staticHandlerContext.loaderData), { status, headers });
  },
};

/** A server build of these routes, as `virtual:remix/server-build` would export it. */
export function buildOf(
  routes: TestRoute[],
  entry: Record<string, unknown> = jsonEntry,
): ServerBuild {
  const manifest = routes.map(({ module: _, ...route }) => [
    route.id,
    { ...route, module: `/${route.id}.js`, hasLoader: true },
  ]);
  return {
    entry: { module: entry },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(manifest),
      url: "/manifest.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    mode: "production",
    isSpaMode: false,
    future: remixConfig.future,
  } as unknown as ServerBuild;
}
