import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { notTaken } from "~/platform/http/gate/gate.server";
import { contentSecurityPolicy } from "~/platform/http/gate/security-headers.server";
import { getsErrorsAsJson, toApiError } from "~/platform/http/responses/api-errors";
import { compressFast } from "~/platform/http/responses/compression.server";
import { compressFastBy } from "~/platform/http/responses/dictionary.server";
import { acceptedEncodings, acceptedOfPieces } from "~/platform/http/responses/negotiation.server";
import { type HeadLines, writeReadyHead } from "~/platform/http/responses/ready-head.server";
import { ourFault, sendError } from "~/platform/http/responses/send-error.server";
import { streamBody } from "~/platform/http/responses/stream-body.server";
import { inOwnLanguage } from "~/platform/languages/dress.server";
import {
  disconnectSignal,
  isDataRequest,
  toFetchRequest,
} from "~/platform/pages/fetch-request.server";
import { variesByAccept } from "~/platform/pages/json-address.server";
import {
  offeredDictionary,
  pageDictionaryOf,
  pagesVaryBy,
} from "~/platform/pages/page-dictionaries.server";
import { gzipPieces } from "~/platform/pages/pieces/gzip-pieces.server";
import type { PageCoding } from "~/platform/pages/pieces/page-coding";
import { zstdPieces } from "~/platform/pages/pieces/zstd-pieces.server";
import {
  fillPlaceholderStream,
  fillTemplate,
  hasPlaceholder,
  type PlaceholderValues,
  placeholderFor,
} from "~/platform/pages/placeholders.server";
import { publicPageCaching } from "~/platform/pages/public-page-cache.server";
import {
  preparedPage,
  type RenderedPage,
  templateOf,
} from "~/platform/pages/rendered-page-cache.server";
import type { RouteHandler } from "~/platform/pages/route-handlers.server";
import { sayText } from "~/platform/values/say";

/** Smaller bodies fit into one packet uncompressed. */
const minBytesToCompress = 1_024;

const compressible = /^(text\/|application\/(json|manifest\+json|xml)|image\/svg)/;

/** What the HTTP server asks of the pages. */
export interface PageRequest {
  /** The route's pattern, or `*` if no route matches. */
  pattern: string;
  body?: Buffer | ReadableStream<Uint8Array>;
  /** Sets the headers that every answer has. A cached page has them in its own head. */
  setHead: () => void;
  context: AppLoadContext;
  /** Set if the response may be cached as a public page. */
  publicPageKey?: string;
}

/** Answers a request with its Remix route. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  asked: PageRequest,
) => Promise<void>;

/** A load context whose placeholder values are filled in here. */
export type FillableContext = AppLoadContext & { placeholders: PlaceholderValues };

/** A whole answer of Remix that is to be sent; its head is copied already. */
interface WholeAnswer {
  rendered: Buffer;
  headers: Headers;
  /** Whether another visitor may get the same: a 200 without cookies. */
  isCacheable: boolean;
}

/**
 * Lets the route answer, and takes its answer.
 * @returns undefined if it is sent, goes on by itself, or is awaited by nobody any more
 */
