import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { isApiAddress, toApiError } from "~/platform/http/responses/api-errors";
import { sendPrecompressed } from "~/platform/http/responses/precompressed.server";
import { sendError } from "~/platform/http/responses/send-error.server";
import {
  disconnectSignal,
  isDataRequest,
  toFetchRequest,
} from "~/platform/pages/fetch-request.server";
import { cacheableData, type Prefetch } from "~/platform/pages/loader-prefetch.server";
import { renderedPageKey } from "~/platform/pages/page-key.server";
import { fillPlaceholders, hasPlaceholder } from "~/platform/pages/placeholders.server";
import { cachePublicPage } from "~/platform/pages/public-page-cache.server";
import { cachedRenderedPage, cacheRenderedPage } from "~/platform/pages/rendered-page-cache.server";
import { createRouteHandlers } from "~/platform/pages/route-handlers.server";
import {
  copyHead,
  type FillableContext,
  sendRenderedPage,
  sendStream,
  sendWhole,
  setBrowserCookie,
} from "~/platform/pages/send-page.server";
import { asOneWork } from "~/platform/store/erasure-marks.server";

const compressible = /^(text\/|application\/(json|manifest\+json|xml)|image\/svg)/;

interface RemixRequest {
  /** The route's pattern, or `*` if no route matches. */
  pattern: string;
  body?: Buffer | ReadableStream<Uint8Array>;
  context: AppLoadContext;
  /** Set if the response may be cached as a public page. */
  publicPageKey?: string;
}

/** Creates the function that answers a request with its Remix route. README.md in this folder describes the steps. */
export function createRemixHandler(build: ServerBuild) {
  const findHandler = createRouteHandlers(build);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { pattern, body, context: given, publicPageKey }: RemixRequest,
  ): Promise<void> => {
    const values = new Map<string, string>();
    const context: FillableContext = { ...given, placeholders: values };
    const route = findHandler(pattern);
    // Remix would read a whole file or an endless stream into the page data.
    if (!route.hasPage && isDataRequest(request)) {
      response.writeHead(404, { "cache-control": "no-store" }).end();
      return;
    }
    // Cacheable pages render to completion even if the client disconnects, and an upload that has come is used. Streams
    // and long jobs get the abort signal.
    const signal = route.prefetch ? undefined : disconnectSignal(response);
    const fetchRequest = toFetchRequest(request, body, signal);
    const prefetched = publicPageKey
      ? undefined
      : startLoaders(route.prefetch, request, fetchRequest, context);
    let cacheKey: string | undefined;
    if (prefetched) {
      const data = await cacheableData(prefetched);
      cacheKey = data && renderedPageKey(fetchRequest.url, data);
      const cached = cacheKey && cachedRenderedPage(cacheKey);
      if (cached) return sendRenderedPage(request, response, cached, context);
      context.prefetched = prefetched;
    }

    const handled = await asOneWork(() => route.handle(fetchRequest, context));
    // Remix answers an aborted request with 500. Nobody reads that, and it is no error.
    if ((!route.prefetch || context.upload) && response.destroyed)
      return handled.body?.cancel().catch(() => {});
    const refusal = context.upload?.refusal;
    if (refusal) {
      void handled.body?.cancel().catch(() => {});
      return sendError(request, response, refusal.status, refusal.text);
    }
    const answer = isApiAddress(request) ? toApiError(handled) : handled;
    const cookies = copyHead(answer, response);
    if (!answer.body) {
      // The head of what a GET is sent by `sendWhole`.
      if (request.method === "HEAD" && isBuffered(answer.headers))
        response.appendHeader("vary", "accept-encoding");
      response.end();
      return;
    }
    if (context.isStreamed || !isBuffered(answer.headers))
      return sendStream(answer.body, response, context);

    const rendered = Buffer.from(await answer.arrayBuffer());
    if (values.size > 0 && hasPlaceholder("formToken", rendered))
      setBrowserCookie(response, context);
    const isCacheable = answer.status === 200 && cookies.length === 0;
    if (cacheKey && isCacheable) cacheRenderedPage(cacheKey, rendered.toString(), answer.headers);
    const whole =
      values.size > 0 ? Buffer.from(fillPlaceholders(rendered.toString(), values)) : rendered;
    if (publicPageKey && isCacheable) {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const page = await cachePublicPage(publicPageKey, whole, answer.headers);
      sendPrecompressed(request, response, page, context.requestId);
      return;
    }
    sendWhole(request, response, whole);
  };
}

/** Starts the loaders of a page that may be in the cache. */
function startLoaders(
  prefetch: Prefetch | undefined,
  { method, url = "" }: IncomingMessage,
  fetchRequest: Request,
  context: AppLoadContext,
) {
  const path = url.split("?", 1)[0] ?? "";
  return method === "GET" && !isDataRequest({ url })
    ? prefetch?.(fetchRequest, path, context)
    : undefined;
}

/** Whether to collect a response and compress it once: text, except for event streams, byte ranges and files. */
function isBuffered(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return (
    compressible.test(type) &&
    !type.startsWith("text/event-stream") &&
    !headers.get("cache-control")?.includes("no-transform") &&
    !headers.has("content-range")
  );
}
