import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { env } from "~/env.server";
import { compressOnce, sendFinished, takes } from "~/web/finished-answers.server";
import { fillMarks, fillStream, type Notes } from "~/web/marks.server";
import { keepPage } from "~/web/page-cache.server";
import { ancestry, patternOf } from "~/web/route-patterns";

const compressible = /^(text\/|application\/(json|manifest\+json|xml)|image\/svg)/;
/** Below this, compression saves no packet. */
const worthCompressing = 1_024;

/**
 * Headers of one connection, not of the request; and those of which Remix makes an origin check of its own, which
 * believes whatever a client says in `x-forwarded-host` and fails with 500. The gate has made that check.
 */
const notPassedOn = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "upgrade"],
  ...["origin", "x-forwarded-host"],
]);

interface Passed {
  /** The route's pattern, `*` where there is none. */
  pattern: string;
  body?: Buffer;
  context: AppLoadContext;
  /** Where the finished page may be kept for others. */
  pageKey?: string;
}

/**
 * Answers a request that passed the gate with its Remix route. A page is taken whole and compressed once;
 * what streams is passed on as it comes.
 */
export function remixHandler(build: ServerBuild) {
  const handlerOf = handlersByPattern(build);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { pattern, body, context, pageKey }: Passed,
  ): Promise<void> => {
    const notes: Notes = new Map();
    const handle = handlerOf(pattern);
    const answer = await handle(toFetchRequest(request, response, body), { ...context, notes });
    for (const [name, value] of answer.headers)
      if (name !== "set-cookie") response.setHeader(name, value);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    if (!answer.headers.has("cache-control")) response.setHeader("cache-control", "no-store");
    response.statusCode = answer.status;

    if (!answer.body) {
      response.end();
      return;
    }
    if (!isWhole(answer.headers)) return stream(answer.body, response, notes);
    const drawn = Buffer.from(await answer.arrayBuffer());
    const whole = notes.size > 0 ? Buffer.from(fillMarks(drawn.toString(), notes)) : drawn;
    if (pageKey && answer.status === 200 && cookies.length === 0) {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      sendFinished(request, response, await keepPage(pageKey, whole), context.requestId);
      return;
    }
    sendWhole(request, response, whole);
  };
}

function isWhole(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return (
    compressible.test(type) &&
    !type.startsWith("text/event-stream") &&
    !headers.has("content-range") &&
    !headers.has("x-stream")
  );
}

/**
 * Remix matches an address against every route there is, several times a request. The pattern is known
 * already, so each has a handler of its own that knows the routes of that pattern only.
 */
function handlersByPattern(build: ServerBuild) {
  const handlers = new Map<string, RequestHandler>();
  const all = createRequestHandler(build, env.NODE_ENV);
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  for (const route of routes) {
    if (route.path === undefined && !route.index) continue;
    const pattern = patternOf(build.routes, route);
    if (handlers.has(pattern) || pattern.includes("*")) continue;
    const chain = routes
      .filter((other) => patternOf(build.routes, other) === pattern)
      .flatMap((other) => ancestry(build.routes, other));
    const ids = new Set(chain.map(({ id }) => id));
    const part = {
      ...build,
      routes: only(ids, build.routes),
      assets: { ...build.assets, routes: only(ids, build.assets.routes) },
    };
    handlers.set(pattern, createRequestHandler(part, env.NODE_ENV));
  }
  return (pattern: string) => handlers.get(pattern) ?? all;
}

function only<T>(ids: Set<string>, table: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([id]) => ids.has(id)));
}

function sendWhole(request: IncomingMessage, response: ServerResponse, whole: Buffer) {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((candidate) => takes(accepted, candidate));
  response.appendHeader("vary", "accept-encoding");
  let body = whole;
  if (encoding && whole.byteLength >= worthCompressing) {
    body = compressOnce(whole, encoding);
    response.setHeader("content-encoding", encoding);
  }
  response.setHeader("content-length", body.byteLength);
  response.end(request.method === "HEAD" ? undefined : body);
}

async function stream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  notes: Notes,
): Promise<void> {
  response.removeHeader("x-stream");
  response.flushHeaders();
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  try {
    if (notes.size > 0) await pipeline(source, (pieces) => fillStream(pieces, notes), response);
    else await pipeline(source, response);
  } catch {
    // Who asked has gone away, or the source broke off: the connection is closed either way.
    response.destroy();
  }
}

function toFetchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  body?: Buffer,
): Request {
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!notPassedOn.has(name.toLowerCase())) headers.append(name, raw[index + 1] ?? "");
  }
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return new Request(env.APP_ORIGIN + request.url, {
    method: request.method ?? "GET",
    headers,
    signal: gone.signal,
    ...(body && { body: new Uint8Array(body) }),
  });
}
