import type { EntryContext } from "@remix-run/node";
import type { PageHandle } from "~/platform/pages/page-handle";
import { refusedTitle } from "~/platform/pages/refused-title";
import { voiceNow } from "~/platform/values/say";

/**
 * The title of a page that a press has led to begins with the outcome: a screen reader says the title first. A loader
 * gives the outcome as `said`. For an action's answer that is no redirect, the page's handle gives it.
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
    // Where React hydrates the page, it must find the title that it renders itself.
    if (outcome && !(isHydrated && !voiceNow())) return (title) => `${outcome} · ${title}`;
    return status >= 400 ? refusedTitle : undefined;
  }
  // Hydrated pages say it themselves (`pageMetaAfter`), in the browser as on the server.
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