export async function beginAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, hasPage, prefetch }: RouteHandler,
  { pattern, setHead, body, context, publicPageKey }: PageRequest,
): Promise<WholeAnswer | undefined> {
  setHead();
  // Remix would read a whole file or an endless stream into the page data.
  if (!hasPage && isDataRequest(request)) {
    response.writeHead(404, { "cache-control": "private, no-store" }).end();
    return undefined;
  }
  // Cacheable pages render to completion even if the client disconnects, and an upload that has come is used. Streams
  // and long jobs get the abort signal.
  const signal = prefetch ? undefined : disconnectSignal(response);
  const handled = await handle(toFetchRequest(request, body, signal), context);
  // Remix answers an aborted request with 500. Nobody reads that, and it is no error.
  if ((signal || context.upload) && response.destroyed) {
    await handled.body?.cancel().catch(() => {});
    return undefined;
  }
  const refusal = context.upload?.refusal;
  if (refusal) {
    void handled.body?.cancel().catch(() => {});
    sendError(request, response, refusal.status, refusal.text);
    return undefined;
  }
  const asJson = getsErrorsAsJson(request);
  if (!asJson && isRawFailure(request, handled)) {
    void handled.body?.cancel().catch(() => {});
    const text = handled.status === notTaken.status ? notTaken.text : sayText(ourFault);
    sendError(request, response, handled.status, text);
    return undefined;
  }
  const answer = asJson ? toApiError(handled) : handled;
  if (variesByAccept.has(pattern)) answer.headers.append("vary", "accept");
  const cookies = copyHead(answer, response);
  const isCacheable = answer.status === 200 && cookies.length === 0;
  if (publicPageKey && isCacheable) response.setHeader("cache-control", publicPageCaching);
  if (!answer.body) {
    // The head that `sendWhole` would give to a GET.
    if (request.method === "HEAD" && !context.isStreamed && isBuffered(answer.headers))
      setPageHead(request, response);
    response.end();
    return undefined;
  }
  if (context.isStreamed || !isBuffered(answer.headers)) {
    await sendStream(answer.body, response, context);
    return undefined;
  }
  return {
    rendered: Buffer.from(await answer.arrayBuffer()),
    headers: answer.headers,
    isCacheable,
  };
}

/**
 * Remix answers itself where a route without a page does not take the method, in JSON, or throws, in a sentence of plain
 * text.
 */
function isRawFailure({ url = "" }: IncomingMessage, { status, headers }: Response): boolean {
  const type = headers.get("content-type") ?? "";
  const isError = headers.has("x-remix-error") && type.startsWith("application/json");
  const isThrown = status === 500 && type === "text/plain";
  return (isError || isThrown) && !/\.data(\?|$)/.test(url);
}

/** Whether to collect a response and compress it once: text, except for event streams, byte ranges and files. */
function isBuffered(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return (
    compressible.test(type) &&
    !type.startsWith("text/event-stream") &&
    !headers.get("cache-control")?.includes("no-transform") &&
    !headers.has("content-range")
  );
}

