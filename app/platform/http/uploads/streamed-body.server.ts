import type { IncomingMessage, ServerResponse } from "node:http";
import type { GateRefusal } from "~/platform/http/gate/gate.server";
import { minute } from "~/platform/values/durations";
import { mostPatience, patienceLeft } from "~/platform/values/patience";

/**
 * After the answer, what a client still sends is read for `times` intervals of `milliseconds`. A redirect gets more:
 * Chromium shows an error page that came before the connection was reset, but follows no redirect then. A client that
 * sends less than `leastBytes` in an interval is cut off.
 */
const linger = { milliseconds: 10_000, times: { error: 3, redirect: 60 }, leastBytes: 100_000 };
/**
 * So many bytes are read before they are asked for. Node does not see that a client has left before it has read all that
 * it sent; a browser sends the lists of most accounts in less.
 */
const readAhead = 524_288;
/** What a chunk that waits takes beside its bytes, about. A client may send one byte in each. */
const bytesOfChunk = 1_024;
/** Milliseconds without a byte after which an upload is over. Longer than elsewhere: we may be the one that is slow. */
const idleTime = 10 * minute;

/** The client sends less than it must (platform/values/patience.ts). */
export class TooSlow extends Error {
  override name = "TooSlow";
}

/** What the reader of a streamed body (read-upload.server.ts) and the server share, in the load context. */
export interface StreamedUpload {
  /** Checks the form token, before the first file. @returns undefined if the upload may proceed */
  checkToken: (token: string) => GateRefusal | undefined;
  /** Aborted when the client leaves before it has its answer. */
  left: AbortSignal;
  /** Set by the reader: this is the answer, whatever the route says. */
  refusal?: GateRefusal;
}

/**
 * The body of a request as a stream that reads little more than what is asked for, so that memory does not grow with its
 * size. Before the first byte is asked for, it reads nothing.
 * Cancelling it leaves the connection open, for the answer.
 */
export function streamBodyOf(
  request: IncomingMessage,
  response: ServerResponse,
): ReadableStream<Uint8Array> {
  request.socket.setTimeout(idleTime);
  let awaitsContinue = /100-continue/i.test(request.headers.expect ?? "");
  // If the answer comes before the body, the client sends no body, and no request can follow on this connection.
  if (awaitsContinue) response.setHeader("connection", "close");
  let abandon = () => {};
  const clock = new PatienceClock();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onData = (chunk: Buffer) => {
          clock.stop(chunk.byteLength);
          controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
          if ((controller.desiredSize ?? 0) <= -readAhead) request.pause();
        };
        const onEnd = () => {
          clock.stop();
          controller.close();
        };
        request.pause().on("data", onData).once("end", onEnd);
        const leave = (reason: Error) => {
          clock.stop();
          request.off("data", onData).off("end", onEnd);
          // Does nothing to a body that has ended.
          controller.error(reason);
        };
        abandon = () => leave(new Error("the client has left, or has its answer"));
        clock.onOver = () => leave(new TooSlow());
        // Node would report the error of a broken connection as an uncaught one.
        request.on("error", () => {});
        if (request.destroyed) abandon();
      },
      pull() {
        if (awaitsContinue) {
          awaitsContinue = false;
          response.removeHeader("connection");
          response.writeContinue();
        }
        clock.start();
        request.resume();
      },
      cancel: () => abandon(),
    },
    { highWaterMark: 0, size: ({ byteLength }) => bytesOfChunk + byteLength },
  );
  lingerAfterAnswer(request, response, () => abandon());
  return body;
}

/** Measures only the time in which the client is waited for, and not that in which we are busy with what it sent. */
class PatienceClock {
  onOver = () => {};
  #left = mostPatience;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    clearTimeout(this.#timer);
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.onOver(), this.#left);
  }

  /** @param bytes how many have come; they count as well where nobody waited for them */
  stop(bytes = 0): void {
    const waited = this.#timer ? performance.now() - this.#startedAt : 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left = patienceLeft(this.#left, waited, bytes);
  }
}

/**
 * Browsers read an answer only after they have sent everything. If the connection were closed before, they would show
 * that it was reset, and not the answer. So the rest is read and thrown away, for a limited time.
 */
function lingerAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  stopReading: () => void,
): void {
  const { socket } = request;
  let closes = false;
  // Node calls this after an answer that ends the connection.
  socket.destroySoon = () => {
    closes = true;
    if (!request.complete) return void socket.end();
    Reflect.deleteProperty(socket, "destroySoon");
    socket.destroySoon();
  };
  response.once("close", () => {
    stopReading();
    let timesLeft = linger.times[response.statusCode < 400 ? "redirect" : "error"];
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      timesLeft -= 1;
      if (timesLeft === 0 || socket.bytesRead - read < linger.leastBytes) socket.destroy();
      read = socket.bytesRead;
    }, linger.milliseconds).unref();
    const onRead = () => {
      clearInterval(timer);
      Reflect.deleteProperty(socket, "destroySoon");
      if (closes) socket.destroySoon();
    };
    if (request.destroyed) onRead();
    else request.once("close", onRead).resume();
  });
}
