import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isUploadRequest } from "~/platform/http/gate/gate.server";
import { getsErrorsAsJson } from "~/platform/http/responses/api-errors";

/** Milliseconds in which a body must have come. */
const bodyTime = 30_000;

/**
 * Ends a request whose body comes too slowly, however steadily, with a 408. Node's own `requestTimeout` does the same
 * for all requests alike; an uploaded file may take as long as it allows. Once the body is here, we are the one that is
 * slow: until its answer begins, the connection is not closed for its silence (`server.timeout`).
 */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if ((length === "0" && !encoding) || isUploadRequest(request)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else refuse(request, response);
  }, bodyTime);
  request.once("close", () => clearTimeout(timer));
  // Called at each silence, instead of closing the connection.
  response.on("timeout", (socket: Socket) => {
    if (!request.complete || response.headersSent) socket.destroy();
  });
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const error = getsErrorsAsJson(request) && JSON.stringify({ error: "The body came too slowly." });
  response
    .writeHead(408, { connection: "close", ...(error && { "content-type": "application/json" }) })
    .end(error || undefined);
}
