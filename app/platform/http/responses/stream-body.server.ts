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
    // The body failed. Breaking the connection off keeps the client from taking a part for the whole.
    response.destroy();
  }
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
