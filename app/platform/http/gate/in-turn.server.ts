import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** So many requests may a client send ahead, before the first of them is answered. Browsers and proxies send none. */
const mostAhead = 64;
const ahead = new WeakMap<Socket, number>();

/**
 * Answers the requests of a connection one after the other. Node hands over all requests that it has read, some thousand at
 * once: answered side by side, all pages would wait in memory for a client that need not read, and nobody else had a turn.
 * A connection with too many ahead is closed.
 */
export function inTurn(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  // A response gets its socket when those before it on the connection are sent.
  if (response.socket) {
    answer(request, response);
    return;
  }
  const { socket } = request;
  const waiting = (ahead.get(socket) ?? 0) + 1;
  if (waiting > mostAhead) {
    socket.destroy();
    return;
  }
  ahead.set(socket, waiting);
  response.once("socket", () => {
    ahead.set(socket, (ahead.get(socket) ?? 1) - 1);
    answer(request, response);
  });
}
