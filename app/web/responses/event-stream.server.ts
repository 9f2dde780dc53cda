import { stoppingSignal } from "~/web/monitoring/health.server";

type Send = (event: string, data: string) => void;

/** Milliseconds between two signs of life, without which a connection on which nothing happens would be closed. */
const signOfLife = 15_000;
/** Milliseconds after which a browser has to connect anew, and its session is checked anew. */
const longest = 5 * 60_000;

const encoder = new TextEncoder();

/**
 * Server-sent events for as long as somebody reads them. Nothing runs before the first read, and nothing after the
 * reader has left, the server stops or the time is over: what holds the stream is its own timers, and they end with it.
 * @param begin starts what sends events, and gives what stops it
 */
export function eventStream(begin: (send: Send) => () => void): Response {
  let end: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      // Called again after each event.
      pull(controller) {
        end ??= open(controller, begin);
      },
      cancel: () => end?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "cache-control": "no-cache",
      "content-type": "text/event-stream",
      // A proxy that collects an answer before it passes it on would keep the news to itself.
      "x-accel-buffering": "no",
    },
  });
}

function open(
  controller: ReadableStreamDefaultController<Uint8Array>,
  begin: (send: Send) => () => void,
): () => void {
  let ended = false;
  const write = (text: string) => {
    if (!ended) controller.enqueue(encoder.encode(text));
  };
  const stop = begin((event, data) => write(`event: ${event}\ndata: ${data}\n\n`));
  const living = setInterval(write, signOfLife, ":\n\n");
  const over = setTimeout(close, longest);
  stoppingSignal.addEventListener("abort", close);
  if (stoppingSignal.aborted) close();
  return end;

  function end() {
    ended = true;
    stop();
    clearInterval(living);
    clearTimeout(over);
    stoppingSignal.removeEventListener("abort", close);
  }
  function close() {
    end();
    controller.close();
  }
}
