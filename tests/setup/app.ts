import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
} from "node:http";
import { Socket, type TcpSocketConnectOpts } from "node:net";

import { expect } from "vitest";
import { offencesOfAnswer, operationFor } from "#sandbox/interfaces/interface.ts";

// The original `connect`, before msw patches it: requests to this server must not be intercepted.
const connect: (this: Socket, to: TcpSocketConnectOpts) => Socket = Socket.prototype.connect;

// Loaded here, outside the timeout of any test.
await import("~/listener.server");

type CreateListener = (clientBuild: string) => RequestListener;

let app: { createListener: CreateListener; folder: string; listener: RequestListener } | undefined;
/** By default what the client build holds besides scripts and styles. */
let clientBuild = "public";
export const setClientBuild = (folder: string) => {
  clientBuild = folder;
};
const server = createServer((request, response) => app?.listener(request, response));
let listening: Promise<number> | undefined;

async function listen(): Promise<number> {
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}

/** Where the app listens that `visit` speaks to. */
export async function addressOfApp(): Promise<{ host: string; port: number }> {
  listening ??= listen();
  return { host: "127.0.0.1", port: await listening };
}

let clients = 0;

interface VisitInit extends RequestInit {
  cookie?: string;
  /** The client's address. By default each visit has its own, so that no rate limit applies. */
  client?: string | undefined;
  /** A browser that sends neither Origin nor Sec-Fetch-Site. */
  silent?: boolean;
}

/**
 * Requests an address of the app over HTTP, through the whole server as it runs in production: gate, log and page cache
 * included. After `resetApp` the app is like a new process, with empty caches and closed breakers.
 *
 * By default a form is posted from the app's own page; `headers` can set another origin.
 */
export async function visit(
  path: string,
  {
    cookie = "",
    client = `10.0.${clients >> 8}.${clients++ & 255}`,
    silent = false,
    ...init
  }: VisitInit = {},
): Promise<Response> {
  const { createListener } = await import("~/listener.server");
  if (app?.createListener !== createListener || app.folder !== clientBuild) {
    app = { createListener, folder: clientBuild, listener: createListener(clientBuild) };
    // As the server does (app/server.ts): on a busy machine, to load Google's SDKs takes longer than a call to Firestore may.
    const { adminAuth, firestore } = await import("~/platform/store/firebase.server");
    await Promise.allSettled([adminAuth(), firestore()]);
  }
  const { port } = await addressOfApp();

  // Encodes body and headers as a browser would. The path is sent unchanged.
  const encoded = new Request("http://localhost:3000/", init);
  const headers: Record<string, string> = {
    host: "localhost:3000",
    "x-forwarded-for": client,
    ...(!silent && { "sec-fetch-site": "same-origin" }),
    ...(!silent && encoded.method === "POST" && { origin: "http://localhost:3000" }),
    ...(cookie && { cookie }),
    ...Object.fromEntries(encoded.headers),
  };
  const body = Buffer.from(await encoded.arrayBuffer());
  if (body.byteLength > 0) headers["content-length"] = String(body.byteLength);
  const outgoing = openRequest({
    path,
    method: encoded.method,
    headers,
    ...(init.signal && { signal: init.signal }),
    createConnection: () => {
      const socket = new Socket();
      connect.call(socket, { port, host: "127.0.0.1" });
      return socket;
    },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  // A broken connection is reported to the reader of the body.
  outgoing.on("error", () => {});
  return checked(path, encoded.method, toResponse(incoming, encoded.method));
}

/** Holds JSON against what docs/interfaces/app.yaml says of the app's own interface. */
async function checked(path: string, method: string, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isOfPage = path.startsWith("/dashboard") && !headers.get("content-type")?.includes("json");
  const isDescribed = operationFor("app", method, path.split("?", 1)[0] ?? "") !== undefined;
  if (!isDescribed || isOfPage) return response;
  const body = response.body && (await response.arrayBuffer());
  const text = async () => new TextDecoder().decode(body ?? undefined);
  const offences = await offencesOfAnswer("app", { method, path }, { status, headers, text });
  expect(offences, "against docs/interfaces/app.yaml").toEqual([]);
  return new Response(body, { status, headers });
}

function toResponse(incoming: IncomingMessage, method: string): Response {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  if (method === "HEAD" || status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(bytesOf(incoming), { status, headers });
}

/** Reads on demand, and closes the connection when the reader cancels. */
function bytesOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = incoming[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel: () => void incoming.destroy(),
    },
    { highWaterMark: 0 },
  );
}
