import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { resolve } from "node:path";
import * as serverBuild from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express } from "express";
import { reportUnexpected } from "~/clients/error-reports.server";
import { somethingWentWrong } from "~/domain/identity-messages";
import { env } from "~/env.server";
import { readStaticFiles } from "~/web/files/static-files.server";
import { formTokenFor } from "~/web/forms/form-token.server";
import { incomplete, readBody, refuse, refuseForm } from "~/web/gate/gate.server";
import { securityHeaders } from "~/web/gate/security-headers.server";
import { fileRoute, logRequests, noteRequest } from "~/web/monitoring/request-log.server";
import { keptPage, pageKey } from "~/web/pages/public-page-cache.server";
import { remixHandler } from "~/web/pages/remix-handler.server";
import { answersJson } from "~/web/responses/api-errors";
import { plainPage } from "~/web/responses/error-page";
import { type FinishedAnswer, sendFinished } from "~/web/responses/precompressed.server";

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
    if (!finished)
      return takesApart(request) ? app(request, response) : refuseTarget(request, response);
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

/** Express takes every target apart before anything of ours is asked, and throws at `http://[` and `//a@[`. */
const takesApart = ({ url = "" }: IncomingMessage) => url.startsWith("/") && !url.startsWith("//");

function refuseTarget(request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET" } = request;
  const started = performance.now();
  const requestId = introduce(response);
  const { status, text } = refuse(request) ?? incomplete;
  deny(request, response, status, text);
  const milliseconds = performance.now() - started;
  noteRequest({ requestId, method, route: "*", status, milliseconds });
}

/** Names a request, and gives its answer what every answer has. @returns the request's id */
function introduce(response: ServerResponse): string {
  const requestId = nextRequestId();
  for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] ?? "");
  response.setHeader("x-request-id", requestId);
  return requestId;
}

function createApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use((_, response, next) => {
    response.locals.requestId = introduce(response);
    next();
  });
  app.use(logRequests(build.routes));

  const answer = remixHandler(build);
  app.use(async (request, response, next) => {
    // Express 4 hears of no rejected promise by itself.
    try {
      const refusal = refuse(request);
      if (refusal) return deny(request, response, refusal.status, refusal.text);
      const body = request.method === "POST" ? await readBody(request) : undefined;
      if (body === "too-large") return deny(request, response, 413, "What was sent is too large.");
      if (body === "broken-off") return response.destroy();
      const notOurs = body && (await refuseForm(request, body));
      if (notOurs) return deny(request, response, notOurs.status, notOurs.text);
      const key = pageKey(request);
      // What is kept for everyone holds nobody's token.
      const formToken = key === undefined ? formTokenFor(request.headers) : undefined;
      await answer(request, response, {
        pattern: response.locals.route,
        context: {
          nonce: randomBytes(16).toString("base64"),
          requestId: response.locals.requestId,
          clientAddress: request.ip ?? "",
          method: request.method,
          ...(formToken && { formToken }),
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

/** Says in a page, or in JSON where programs ask, why not. A refused sender is not read any further. */
function deny(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const asJson = answersJson(request);
  response.writeHead(status, {
    "content-type": asJson ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
    ...(status === 405 && { allow: "GET, HEAD, POST" }),
  });
  response.end(asJson ? JSON.stringify({ error: text }) : plainPage(somethingWentWrong, text));
}

const onError: ErrorRequestHandler = (error, request, response, next) => {
  const { requestId, route } = response.locals;
  reportUnexpected(error, { requestId, route });
  if (response.headersSent) return next(error);
  deny(request, response, 500, "The fault is on our side. Please try again in a moment.");
};
