import {
  type AppLoadContext,
  createRequestHandler,
  type LoaderFunctionArgs,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { env } from "~/env.server";
import type { PageHandle } from "~/web/document/page-handle";
import { ancestry, patternOf } from "~/web/pages/route-patterns";

type Route = ServerBuild["routes"][string];

/** How the addresses of one pattern are answered. */
export interface PageHandler {
  handle: RequestHandler;
  /** Here, or around a redirect, something is drawn: single fetch may ask for its data alone (`.data`). */
  isPage: boolean;
  /**
   * Runs the loaders of a page that is sent whole, ahead of Remix, which then takes their results from
   * `context.loaded`. Undefined where the page streams or is none.
   */
  load?: (request: Request, path: string, context: AppLoadContext) => Loaded | undefined;
}

/** What each route's loader gives, by the route's id. */
export type Loaded = Map<string, Promise<unknown>>;

/**
 * Remix matches an address against every route there is, several times a request. The pattern is known
 * already, so each has a handler of its own that knows the routes of that pattern only.
 */
export function pageHandlers(build: ServerBuild): (pattern: string) => PageHandler {
  const handlers = new Map<string, PageHandler>();
  const all = { handle: createRequestHandler(build, env.NODE_ENV), isPage: true };
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  for (const route of routes) {
    if (route.path === undefined && !route.index) continue;
    const pattern = patternOf(build.routes, route);
    if (handlers.has(pattern) || pattern.includes("*")) continue;
    const meant = routes.filter((other) => patternOf(build.routes, other) === pattern);
    const ids = new Set(
      meant.flatMap((other) => ancestry(build.routes, other)).map(({ id }) => id),
    );
    const part = {
      ...build,
      routes: only(ids, build.routes, takingLoaded),
      assets: { ...build.assets, routes: only(ids, build.assets.routes) },
    };
    const branch = branchOf(build, meant);
    handlers.set(pattern, {
      handle: createRequestHandler(part, env.NODE_ENV),
      isPage: branch.slice(1).some(({ module }) => module.default),
      ...loadOf(pattern, branch),
    });
  }
  return (pattern) => handlers.get(pattern) ?? all;
}

function only<T>(
  ids: Set<string>,
  table: Record<string, T>,
  change: (entry: T) => T = (entry) => entry,
): Record<string, T> {
  const entries = Object.entries(table).filter(([id]) => ids.has(id));
  return Object.fromEntries(entries.map(([id, entry]) => [id, change(entry)]));
}

/** The route with a loader that gives what was loaded ahead, if it was. */
function takingLoaded(route: Route): Route {
  const { loader } = route.module;
  if (!loader) return route;
  const taking = (args: LoaderFunctionArgs) => args.context.loaded?.get(route.id) ?? loader(args);
  return { ...route, module: { ...route.module, loader: taking } };
}

/** The routes that are drawn into each other at a pattern, the outermost first. */
function branchOf(build: ServerBuild, meant: Route[]): Route[] {
  const branches = meant
    .filter(({ path, index }) => path !== undefined || index)
    .map((route) => ancestry(build.routes, route));
  return branches.reduce((most, branch) => (branch.length > most.length ? branch : most)).reverse();
}

function loadOf(pattern: string, branch: Route[]): Pick<PageHandler, "load"> {
  const streams = branch.some(({ module }) => (module.handle as PageHandle | undefined)?.streams);
  if (streams || !branch.at(-1)?.module.default) return {};
  const loaders = branch.flatMap(({ id, module: { loader } }) => (loader ? [{ id, loader }] : []));
  return {
    load(request, path, context) {
      const params = paramsOf(pattern, path);
      if (!params) return undefined;
      const start = async ({ loader }: (typeof loaders)[number]) =>
        loader({ request, params, context });
      return new Map(loaders.map((one) => [one.id, start(one)]));
    },
  };
}

/** The values of a pattern's parameters, or undefined where the router is needed to read them. */
function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  if (!pattern.includes(":")) return {};
  const names = pattern.split("/");
  const values = path.split("/");
  if (names.length !== values.length || path.includes("%")) return undefined;
  return Object.fromEntries(
    names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), values[at] ?? ""]] : [])),
  );
}

/**
 * What was loaded, or undefined where an answer is not wholly given by it: a loader threw, or answered with
 * a status or headers of its own.
 */
export async function plainData(loaded: Loaded): Promise<unknown[] | undefined> {
  const results = await Promise.allSettled(loaded.values());
  const data: unknown[] = [];
  for (const result of results) {
    if (result.status === "rejected" || !isPlain(result.value)) return undefined;
    data.push(result.value);
  }
  return data;
}

const isPlain = (value: unknown) =>
  !(value instanceof Response) &&
  !(typeof value === "object" && value !== null && "type" in value && "init" in value);
