import type { ServerBuild } from "@remix-run/node";
import {
  disconnectSignal,
  isDataRequest,
  toFetchRequest,
} from "~/platform/pages/fetch-request.server";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";
import {
  beginAnswer,
  type PageHandler,
  sendWhole,
  setBrowserCookie,
} from "~/platform/pages/send-page.server";
import { asOneWork } from "~/platform/store/erasure-marks.server";

/**
 * `PAGES=plain`: Remix's own handler of the address renders every page anew. Without prefetched loaders, rendered
 * pages and placeholders there is nothing that could be older than the data, or somebody else's.
 */
export function createPlainHandler(build: ServerBuild): PageHandler {
  const findHandler = createRouteHandlers(build);
  return async (request, response, asked) => {
    const { pattern, body } = asked;
    asked.setHead();
    const context = { ...asked.context };
    const { handle, hasPage, prefetch } = findHandler(pattern);
    if (!hasPage && isDataRequest(request)) {
      response.writeHead(404, { "cache-control": "no-store" }).end();
      return;
    }
    // What a form began is finished even if its sender is gone, as in `PAGES=pieces`.
    const signal = prefetch ? undefined : disconnectSignal(response);
    const fetchRequest = toFetchRequest(request, body, signal);
    const handled = await asOneWork(() => handle(fetchRequest, context));
    if ((signal || context.upload) && response.destroyed)
      return handled.body?.cancel().catch(() => {});
    const answer = await beginAnswer(request, response, handled, { ...asked, context });
    if (!answer) return;
    const { rendered } = answer;
    if (context.formToken && rendered.includes(context.formToken.value))
      setBrowserCookie(response, context);
    sendWhole(request, response, rendered);
  };
}