/** Copies Remix's status and headers. @returns the Set-Cookie values, which make a response private */
function copyHead({ status, headers }: Response, response: ServerResponse): string[] {
  for (const [name, value] of headers)
    if (name !== "set-cookie")
      response.setHeader(name, name === "location" ? inOwnLanguage(value) : value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  // Fastly obeys `private` and no `no-store` (DECISIONS.md).
  if (!headers.has("cache-control")) response.setHeader("cache-control", "private, no-store");
  // What takes POST alone says so itself (RFC 9110, 15.5.6).
  if (status === 405 && !headers.has("allow")) response.setHeader("allow", "GET, HEAD");
  response.statusCode = status;
  return cookies;
}

/** Sends a page from the cache, with this request's nonce and values. Nothing of its head may be set before. */
export function sendRenderedPage(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  page: RenderedPage,
  context: FillableContext,
): void {
  const { hasNonce, hasFormToken } = page;
  const { placeholders: values, nonce, formToken } = context;
  let own = `x-request-id: ${context.requestId}\r\n`;
  if (hasNonce) {
    placeholderFor(context, "nonce", nonce);
    own += `content-security-policy: ${contentSecurityPolicy(nonce)}\r\n`;
  }
  if (formToken?.cookie && hasFormToken) own += `set-cookie: ${formToken.cookie}\r\n`;
  const offered = offeredTo(request);
  if (offered) own += `link: ${offered}\r\n`;
  const coding = page.bytes >= minBytesToCompress ? codingFor(request) : undefined;
  const joined = coding && preparedPage(key, page, coding, values)?.join(values);
  if (!coding || joined === undefined) {
    const whole = Buffer.from(fillTemplate(templateOf(page), values), "latin1");
    const sent = compressFor(request, whole);
    writePage(response, page, own, sent?.encoding, (sent?.body ?? whole).toString("latin1"));
  } else writePage(response, page, own, coding.encoding, joined);
}

/** @param body its bytes, a character each: Node sends a string in one write with the head, a Buffer in two. */
function writePage(
  response: ServerResponse,
  { head }: RenderedPage,
  own: HeadLines,
  encoding: string | undefined,
  body: string,
): void {
  const coding = encoding ? `content-encoding: ${encoding}\r\n` : "";
  writeReadyHead(response, 200, head, `${own}${coding}content-length: ${body.length}\r\n`);
  response.end(body, "latin1");
}

/** The coding in which a cached page is sent in pieces; undefined if the client prefers Brotli, or takes no coding. */
function codingFor(request: IncomingMessage): PageCoding | undefined {
  const header = request.headers["accept-encoding"] as string | undefined;
  for (const encoding of acceptedOfPieces(header)) {
    if (encoding === "zstd") return zstdPieces;
    if (encoding === "gzip") return gzipPieces;
    if (encoding !== "dcz") return undefined;
    const dictionary = pageDictionaryOf(request);
    if (dictionary) return dictionary.coding;
  }
  return undefined;
}

const offeredTo = ({ headers }: IncomingMessage) =>
  offeredDictionary(headers["available-dictionary"] as string | undefined);

/** Sets a page's `Vary`, and the `Link` to its dictionary. */
function setPageHead(request: IncomingMessage, response: ServerResponse): void {
  response.appendHeader("vary", pagesVaryBy());
  const offered = offeredTo(request);
  if (offered && String(response.getHeader("content-type")).startsWith("text/html"))
    response.appendHeader("link", offered);
}

/** Sets the browser id that the page's form token is bound to, unless the browser has one already. */
export function setBrowserCookie(response: ServerResponse, { formToken }: AppLoadContext): void {
  if (formToken?.cookie) response.appendHeader("set-cookie", formToken.cookie);
}

/** Sends a complete body, compressed if that is worth it. */
export function sendWhole(request: IncomingMessage, response: ServerResponse, whole: Buffer): void {
  setPageHead(request, response);
  const sent = compressFor(request, whole);
  if (sent) response.setHeader("content-encoding", sent.encoding);
  const bytes = sent?.body ?? whole;
  response.setHeader("content-length", bytes.byteLength);
  // Node sends a string in one write with the head, a Buffer in two.
  if (request.method === "HEAD") response.end();
  else response.end(bytes.toString("latin1"), "latin1");
}

function compressFor(request: IncomingMessage, whole: Buffer) {
  const accepted = acceptedEncodings(request.headers["accept-encoding"] as string | undefined);
  if (whole.byteLength < minBytesToCompress && accepted.includes("identity")) return undefined;
  for (const encoding of accepted) {
    if (encoding === "identity") return undefined;
    if (encoding !== "dcz") return { encoding, body: compressFast(whole, encoding) };
    const dictionary = pageDictionaryOf(request);
    if (dictionary) return { encoding, body: compressFastBy(dictionary, whole) };
  }
  return undefined;
}

/** Sends a body as it arrives, uncompressed. */
function sendStream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  context: AppLoadContext,
): Promise<void> {
  const { placeholders: values } = context;
  // What the rest of the body will contain is not known yet: any stored token counts, and on a plain page any token.
  const isPage = String(response.getHeader("content-type")).startsWith("text/html");
  if (values ? hasPlaceholder("formToken", [...values.keys()]) : isPage)
    setBrowserCookie(response, context);
  response.flushHeaders();
  return streamBody(
    values?.size ? body.pipeThrough(fillPlaceholderStream(values)) : body,
    response,
  );
}
