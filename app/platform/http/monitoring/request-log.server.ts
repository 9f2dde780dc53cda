import type { RequestHandler } from "express";
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
 * may contain tokens and names. Also sets `response.locals.route`.
 */
export function logRequests(routes: RouteTable): RequestHandler {
  const patternOf = createPatternFinder(routes);
  return (request, response, next) => {
    const started = performance.now();
    const route = staticFileRoute(request.path) ?? patternOf(request.path);
    response.locals.route = route;
    response.once("close", () => {
      recordRequest({
        requestId: response.locals.requestId,
        method: request.method,
        route,
        status: response.statusCode,
        milliseconds: performance.now() - started,
        // The client disconnected before it had the whole response.
        ...(!response.writableFinished && { aborted: true }),
      });
    });
    traceRequest(route, request, response, next);
  };
}
