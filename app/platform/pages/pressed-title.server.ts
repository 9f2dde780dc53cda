import type { EntryContext } from "@remix-run/node";
import type { PageHandle } from "~/platform/pages/page-handle";
import { refusedTitle } from "~/platform/pages/refused-title";
import { voiceNow } from "~/platform/values/say";

/**
 * A page that a press has led to says first in its title what became of it: who listens hears the title before anything
 * else. A loader tells it as `said`, an answer that is no redirect by its page's handle.
 */
export function withPressedTitle(context: EntryContext, status: number): EntryContext {
  const titled = titleOf(context, status);
  const leaf = context.staticHandlerContext.matches.findLast(
    ({ route }) => context.routeModules[route.id]?.meta,
  )?.route.id;
  const module = leaf === undefined ? undefined : context.routeModules[leaf];
  if (!titled || !leaf || !module?.meta) return context;
  const { meta } = module;
  const pressed: typeof meta = (args) =>
    meta(args)?.map((one) =>
      "title" in one && typeof one.title === "string" ? { ...one, title: titled(one.title) } : one,
    );
  return {
    ...context,
    routeModules: { ...context.routeModules, [leaf]: { ...module, meta: pressed } },
  };
}

function titleOf(
  { staticHandlerContext, routeModules }: EntryContext,
  status: number,
): ((title: string) => string) | undefined {
  const { actionData, loaderData, matches, errors } = staticHandlerContext;
  if (errors) return undefined;
  const isHydrated = matches.some(
    ({ route }) => (routeModules[route.id]?.handle as PageHandle | undefined)?.hydrate,
  );
  const answered = matches.findLast(({ route }) => actionData && route.id in actionData)?.route.id;
  if (actionData && answered) {
    const handle = routeModules[answered]?.handle as PageHandle | undefined;
    const outcome = handle?.outcome?.(actionData[answered] as never);
    // Where React takes the page over it must find the title that it writes itself.
    if (outcome && !(isHydrated && !voiceNow())) return (title) => `${outcome} · ${title}`;
    return status >= 400 ? refusedTitle : undefined;
  }
  // Those say it by themselves, in the browser as here.
  if (isHydrated) return undefined;
  const said = matches.map(({ route }) => saidIn(loaderData[route.id])).find(Boolean);
  return said
    ? (title) => (title.startsWith(`${said} · `) ? title : `${said} · ${title}`)
    : undefined;
}

const saidIn = (loaded: unknown): string | undefined =>
  typeof loaded === "object" && loaded && "said" in loaded && typeof loaded.said === "string"
    ? loaded.said
    : undefined;
