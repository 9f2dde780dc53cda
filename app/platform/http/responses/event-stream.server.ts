import { stoppingSignal } from "~/platform/http/monitoring/health.server";
import { minute } from "~/platform/values/durations";
import { say } from "~/platform/values/say";
import { createPlaces } from "~/platform/work/places.server";

type Send = (event: string, data: string) => void;

/** Milliseconds between heartbeats, without which proxies would close an idle connection. */
const heartbeatInterval = 15_000;
/** Milliseconds after which the stream ends. The browser reconnects, and its session is checked again. */
const maxDuration = 5 * minute;

/** Each stream polls an outside system. A subscriber may have as many as a browser opens to one host. */
const places = createPlaces({ own: 6, all: 500 });
/** Milliseconds after which a stream that nobody has begun to read loses its place. */
const startWithin = 10_000;

const encoder = new TextEncoder();

/**
 * A response of server-sent events, or a refusal in words where this subscriber (429) or this process (503) has too
 * many already. It subscribes with the first read, and unsubscribes when the reader leaves, the server stops or
 * `maxDuration` is over. Only its own timers keep the stream alive, and they end with it.
 * @param subscribe starts whatever calls `send`, and returns the function that stops it
 */
export function eventStream(uid: string, subscribe: (send: Send) => () => void): Response {
  const giveBack = places.take(uid);
  if (giveBack === "own")
    return refused(429, say`You have this page open too often. Close it elsewhere, or reload it.`);
  if (giveBack === "busy")
    return refused(503, say`Too many people are waiting for news at this moment. Reload the page.`);
  let unsubscribe: (() => void) | undefined;
  let hasPlace = true;
  const unread = setTimeout(() => {
    hasPlace = false;
    giveBack();
  }, startWithin).unref();
  const body = new ReadableStream<Uint8Array>(
    {
      // Called again after each event.
      pull(controller) {
        clearTimeout(unread);
        // The browser connects again.
        if (!hasPlace) return controller.close();
        unsubscribe ??= startStream(controller, subscribe, giveBack);
      },
      cancel() {
        clearTimeout(unread);
        giveBack();
        unsubscribe?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "cache-control": "private, no-cache",
      "content-type": "text/event-stream",
      // Tells nginx and its kind not to buffer the response.
      "x-accel-buffering": "no",
    },
  });
}

function refused(status: 429 | 503, words: string): Response {
  return new Response(words, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
  });
}

/** @returns stops everything that belongs to the stream, without closing it */
function startStream(
  controller: ReadableStreamDefaultController<Uint8Array>,
  subscribe: (send: Send) => () => void,
  giveBack: () => void,
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
    giveBack();
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
