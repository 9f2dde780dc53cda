import type { IncomingMessage, ServerResponse } from "node:http";
import { createPatternFinder, type RouteTable } from "~/platform/http/route-patterns";
import { traceRequest } from "~/platform/monitoring/error-reports.server";
import { logRequest } from "~/platform/monitoring/log.server";
import { observeRequest } from "~/platform/monitoring/metrics.server";
import type { RequestLine } from "~/platform/monitoring/request-fields";

/** Writes one log line and one measurement. */
export function recordRequest(request: RequestLine): void {
  observeRequest(request.route, request.method, request.status, request.milliseconds);
  logRequest(request);
}

const fileFolder = /^\/(assets|fonts|images)\//;

/** The route name of a static file: all files of a folder count as one route. Undefined for any other path. */
export const staticFileRoute = (path: string) => fileFolder.exec(path)?.[0].concat("*");

/**
 * Logs one line per request: id, route, status, time. The route is logged as its pattern, since addresses and queries
 * may contain tokens and names.
 */
export function createRequestLog(routes: RouteTable) {
  const patternOf = createPatternFinder(routes);
  return (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    answer: (route: string) => void,
  ): void => {
    const started = performance.now();
    const { method = "GET", url = "" } = request;
    const path = url.split(/[?#]/, 1)[0] ?? "";
    const route = staticFileRoute(path) ?? patternOf(path);
    response.once("close", () => {
      recordRequest({
        requestId,
        method,
        route,
        status: response.statusCode,
        milliseconds: performance.now() - started,
        // The client disconnected before it had the whole response.
        ...(!response.writableFinished && { aborted: true }),
      });
    });
    traceRequest(route, request, response, () => answer(route));
  };
}
