import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { ancestry, patternOf } from "~/platform/http/route-patterns";
import {
  createPrefetch,
  type Prefetch,
  withPrefetch,
} from "~/platform/pages/loader-prefetch.server";

type Route = ServerBuild["routes"][string];

/** Answers the addresses of one route pattern. */
export interface RouteHandler {
  handle: RequestHandler;
  /** Whether the pattern, or a layout around it, renders a page: only then may its `.data` be requested. */
  hasPage: boolean;
  /** Starts the page's loaders ahead of Remix. Undefined for streamed pages and resource routes. */
  prefetch?: Prefetch;
}

/**
 * Creates one Remix request handler per route pattern, from a build that is reduced to the routes of that pattern. The
 * request's pattern is already known, whereas Remix would match the address against every route several times.
 * @returns finds the handler of a pattern; unknown patterns and splats get the handler of the whole build
 */
export function createRouteHandlers(build: ServerBuild): (pattern: string) => RouteHandler {
  const handlers = new Map<string, RouteHandler>();
  const fallback = { handle: createRequestHandler(build, env.NODE_ENV), hasPage: true };
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const patterns = Map.groupBy(routes, (route) => patternOf(build.routes, route));
  for (const [pattern, matching] of patterns) {
    const hasAddress = matching.some(({ path, index }) => path !== undefined || index);
    if (!hasAddress || pattern.includes("*")) continue;
    const branch = deepestBranch(build, matching);
    const prefetch = createPrefetch(pattern, branch);
    handlers.set(pattern, {
      handle: createRequestHandler(reduceBuild(build, matching), env.NODE_ENV),
      hasPage: branch.slice(1).some(({ module }) => module.default),
      ...(prefetch && { prefetch }),
    });
  }
  return (pattern) => handlers.get(pattern) ?? fallback;
}

/** The build with nothing but these routes and the layouts around them. */
function reduceBuild(build: ServerBuild, routes: readonly Route[]): ServerBuild {
  const branches = routes.flatMap((route) => ancestry(build.routes, route));
  const ids = new Set(branches.map(({ id }) => id));
  const kept = pickIds(build.routes, ids).map(([id, route]) => [id, withPrefetch(route)]);
  return {
    ...build,
    routes: Object.fromEntries(kept),
    assets: { ...build.assets, routes: Object.fromEntries(pickIds(build.assets.routes, ids)) },
  };
}

const pickIds = <T>(table: Record<string, T>, ids: Set<string>): [string, T][] =>
  Object.entries(table).filter(([id]) => ids.has(id));

/** The routes that render a pattern, from the root to the leaf: a layout may share its pattern with its index route. */
function deepestBranch(build: ServerBuild, routes: readonly Route[]): Route[] {
  const branches = routes
    .filter(({ path, index }) => path !== undefined || index)
    .map((route) => ancestry(build.routes, route));
  return branches
    .reduce((deepest, branch) => (branch.length > deepest.length ? branch : deepest))
    .reverse();
}
