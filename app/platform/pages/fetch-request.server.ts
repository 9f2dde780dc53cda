import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "~/env.server";

/**
 * Headers that do not reach Remix: those of a single connection, and those of Remix's own origin check. That check
 * trusts `x-forwarded-host` from any client and answers 500 on a mismatch; the gate has already checked the origin.
 */
const droppedHeaders = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "upgrade"],
  ...["origin", "x-forwarded-host"],
]);

/** The request as Remix takes it. Its origin is always APP_ORIGIN, whatever the Host header says. */
export function toFetchRequest(
  request: IncomingMessage,
  body: Buffer | ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal | undefined,
): Request {
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!droppedHeaders.has(name.toLowerCase())) headers.append(name, raw[index + 1] ?? "");
  }
  return new Request(env.APP_ORIGIN + request.url, {
    method: request.method ?? "GET",
    headers,
    ...(signal && { signal }),
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body, duplex: "half" }),
  });
}

/** Aborts when the client disconnects before it has the whole response. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Whether Remix's client asks for a page's data alone (single fetch: the page's address with `.data`). */
export const isDataRequest = ({ url = "" }: Pick<IncomingMessage, "url">) =>
  url.split("?", 1)[0]?.endsWith(".data") ?? false;
