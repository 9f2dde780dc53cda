import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { contentSecurityPolicy } from "~/web/gate/security-headers.server";
import {
  fillMarks,
  fillStream,
  fillTemplate,
  hasMark,
  type Notes,
  note,
} from "~/web/pages/placeholders.server";
import { keepPage } from "~/web/pages/public-page-cache.server";
import {
  type DrawnPage,
  drawnPage,
  drawnPageKey,
  keepDrawnPage,
} from "~/web/pages/rendered-page-cache.server";
import { type PageHandler, pageHandlers, plainData } from "~/web/pages/route-handlers.server";
import { answersJson, interfaceAnswer } from "~/web/responses/api-errors";
import { compressOnce, sendFinished, takes } from "~/web/responses/precompressed.server";
import { sendBody } from "~/web/responses/stream-body.server";

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
 * what streams is passed on as it comes. A page that was drawn before from the same data is not drawn again.
 */
export function remixHandler(build: ServerBuild) {
  const handlerOf = pageHandlers(build);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { pattern, body, context: given, pageKey }: Passed,
  ): Promise<void> => {
    const notes: Notes = new Map();
    const context: AppLoadContext = { ...given, notes };
    const page = handlerOf(pattern);
    // Remix would read a file, or a stream without end, to give it as a page's data.
    if (!page.isPage && isDataAddress(request)) {
      response.writeHead(404, { "cache-control": "no-store" }).end();
      return;
    }
    // A page is drawn to its end, whoever still waits; what streams or works for long hears of the end.
    const asked = toFetchRequest(request, body, page.load ? undefined : abortedBy(response));
    const loaded = pageKey ? undefined : loadAhead(page.load, request, asked, context);
    let key: string | undefined;
    if (loaded) {
      const data = await plainData(loaded);
      key = data && drawnPageKey(asked.url, data);
      const before = key && drawnPage(key);
      if (before) return sendDrawn(request, response, before, { ...context, notes });
      context.loaded = loaded;
    }

    const handled = await page.handle(asked, context);
    // Remix answers 500 to who has left; nobody reads that, and it is no fault.
    if (!page.load && response.destroyed) return handled.body?.cancel().catch(() => {});
    const answer = answersJson(request) ? interfaceAnswer(handled) : handled;
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
    if (!isWhole(answer.headers)) {
      if (hasMark("formToken", [...notes.keys()])) nameBrowser(response, context);
      return sendInPieces(answer.body, response, notes);
    }
    const drawn = Buffer.from(await answer.arrayBuffer());
    if (notes.size > 0 && hasMark("formToken", drawn)) nameBrowser(response, context);
    const forOthers = answer.status === 200 && cookies.length === 0;
    if (key && forOthers) keepDrawnPage(key, drawn.toString(), answer.headers);
    const whole = notes.size > 0 ? Buffer.from(fillMarks(drawn.toString(), notes)) : drawn;
    if (pageKey && forOthers) {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      sendFinished(request, response, await keepPage(pageKey, whole), context.requestId);
      return;
    }
    sendWhole(request, response, whole);
  };
}

/** Starts the loaders of a page that may have been drawn before. */
function loadAhead(
  load: PageHandler["load"],
  { method, url = "" }: IncomingMessage,
  asked: Request,
  context: AppLoadContext,
) {
  const path = url.split("?", 1)[0] ?? "";
  return method === "GET" && !isDataAddress({ url }) ? load?.(asked, path, context) : undefined;
}

const isDataAddress = ({ url = "" }: Pick<IncomingMessage, "url">) =>
  url.split("?", 1)[0]?.endsWith(".data") ?? false;

function sendDrawn(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers, hasNonce }: DrawnPage,
  context: AppLoadContext & { notes: Notes },
): void {
  response.setHeader("cache-control", "no-store");
  for (const [name, value] of headers) response.setHeader(name, value);
  if (hasNonce) {
    note(context, "nonce", context.nonce);
    response.setHeader("content-security-policy", contentSecurityPolicy(context.nonce));
  }
  if (hasMark("formToken", body.marks)) nameBrowser(response, context);
  sendWhole(request, response, fillTemplate(body, context.notes));
}

/** Gives the browser the name for which the form in its page was drawn. */
function nameBrowser(response: ServerResponse, { formToken }: AppLoadContext): void {
  if (formToken?.cookie) response.appendHeader("set-cookie", formToken.cookie);
}

/** Whether an answer is taken whole. A page that goes out in pieces says so by `x-stream` (app/entry.server.tsx), which stays here. */
function isWhole(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return (
    compressible.test(type) &&
    !type.startsWith("text/event-stream") &&
    !headers.has("content-range") &&
    !headers.has("x-stream")
  );
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
  // One write with the head; a Buffer would take two.
  if (request.method === "HEAD") response.end();
  else response.end(body.toString("latin1"), "latin1");
}

function sendInPieces(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  notes: Notes,
): Promise<void> {
  response.removeHeader("x-stream");
  response.flushHeaders();
  return sendBody(notes.size > 0 ? body.pipeThrough(fillStream(notes)) : body, response);
}

/** The signal that whoever asked has gone away. */
function abortedBy(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function toFetchRequest(
  request: IncomingMessage,
  body: Buffer | undefined,
  signal: AbortSignal | undefined,
): Request {
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!notPassedOn.has(name.toLowerCase())) headers.append(name, raw[index + 1] ?? "");
  }
  return new Request(env.APP_ORIGIN + request.url, {
    method: request.method ?? "GET",
    headers,
    ...(signal && { signal }),
    ...(body && { body: new Uint8Array(body) }),
  });
}
