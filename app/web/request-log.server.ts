import type { RequestHandler } from "express";
import { traceRequest } from "~/clients/error-reports.server";
import { logRequest, type RequestLine } from "~/clients/log.server";
import { observeRequest } from "~/clients/metrics.server";
import { createRoutePatterns, type RouteTable } from "~/web/route-patterns";

/** One log line and one measurement. A folder of files counts as one route. */
export function noteRequest({ route: path, ...note }: RequestLine): void {
  const route = fileFolder.exec(path)?.[0].concat("*") ?? path;
  observeRequest(route, note.method, note.status, note.milliseconds);
  logRequest({ ...note, route, milliseconds: Math.round(note.milliseconds) });
}

const fileFolder = /^\/(assets|fonts|images)\//;

/**
 * One line a request: id, route, status, time. The route is its pattern, since addresses and their queries
 * carry tokens and names.
 */
export function logRequests(routes: RouteTable): RequestHandler {
  const patternOf = createRoutePatterns(routes);
  return (request, response, next) => {
    const started = performance.now();
    const route = fileFolder.exec(request.path)?.[0].concat("*") ?? patternOf(request.path);
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
