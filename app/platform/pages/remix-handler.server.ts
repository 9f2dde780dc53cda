import type { IncomingMessage } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { sendPrecompressed } from "~/platform/http/responses/precompressed.server";
import { languageKey } from "~/platform/languages/languages.server";
import { isDataRequest, toQuickRequest } from "~/platform/pages/fetch-request.server";
import { cacheableData, type Prefetch } from "~/platform/pages/loader-prefetch.server";
import { isWrittenWhole, renderedPageKey } from "~/platform/pages/page-key.server";
import { fillPlaceholders, hasPlaceholder } from "~/platform/pages/placeholders.server";
import { createPlainHandler } from "~/platform/pages/plain-handler.server";
import { cachePublicPage } from "~/platform/pages/public-page-cache.server";
import { cachedRenderedPage, cacheRenderedPage } from "~/platform/pages/rendered-page-cache.server";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";
import {
  beginAnswer,
  type FillableContext,
  type PageHandler,
  sendRenderedPage,
  sendWhole,
  setBrowserCookie,
} from "~/platform/pages/send-page.server";
import { subscriberIn } from "~/platform/session/session.server";
import { asOneWork } from "~/platform/store/erasure-marks.server";
import { isPublicPath } from "~/platform/values/languages";

/** Creates the function that answers a request with its Remix route. README.md in this folder describes the steps. */
export function createRemixHandler(build: ServerBuild): PageHandler {
  const answer = env.PAGES === "plain" ? createPlainHandler(build) : createPiecesHandler(build);
  return (...args) => asOneWork(() => answer(...args));
}

function createPiecesHandler(build: ServerBuild): PageHandler {
  const findHandler = createRouteHandlers(build);
  return async (request, response, asked) => {
    const { pattern, publicPageKey } = asked;
    const values = new Map<string, string>();
    const context: FillableContext = { ...asked.context, placeholders: values };
    const route = findHandler(pattern);
    const prefetched = publicPageKey ? undefined : startLoaders(route.prefetch, request, context);
    let cacheKey: string | undefined;
    let loaderData: unknown[] | undefined;
    if (prefetched) {
      const { url, results } = prefetched;
      loaderData = await cacheableData(results);
      cacheKey = loaderData && renderedPageKey(url, loaderData, languageKey());
      const cached = cacheKey && cachedRenderedPage(cacheKey);
      if (cacheKey && cached) return sendRenderedPage(request, response, cacheKey, cached, context);
      context.prefetched = results;
    }
    const answer = await beginAnswer(request, response, route, { ...asked, context });
    if (!answer) return;
    const { rendered, headers, isCacheable } = answer;
    if (values.size > 0 && hasPlaceholder("formToken", rendered))
      setBrowserCookie(response, context);
    // A stranger may ask for a public page with any query: each would push a subscriber's page out.
    if (cacheKey && isCacheable && !isPublicPath(pattern) && loaderData?.every(isWrittenWhole)) {
      const owner = await subscriberIn(request.headers.cookie);
      if (owner) cacheRenderedPage(cacheKey, rendered.toString("latin1"), headers, owner.uid);
    }
    const whole =
      values.size > 0
        ? Buffer.from(fillPlaceholders(rendered.toString("latin1"), values), "latin1")
        : rendered;
    // A page with a nonce is no page for everyone, and has no ETag.
    if (publicPageKey && isCacheable && !headers.has("content-security-policy")) {
      // A stopping process has set `connection: close`, which stays.
      for (const name of response.getHeaderNames())
        if (name !== "connection") response.removeHeader(name);
      const page = await cachePublicPage(publicPageKey, whole, headers);
      sendPrecompressed(request, response, page, context.requestId);
      return;
    }
    sendWhole(request, response, whole);
  };
}

/** Starts the loaders of a page that may be in the cache. */
function startLoaders(
  prefetch: Prefetch | undefined,
  request: IncomingMessage,
  context: FillableContext,
) {
  if (!prefetch || request.method !== "GET" || isDataRequest(request)) return undefined;
  const asked = toQuickRequest(request);
  const results = prefetch(asked, request.url?.split("?", 1)[0] ?? "", context);
  return results && { url: asked.url, results };
}
