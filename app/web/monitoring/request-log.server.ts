import type { RequestHandler } from "express";
import { traceRequest } from "~/clients/error-reports.server";
import { logRequest, type RequestLine } from "~/clients/log.server";
import { observeRequest } from "~/clients/metrics.server";
import { createRoutePatterns, type RouteTable } from "~/web/pages/route-patterns";

/** One log line and one measurement. */
export function noteRequest(request: RequestLine): void {
  observeRequest(request.route, request.method, request.status, request.milliseconds);
  logRequest(request);
}

const fileFolder = /^\/(assets|fonts|images)\//;

/** A folder of files counts as one route. */
export const fileRoute = (path: string) => fileFolder.exec(path)?.[0].concat("*");

/**
 * One line a request: id, route, status, time. The route is its pattern, since addresses and their queries
 * carry tokens and names.
 */
export function logRequests(routes: RouteTable): RequestHandler {
  const patternOf = createRoutePatterns(routes);
  return (request, response, next) => {
    const started = performance.now();
    const route = fileRoute(request.path) ?? patternOf(request.path);
    response.locals.route = route;
    response.once("close", () => {
      noteRequest({
        requestId: response.locals.requestId,
        method: request.method,
        route,
        status: response.statusCode,
        milliseconds: performance.now() - started,
        // The client went away before it had the whole answer.
        ...(!response.writableFinished && { aborted: true }),
      });
    });
    traceRequest(route, request, response, next);
  };
}
