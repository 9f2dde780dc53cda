import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { resolve } from "node:path";
import * as serverBuild from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { beginChecks } from "~/features/account/guards.server";
import { languageOfSubscriber } from "~/features/account/language.server";
import { addressWithoutCreds } from "~/features/ways-in/credentials-link.server";
import { loadStaticFiles } from "~/platform/http/files/static-files.server";
import { issueFormToken } from "~/platform/http/forms/form-token.server";
import { clientAddressOf } from "~/platform/http/gate/client-address.server";
import {
  checkFormToken,
  checkRequest,
  checkUploadToken,
  type GateRefusal,
  invalidAddress,
  isUploadRequest,
  readBody,
  tooLarge,
} from "~/platform/http/gate/gate.server";
import { requestAddress } from "~/platform/http/gate/request-address.server";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import {
  createRequestLog,
  recordRequest,
  staticFileRoute,
} from "~/platform/http/monitoring/request-log.server";
import { isApiAddress } from "~/platform/http/responses/api-errors";
import {
  type PrecompressedResponse,
  sendPrecompressed,
} from "~/platform/http/responses/precompressed.server";
import { ourFault, sendError } from "~/platform/http/responses/send-error.server";
import { breakOff } from "~/platform/http/responses/stream-body.server";
import { patternOf } from "~/platform/http/route-patterns";
import { streamBodyOf } from "~/platform/http/uploads/streamed-body.server";
import { inOwnLanguage } from "~/platform/languages/dress.server";
import {
  hasNoPage,
  inLanguage,
  isMultilingual,
  type LanguageView,
  languageView,
  languageViewOf,
  readPrivately,
} from "~/platform/languages/languages.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import {
  disconnectSignal,
  isDataRequest,
  toFetchRequest,
} from "~/platform/pages/fetch-request.server";
import { answeringAddress } from "~/platform/pages/json-address.server";
import { loadPageDictionaries } from "~/platform/pages/page-dictionaries.server";
import { cachedPublicPage, publicPageKey } from "~/platform/pages/public-page-cache.server";
import { createRemixHandler } from "~/platform/pages/remix-handler.server";
import { createNonce } from "~/platform/pages/request-nonce.server";
import { subscriberIn } from "~/platform/session/session.server";
import { asOneRequest } from "~/platform/upstream/upstream.server";
import { withoutSecrets } from "~/platform/values/addresses";
import { sayText } from "~/platform/values/say";
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
 * The app as one `node:http` listener. Static files and cached public pages are answered from memory, before all else.
 * Every other request gets its id, log line and security headers, passes the gate, and goes on to its Remix route.
 */
