import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { contentSecurityPolicy } from "~/platform/http/gate/security-headers.server";
import { compressFast } from "~/platform/http/responses/compression.server";
import { acceptedEncodings } from "~/platform/http/responses/negotiation.server";
import { streamBody } from "~/platform/http/responses/stream-body.server";
import {
  fillPlaceholderStream,
  fillTemplate,
  hasPlaceholder,
  type PlaceholderValues,
  placeholderFor,
} from "~/platform/pages/placeholders.server";
import type { RenderedPage } from "~/platform/pages/rendered-page-cache.server";

/** Smaller bodies fit into one packet uncompressed. */
const minBytesToCompress = 1_024;

/** A load context whose placeholder values are filled in here. */
export type FillableContext = AppLoadContext & { placeholders: PlaceholderValues };

/** Copies Remix's status and headers. @returns the Set-Cookie values, which make a response private */
export function copyHead({ status, headers }: Response, response: ServerResponse): string[] {
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (!headers.has("cache-control")) response.setHeader("cache-control", "no-store");
  response.statusCode = status;
  return cookies;
}

/** Sends a page from the cache, with this request's nonce and values. */
export function sendRenderedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { body, headers, hasNonce }: RenderedPage,
  context: FillableContext,
): void {
  response.setHeader("cache-control", "no-store");
  for (const [name, value] of headers) response.setHeader(name, value);
  if (hasNonce) {
    placeholderFor(context, "nonce", context.nonce);
    response.setHeader("content-security-policy", contentSecurityPolicy(context.nonce));
  }
  if (hasPlaceholder("formToken", body.placeholders)) setBrowserCookie(response, context);
  sendWhole(request, response, fillTemplate(body, context.placeholders));
}

/** Sets the browser id that the page's form token is bound to, unless the browser has one already. */
export function setBrowserCookie(response: ServerResponse, { formToken }: AppLoadContext): void {
  if (formToken?.cookie) response.appendHeader("set-cookie", formToken.cookie);
}

/** Sends a complete body, compressed if that is worth it. */
export function sendWhole(request: IncomingMessage, response: ServerResponse, whole: Buffer): void {
  const accepted = acceptedEncodings(request.headers["accept-encoding"] as string | undefined);
  const encoding = accepted.find((name) => name !== "zstd");
  response.appendHeader("vary", "accept-encoding");
  let body = whole;
  if (encoding && encoding !== "identity" && whole.byteLength >= minBytesToCompress) {
    body = compressFast(whole, encoding);
    response.setHeader("content-encoding", encoding);
  }
  response.setHeader("content-length", body.byteLength);
  // Node sends a string in one write with the head, a Buffer in two.
  if (request.method === "HEAD") response.end();
  else response.end(body.toString("latin1"), "latin1");
}

/** Sends a body as it arrives, uncompressed. */
export function sendStream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  context: FillableContext,
): Promise<void> {
  const { placeholders: values } = context;
  // What the rest of the body will contain is not known yet, so any stored token counts.
  if (hasPlaceholder("formToken", [...values.keys()])) setBrowserCookie(response, context);
  response.flushHeaders();
  return streamBody(
    values.size > 0 ? body.pipeThrough(fillPlaceholderStream(values)) : body,
    response,
  );
}
