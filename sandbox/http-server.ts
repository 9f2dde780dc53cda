import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export interface HttpServer {
  port: number;
  origin: string;
  close(): Promise<void>;
}

interface Listen {
  port: number;
  host?: string;
  /** The host in the addresses handed out: `localhost` reads better than an IP address. */
  publicHost?: string;
}

/**
 * Serves a Fetch handler over real HTTP. A response of type `error` (`Response.error()`) destroys
 * the socket, and `request.signal` aborts when the client disconnects.
 */
export async function serveFetch(
  handler: (request: Request) => Promise<Response>,
  { port, host = "127.0.0.1", publicHost = host }: Listen,
): Promise<HttpServer> {
  let origin = "";
  const server = createServer((incoming, outgoing) => {
    respond(handler, origin, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.destroyed) outgoing.destroy();
      if (!isAbort(error)) console.error("sandbox:", error);
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  origin = `http://${publicHost}:${bound}`;
  return {
    port: bound,
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  handler: (request: Request) => Promise<Response>,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const disconnect = new AbortController();
  outgoing.once("close", () => disconnect.abort());
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(incoming.url ?? "/", origin), {
    method,
    headers: headersOf(incoming),
    body: hasBody ? await bodyOf(incoming) : null,
    signal: disconnect.signal,
  });
  const response = await handler(request);
  if (response.type === "error") {
    outgoing.socket?.destroy();
    return;
  }
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  });
  if (!response.body || method === "HEAD") {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body as never);
  outgoing.once("close", () => body.destroy());
  body.once("error", () => outgoing.destroy());
  body.pipe(outgoing);
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  return headers;
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || "code" in error);
}
