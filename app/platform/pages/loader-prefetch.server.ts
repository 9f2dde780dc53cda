import {
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import type { PageHandle } from "~/platform/pages/page-handle";
import { waitingOnce } from "~/platform/upstream/upstream.server";

type Route = ServerBuild["routes"][string];

/** The pending result of each loader, by route id. */
export type Prefetched = Map<string, Promise<unknown>>;

/** Starts a page's loaders. @returns undefined if only Remix's router can parse this path */
export type Prefetch = (
  request: Request,
  path: string,
  context: AppLoadContext,
) => Prefetched | undefined;

/**
 * Creates the prefetch for one page, or undefined if its results could not be used: a streamed page is not cached, and
 * a resource route is not rendered.
 * @param branch the routes that render the page, from the root to the leaf
 */
export function createPrefetch(pattern: string, branch: readonly Route[]): Prefetch | undefined {
  const isStreamed = branch.some(
    ({ module }) => (module.handle as PageHandle | undefined)?.streams,
  );
  if (isStreamed || !branch.at(-1)?.module.default) return undefined;
  const loaders = branch.flatMap(({ id, module: { loader } }) => (loader ? [{ id, loader }] : []));
  return (request, path, context) => {
    const params = parseParams(pattern, path);
    if (!params) return undefined;
    const start = async ({ loader }: (typeof loaders)[number]) =>
      loader({ request, params, context });
    return waitingOnce(() => new Map(loaders.map((entry) => [entry.id, start(entry)])));
  };
}

/** The same route, with a loader that returns the prefetched result if there is one, and waits once for what its page shows. */
export function withPrefetch(route: Route): Route {
  const { loader, default: page } = route.module;
  if (!loader) return route;
  const prefetchedOrRun = (args: LoaderFunctionArgs) =>
    args.context.prefetched?.get(route.id) ??
    (page ? waitingOnce(() => loader(args)) : loader(args));
  return { ...route, module: { ...route.module, loader: prefetchedOrRun } };
}

/** The route parameters in a path, or undefined for encoded paths, which are left to Remix's router. */
function parseParams(pattern: string, path: string): Record<string, string> | undefined {
  if (!pattern.includes(":")) return {};
  const names = pattern.split("/");
  const values = path.split("/");
  if (names.length !== values.length || path.includes("%")) return undefined;
  return Object.fromEntries(
    names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), values[at] ?? ""]] : [])),
  );
}

/**
 * The loaders' data if the page depends on nothing else. Undefined if a loader threw or returned a Response, or a status
 * or headers of its own.
 */
export async function cacheableData(prefetched: Prefetched): Promise<unknown[] | undefined> {
  const results = await Promise.allSettled(prefetched.values());
  const values: unknown[] = [];
  for (const result of results) {
    if (result.status === "rejected" || result.value instanceof Response) return undefined;
    if (isDataWithInit(result.value)) return undefined;
    values.push(result.value);
  }
  return values;
}

/** The class of the objects that `data()` returns. Remix documents the function and does not export the class. */
const DataWithInit = data(null).constructor;

/** Whether a loader or action returned `data(value, init)`: a value with a status or headers. */
export const isDataWithInit = (value: unknown): value is ReturnType<typeof data> =>
  value instanceof DataWithInit;
