import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { resolve } from "node:path";
import * as serverBuild from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { env } from "~/env.server";
import { languageOfSubscriber } from "~/features/account/language.server";
import { loadStaticFiles } from "~/platform/http/files/static-files.server";
import { issueFormToken } from "~/platform/http/forms/form-token.server";
import {
  checkFormToken,
  checkRequest,
  checkUploadToken,
  invalidAddress,
  isStreamed,
  readBody,
  tooLarge,
} from "~/platform/http/gate/gate.server";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import {
  logRequests,
  recordRequest,
  staticFileRoute,
} from "~/platform/http/monitoring/request-log.server";
import {
  type PrecompressedResponse,
  sendPrecompressed,
} from "~/platform/http/responses/precompressed.server";
import { sendError } from "~/platform/http/responses/send-error.server";
import { streamBodyOf } from "~/platform/http/uploads/streamed-body.server";
import {
  inLanguage,
  isMultilingual,
  languageView,
  languageViewOf,
} from "~/platform/languages/languages.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { disconnectSignal } from "~/platform/pages/fetch-request.server";
import { answeringAddress } from "~/platform/pages/json-address";
import { loadPageDictionaries } from "~/platform/pages/page-dictionaries.server";
import { cachedPublicPage, publicPageKey } from "~/platform/pages/public-page-cache.server";
import { createRemixHandler } from "~/platform/pages/remix-handler.server";
import { createNonce } from "~/platform/pages/request-nonce.server";
import { registerConcerns } from "~/registrations.server";

registerConcerns();

const processId = randomBytes(6).toString("base64url");
let requestCount = 0;

/** The request id in the response, the log and error reports: unique across processes, and not a secret. */
function nextRequestId(): string {
  requestCount += 1;
  return `${processId}-${requestCount.toString(36)}`;
}

/**
 * The app as one `node:http` listener. Static files and cached public pages are answered from memory, before Express.
 * Every other request gets its id, log line and security headers, passes the gate, and goes on to its Remix route.
 */
export function createListener(
  clientBuild = "build/client",
  build = serverBuild as unknown as ServerBuild,
): RequestListener {
  loadPageDictionaries(resolve(clientBuild));
  const files = loadStaticFiles(resolve(clientBuild));
  const app = createApp(build);
  return (request, response) => {
    const inMemory = findInMemory(request, files);
    if (!inMemory)
      return isPathTarget(request) ? app(request, response) : refuseTarget(request, response);
    const started = performance.now();
    const requestId = nextRequestId();
    const { method = "GET", url = "/" } = request;
    const status = sendPrecompressed(request, response, inMemory, requestId);
    recordRequest({
      requestId,
      method,
      route: staticFileRoute(url) ?? url,
      status,
      milliseconds: performance.now() - started,
    });
  };
}

function findInMemory(
  request: IncomingMessage,
  files: Map<string, PrecompressedResponse>,
): PrecompressedResponse | undefined {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const file = files.get(url);
  if (file) return file;
  const key = publicPageKey(request);
  return key === undefined ? undefined : cachedPublicPage(key);
}

/** Express parses the request target before any middleware runs, and throws at `http://[` and `//a@[`. */
const isPathTarget = ({ url = "" }: IncomingMessage) =>
  url.startsWith("/") && !url.startsWith("//");

function refuseTarget(request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET" } = request;
  const started = performance.now();
  const requestId = setCommonHeaders(response);
  const { status, text } = checkRequest(request) ?? invalidAddress;
  inLanguage(languageViewOf("/", {}), () => sendError(request, response, status, text));
  const milliseconds = performance.now() - started;
  recordRequest({ requestId, method, route: "*", status, milliseconds });
}

/** Sets the security headers and a new request id. @returns the request id */
function setCommonHeaders(response: ServerResponse): string {
  const requestId = nextRequestId();
  for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] ?? "");
  response.setHeader("x-request-id", requestId);
  return requestId;
}

function createApp(build: ServerBuild): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use((request, response, next) => {
    response.locals.requestId = setCommonHeaders(response);
    request.url = answeringAddress(request);
    next();
  });
  if (isMultilingual) app.use(findLanguage);
  const served = isMultilingual ? build : withoutRoute(build, languageRoute);
  app.use(logRequests(served.routes));

  const handleByRemix = createRemixHandler(served);
  app.use(async (request, response, next) => {
    // Express 4 does not catch rejected promises.
    try {
      const upload = isStreamed(request) ? streamBodyOf(request, response) : undefined;
      const refusal = checkRequest(request);
      if (refusal) return sendError(request, response, refusal.status, refusal.text);
      const body = request.method === "POST" && !upload ? await readBody(request) : undefined;
      if (body === "too-large") return sendError(request, response, tooLarge.status, tooLarge.text);
      if (body === "aborted") return response.destroy();
      const formRefusal = body && (await checkFormToken(request, body));
      if (formRefusal) return sendError(request, response, formRefusal.status, formRefusal.text);
      const cacheKey = publicPageKey(request, languageView());
      // A page that is cached for everyone must not contain one browser's token.
      const formToken = cacheKey === undefined ? issueFormToken(request.headers) : undefined;
      await handleByRemix(request, response, {
        pattern: response.locals.route,
        context: {
          nonce: createNonce(),
          requestId: response.locals.requestId,
          clientAddress: request.ip ?? "",
          method: request.method,
          ...(formToken && { formToken }),
          ...(upload && {
            upload: {
              checkToken: (token) => checkUploadToken(request, token),
              left: disconnectSignal(response),
            },
          }),
        },
        ...((body ?? upload) && { body: body ?? upload }),
        ...(cacheKey !== undefined && { publicPageKey: cacheKey }),
      });
    } catch (error) {
      next(error);
    }
  });
  app.use(onError);
  return app;
}

/** Takes the language's tag off the address. From here on the request is one in that language. */
const findLanguage: RequestHandler = async (request, response, next) => {
  const { url, headers } = request;
  const view = languageViewOf(url, headers);
  const slash = /^\/([^/?]+)\/(?=\?|$)/.exec(url);
  if (view?.address === undefined && slash?.[1] === view?.language) {
    response
      .writeHead(308, { location: url.replace(/\/(?=\?|$)/, ""), "cache-control": "no-store" })
      .end();
    return;
  }
  if (view?.address !== undefined) request.url = view.address;
  if (view && !view.isPublic) view.language = await languageOfSubscriber(headers, view.language);
  inLanguage(view, () => next());
};

/** The route by which a reader chooses a language. */
const languageRoute = "features/site/routes/language";

/** The build as if it did not have this route. */
function withoutRoute(build: ServerBuild, id: string): ServerBuild {
  const { [id]: _, ...routes } = build.routes;
  const { [id]: __, ...ofAssets } = build.assets.routes;
  return { ...build, routes, assets: { ...build.assets, routes: ofAssets } };
}

const onError: ErrorRequestHandler = (error, request, response, next) => {
  const { requestId, route } = response.locals;
  reportUnexpected(error, { requestId, route });
  if (response.headersSent) return next(error);
  sendError(request, response, 500, "The fault is on our side. Please try again in a moment.");
};
