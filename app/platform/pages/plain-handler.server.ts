import type { ServerBuild } from "@remix-run/node";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";
import {
  beginAnswer,
  type PageHandler,
  sendWhole,
  setBrowserCookie,
} from "~/platform/pages/send-page.server";

/**
 * `PAGES=plain`: Remix's own handler of the address renders every page anew. Without prefetched loaders, rendered
 * pages and placeholders there is nothing that could be older than the data, or somebody else's.
 */
export function createPlainHandler(build: ServerBuild): PageHandler {
  const findHandler = createRouteHandlers(build);
  return async (request, response, asked) => {
    const context = { ...asked.context };
    const route = findHandler(asked.pattern);
    const answer = await beginAnswer(request, response, route, { ...asked, context });
    if (!answer) return;
    const { rendered } = answer;
    if (context.formToken && rendered.includes(context.formToken.value))
      setBrowserCookie(response, context);
    sendWhole(request, response, rendered);
  };
}
