import { stoppingSignal } from "~/web/monitoring/health.server";

type Send = (event: string, data: string) => void;

/** Milliseconds between heartbeats, without which proxies would close an idle connection. */
const heartbeatInterval = 15_000;
/** Milliseconds after which the stream ends. The browser reconnects, and its session is checked again. */
const maxDuration = 5 * 60_000;

const encoder = new TextEncoder();

/**
 * A response of server-sent events. It subscribes with the first read, and unsubscribes when the reader leaves, the
 * server stops or `maxDuration` is over. Only its own timers keep the stream alive, and they end with it.
 * @param subscribe starts whatever calls `send`, and returns the function that stops it
 */
export function eventStream(subscribe: (send: Send) => () => void): Response {
  let unsubscribe: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      // Called again after each event.
      pull(controller) {
        unsubscribe ??= startStream(controller, subscribe);
      },
      cancel: () => unsubscribe?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "cache-control": "no-cache",
      "content-type": "text/event-stream",
      // Tells nginx and its kind not to buffer the response.
      "x-accel-buffering": "no",
    },
  });
}

/** @returns stops everything that belongs to the stream, without closing it */
function startStream(
  controller: ReadableStreamDefaultController<Uint8Array>,
  subscribe: (send: Send) => () => void,
): () => void {
  let ended = false;
  const write = (text: string) => {
    if (!ended) controller.enqueue(encoder.encode(text));
  };
  const unsubscribe = subscribe((event, data) => write(`event: ${event}\ndata: ${data}\n\n`));
  const heartbeat = setInterval(write, heartbeatInterval, ":\n\n");
  const timeout = setTimeout(closeStream, maxDuration);
  stoppingSignal.addEventListener("abort", closeStream);
  if (stoppingSignal.aborted) closeStream();
  return release;

  function release() {
    ended = true;
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(timeout);
    stoppingSignal.removeEventListener("abort", closeStream);
  }
  function closeStream() {
    release();
    controller.close();
  }
}
