import type { ServerResponse } from "node:http";

/**
 * Sends a body as it arrives, with back-pressure. If the client disconnects, which is no error, the body is cancelled
 * at once, even while its next chunk is pending. Never rejects.
 */
export async function streamBody(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const reader = body.getReader();
  // No reason is given: Node would destroy an underlying stream with it, as an error that nobody handles.
  const cancel = () => void reader.cancel().catch(() => {});
  // The listener also keeps the body from being garbage-collected while the connection is open.
  response.once("close", cancel);
  if (response.destroyed) return cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    breakOff(response);
  }
}

/**
 * Breaks an answer off, so that the client does not take a part for the whole. Where it has neither a length nor chunks, as
 * over HTTP/1.0, the end of the connection is the end of the answer: there the connection is reset.
 */
export function breakOff(response: ServerResponse): void {
  const hasEnd = response.chunkedEncoding || response.hasHeader("content-length");
  if (!hasEnd) response.socket?.resetAndDestroy();
  response.destroy();
}

/** Resolves when the response takes more data, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.on("drain", settle).on("close", settle);
    if (response.destroyed) settle();
  });
}
