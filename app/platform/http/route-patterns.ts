import type { ServerBuild } from "@remix-run/node";

type Route = Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path" | "index">;

/** The part of Remix's route table that defines the addresses. */
export type RouteTable = Readonly<Record<string, Route | undefined>>;

/** A route and its ancestors, from the leaf to the root. */
export function ancestry<R extends Route>(
  table: Readonly<Record<string, R | undefined>>,
  route: R,
): R[] {
  const parent = route.parentId ? table[route.parentId] : undefined;
  return parent ? [route, ...ancestry(table, parent)] : [route];
}

function segmentsOf(table: RouteTable, route: Route): string[] {
  return ancestry(table, route)
    .reverse()
    .flatMap(({ path = "" }) => path.split("/").filter(Boolean));
}

/** The full pattern of a route, such as `/dashboard/news/:slug`. */
export function patternOf(table: RouteTable, route: Route): string {
  return `/${segmentsOf(table, route).join("/")}`;
}

/** A node of the prefix tree of all patterns: one level per path segment. */
interface PatternNode {
  fixed: Map<string, PatternNode>;
  parameter?: PatternNode;
  pattern?: string;
  /** The pattern of a splat route at this level. */
  splat?: string;
}

/**
 * Creates the function that finds the pattern of an address, such as `/dashboard/news/:slug`, without running the router.
 * Logs, metrics and traces name requests by their pattern, since an address may contain a token or a person's name.
 * Unknown addresses have the pattern `*`.
 */
export function createPatternFinder(table: RouteTable): (path: string) => string {
  const root: PatternNode = { fixed: new Map() };
  for (const route of Object.values(table)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    add(root, segmentsOf(table, route));
  }
  return (path) => {
    const address = path.endsWith(".data") ? path.slice(0, -".data".length) : path;
    const segments = address.split("/").filter(Boolean);
    // Single fetch requests the data of `/` at `/_root.data`.
    if (segments.length === 1 && segments[0] === "_root") segments.length = 0;
    return segments.length > 32 ? "*" : (find(root, segments, 0) ?? "*");
  };
}

function add(root: PatternNode, segments: string[]): void {
  let node = root;
  for (const [at, segment] of segments.entries()) {
    if (segment === "*") {
      node.splat = `/${segments.slice(0, at + 1).join("/")}`;
      return;
    }
    let next = segment.startsWith(":") ? node.parameter : node.fixed.get(segment);
    if (!next) {
      next = { fixed: new Map() };
      if (segment.startsWith(":")) node.parameter = next;
      else node.fixed.set(segment, next);
    }
    node = next;
  }
  node.pattern = `/${segments.join("/")}`;
}

function find(node: PatternNode, segments: string[], at: number): string | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.pattern ?? node.splat;
  const fixed = node.fixed.get(segment);
  return (
    (fixed && find(fixed, segments, at + 1)) ??
    (node.parameter && find(node.parameter, segments, at + 1)) ??
    node.splat
  );
}
