import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { resolve } from "node:path";
import * as serverBuild from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express } from "express";
import { reportUnexpected } from "~/clients/error-reports.server";
import { env } from "~/env.server";
import { type FinishedAnswer, sendFinished } from "~/web/finished-answers.server";
import { readBody, refuse } from "~/web/gate.server";
import { keptPage, pageKey } from "~/web/page-cache.server";
import { plainPage } from "~/web/plain-page";
import { remixHandler } from "~/web/remix-handler.server";
import { fileRoute, logRequests, noteRequest } from "~/web/request-log.server";
import { securityHeaders } from "~/web/security-headers.server";
import { readStaticFiles } from "~/web/static-files.server";

const build = serverBuild as unknown as ServerBuild;

const processName = randomBytes(6).toString("base64url");
let requests = 0;

/** Names a request in its answer, the log and error reports: unique, and secret to nobody. */
function nextRequestId(): string {
  requests += 1;
  return `${processName}-${requests.toString(36)}`;
}

/**
 * What a request passes on its way: files and kept pages are answered at once from memory; everything else
 * goes through id, log, headers and gate to its Remix route.
 */
export function createListener(clientBuild = "build/client"): RequestListener {
  const files = readStaticFiles(resolve(clientBuild));
  const app = createApp();
  return (request, response) => {
    const finished = finishedAnswer(request, files);
    if (!finished) return app(request, response);
    const started = performance.now();
    const requestId = nextRequestId();
    const { method = "GET", url = "/" } = request;
    const status = sendFinished(request, response, finished, requestId);
    noteRequest({
      requestId,
      method,
      route: fileRoute(url) ?? url,
      status,
      milliseconds: performance.now() - started,
    });
  };
}

function finishedAnswer(
  request: IncomingMessage,
  files: Map<string, FinishedAnswer>,
): FinishedAnswer | undefined {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const file = files.get(url);
  if (file) return file;
  const key = pageKey(request);
  return key === undefined ? undefined : keptPage(key);
}

function createApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use((_, response, next) => {
    response.locals.requestId = nextRequestId();
    for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] ?? "");
    response.setHeader("x-request-id", response.locals.requestId);
    next();
  });
  app.use(logRequests(build.routes));

  const answer = remixHandler(build);
  app.use(async (request, response, next) => {
    const refusal = refuse(request);
    if (refusal) return deny(response, refusal.status, refusal.text);
    const body = request.method === "POST" ? await readBody(request) : undefined;
    if (body === "too-large") return deny(response, 413, "What was sent is too large.");
    if (body === "broken-off") return response.destroy();
    try {
      const key = pageKey(request);
      await answer(request, response, {
        pattern: response.locals.route,
        context: {
          nonce: randomBytes(16).toString("base64"),
          requestId: response.locals.requestId,
          clientAddress: request.ip ?? "",
          method: request.method,
        },
        ...(body && { body }),
        ...(key !== undefined && { pageKey: key }),
      });
    } catch (error) {
      next(error);
    }
  });
  app.use(onError);
  return app;
}

/** A refused sender is not read any further. */
function deny(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
    ...(status === 405 && { allow: "GET, HEAD, POST" }),
  });
  response.end(plainPage("Something went wrong", text));
}

const onError: ErrorRequestHandler = (error, _request, response, next) => {
  const { requestId, route } = response.locals;
  reportUnexpected(error, { requestId, route });
  if (response.headersSent) return next(error);
  deny(response, 500, "The fault is on our side. Please try again in a moment.");
};
