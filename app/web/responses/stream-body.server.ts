import type { ServerResponse } from "node:http";

/**
 * Sends a body as it comes, no faster than it is read. Whoever reads may leave at any moment, which is no fault:
 * the body is then cancelled, even while it waits for its next piece. Never rejects.
 */
export async function sendBody(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const reader = body.getReader();
  // Without a reason: a stream of Node's below would be destroyed with it as an error that nobody listens for.
  const cancel = () => void reader.cancel().catch(() => {});
  // The connection holds this listener, and with it the body, whatever else is collected.
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
    // The body broke off, and so does the answer, so that nobody takes a part for the whole.
    response.destroy();
  }
}

/** Resolves when more may be written, or nobody is left to write to. */
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