export function createListener(
  clientBuild = "build/client",
  build = serverBuild as unknown as ServerBuild,
): RequestListener {
  loadPageDictionaries(resolve(clientBuild));
  const files = loadStaticFiles(resolve(clientBuild));
  const answer = createAnswer(build);
  return (request, response) => {
    const inMemory = findInMemory(request, files);
    if (!inMemory)
      return isPathTarget(request) ? answer(request, response) : refuseTarget(request, response);
    const requestId = nextRequestId();
    const { method = "GET", url = "/" } = request;
    const status = sendPrecompressed(request, response, inMemory, requestId);
    // It is not timed: what is in memory is sent at once.
    recordRequest({
      requestId,
      method,
      route: staticFileRoute(url) ?? languageViewOf(url, {})?.address ?? url,
      status,
      milliseconds: 0,
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

/** Whether the target is a path of this server: not `http://…` or `//host`, which may not even be valid addresses. */
const isPathTarget = ({ url = "" }: IncomingMessage) =>
  url.startsWith("/") && !url.startsWith("//");

function refuseTarget(request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET" } = request;
  const started = performance.now();
  const requestId = nextRequestId();
  setCommonHeaders(response, requestId);
  const { status, text } = checkRequest(request) ?? invalidAddress;
  inLanguage(languageViewOf("/", {}), () => sendError(request, response, status, text));
  const milliseconds = performance.now() - started;
  recordRequest({ requestId, method, route: "*", status, milliseconds });
}

function setCommonHeaders(response: ServerResponse, requestId: string): void {
  for (const name in securityHeaders) response.setHeader(name, securityHeaders[name] ?? "");
  response.setHeader("x-request-id", requestId);
}

/** Answers what is not in memory as a whole. */
function createAnswer(build: ServerBuild): RequestListener {
  const served = isMultilingual ? build : withoutRoute(build, languageRoute);
  const log = createRequestLog(served.routes);
  const answerByRoute = createRouteAnswer(served);
  return (request, response) => {
    const requestId = nextRequestId();
    const fail = (error: unknown, route = "*") =>
      answerFailure(error, request, response, requestId, route);
    try {
      request.url = answeringAddress(request);
      const view = languageViewOf(request.url, request.headers);
      const leadsTo = view && takeTagOff(request, view);
      log(request, response, requestId, (route) => {
        const answer = () =>
          inItsLanguage(view, request, route, () =>
            answerByRoute(request, response, requestId, route, leadsTo),
          );
        const mayWaitFirst = view !== undefined || request.method === "POST";
        (mayWaitFirst ? asOneRequest(answer) : answer()).catch((error: unknown) =>
          inLanguage(view, () => fail(error, route)),
        );
      });
    } catch (error) {
      fail(error);
    }
  };
}

/**
 * Takes the language's tag off the address: from here on the request is one in that language.
 * @returns the address to redirect to: `/de` for `/de/`; undefined for all others
 */
function takeTagOff(request: IncomingMessage, view: LanguageView): string | undefined {
  const { url = "" } = request;
  if (view.address !== undefined) request.url = view.address;
  else if (new RegExp(`^/${view.language}/(\\?|$)`).test(url)) {
    const { pathname, search } = withoutSecrets(new URL(url, env.APP_ORIGIN));
    return pathname.slice(0, -1) + search;
  }
  return undefined;
}

/** The route of pictures, which say nothing in any language. */
const pictures = "/picture/:token";

/** Only English pages ask for data: they stay English where their reader has chosen another language in another tab. */
async function inItsLanguage(
  view: LanguageView | undefined,
  request: IncomingMessage,
  route: string,
  answer: () => Promise<void>,
): Promise<void> {
  const { headers } = request;
  const hasGuard = view?.isPublic === false;
  if (view && hasNoPage(view) && !isApiAddress(request) && (await subscriberIn(headers.cookie)))
    readPrivately(view, headers);
  if (view && !view.isPublic && route !== pictures) {
    if (isDataRequest(request)) view.language = "en";
    else await speakAsSet(view, request, hasGuard);
  }
  return inLanguage(view, answer);
}

/** A page's guard asks beside the language. */
async function speakAsSet(
  view: LanguageView,
  request: IncomingMessage,
  hasGuard: boolean,
): Promise<void> {
  const subscriber = await subscriberIn(request.headers.cookie);
  if (!subscriber) return;
  if (hasGuard) beginChecks(subscriber);
  view.language = await languageOfSubscriber(subscriber.uid, view.language);
}

function createRouteAnswer(build: ServerBuild) {
  const handleByRemix = createRemixHandler(build);
  const methodsOf = createMethodsOf(build.routes);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    pattern: string,
    leadsTo: string | undefined,
  ): Promise<void> => {
    const setHead = () => setCommonHeaders(response, requestId);
    const refuse = ({ status, text }: GateRefusal) => {
      setHead();
      sendError(request, response, status, text, methodsOf(pattern));
    };
    // While a slow body arrives, `limitBodyTime` may answer: the headers must be set by then.
    if (request.method !== "GET") setHead();
    const upload = isUploadRequest(request) ? streamBodyOf(request, response) : undefined;
    const refusal = checkRequest(request);
    if (refusal) return refuse(refusal);
    const clean = await addressWithoutCredsOf(request);
    const location = leadsTo ?? clean?.location;
    if (location !== undefined) {
      setHead();
      response
        .writeHead(leadsTo === undefined ? 302 : 308, {
          location,
          "cache-control": "private, no-store",
          ...(clean?.cookie && { "set-cookie": clean.cookie }),
        })
        .end();
      return;
    }
    const body = request.method === "POST" && !upload ? await readBody(request) : undefined;
    if (body === "too-large") return refuse(tooLarge);
    if (body === "aborted") {
      response.destroy();
      return;
    }
    const formRefusal = body && (await checkFormToken(request, body));
    if (formRefusal) return refuse(formRefusal);
    const cacheKey = publicPageKey(request, languageView());
    // A page that is cached for everyone must not contain one browser's token.
    const formToken = cacheKey === undefined ? issueFormToken(request.headers) : undefined;
    await handleByRemix(request, response, {
      pattern,
      setHead,
      context: {
        nonce: createNonce(),
        requestId,
        clientAddress: clientAddressOf(request),
        method: request.method ?? "GET",
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
  };
}

/** Creates the function that says which methods the addresses of a pattern take. */
function createMethodsOf(routes: ServerBuild["routes"]): (pattern: string) => string {
  const taking = Object.values(routes).filter((route) => route?.module.action);
  const posted = new Set(taking.map((route) => route && patternOf(routes, route)));
  return (pattern) => {
    if (!posted.has(pattern)) return "GET, HEAD";
    return isApiAddress({ url: pattern }) ? "POST" : "GET, HEAD, POST";
  };
}

/** Takes `?creds=` off the address of any page: it would stand in the Referer of every request that the page makes. */
async function addressWithoutCredsOf(request: IncomingMessage) {
  const { method, url = "" } = request;
  if (method === "POST" || !requestAddress(url)?.hasCredentials || isApiAddress(request))
    return undefined;
  const { location, cookie } = await addressWithoutCreds(
    toFetchRequest(request, undefined, undefined),
  );
  return { location: inOwnLanguage(location), cookie };
}

/** The route by which a reader chooses a language. */
const languageRoute = "features/site/routes/language";

/** The build as if it did not have this route. */
function withoutRoute(build: ServerBuild, id: string): ServerBuild {
  const { [id]: _, ...routes } = build.routes;
  const { [id]: __, ...ofAssets } = build.assets.routes;
  return { ...build, routes, assets: { ...build.assets, routes: ofAssets } };
}

function answerFailure(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  route: string,
): void {
  reportUnexpected(error, { requestId, route });
  if (response.headersSent) {
    breakOff(response);
    return;
  }
  setCommonHeaders(response, requestId);
  sendError(request, response, 500, sayText(ourFault));
}
