import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Socket, type TcpSocketConnectOpts } from "node:net";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { onTestFinished } from "vitest";
import { buildOf } from "#tests/setup/test-build";
import { createListener } from "~/listener.server";
import { limitBodyTime } from "~/platform/http/gate/body-time.server";

// The original `connect`, before msw patches it: requests to this server must not be intercepted.
const connect: (this: Socket, to: TcpSocketConnectOpts) => Socket = Socket.prototype.connect;

/** Answers with what the action returned. */
const jsonEntry = {
  default: (_: Request, status: number, headers: Headers, context: EntryContext) => {
    const { actionData } = context.staticHandlerContext;
    return new Response(JSON.stringify(actionData?.upload ?? null), { status, headers });
  },
};

type Action = (args: { request: Request; context: AppLoadContext }) => Promise<unknown>;

/** Serves one action at the upload's address, through the whole server. @returns the port */
export async function serve(action: Action): Promise<{ port: number; server: Server }> {
  const Page = () => null;
  const root = { id: "root", path: "", module: { default: Page } };
  const upload = { id: "upload", parentId: "root", path: "dashboard/import" };
  const build = buildOf([root, { ...upload, module: { default: Page, action } }], jsonEntry);
  const listener = createListener("public", build);
  const server = createServer((request, response) => {
    limitBodyTime(request, response);
    listener(request, response);
  });
  server.on("checkContinue", (...both) => server.emit("request", ...both));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { port: address.port, server };
}

export interface Sender {
  socket: Socket;
  received: () => string;
  /** Resolves with all that was received, when the server has ended or broken the connection. */
  closed: Promise<{ text: string; error: string | undefined }>;
}

/** Opens a connection of its own, and keeps what comes back. */
export function open(port: number): Sender {
  const socket = new Socket({ allowHalfOpen: true });
  connect.call(socket, { port, host: "127.0.0.1" });
  let text = "";
  let error: string | undefined;
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", (failure: NodeJS.ErrnoException) => {
    error = failure.code;
  });
  const over = Promise.withResolvers<{ text: string; error: string | undefined }>();
  const end = () => over.resolve({ text, error });
  socket.on("end", end).on("close", end);
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => text, closed: over.promise };
}

export const boundary = "----b0undary";

/** The head of a POST; `null` leaves a header out. */
export function head(length: number, more: Record<string, string | null> = {}): string {
  const headers: Record<string, string | null> = {
    host: "localhost:3000",
    origin: "http://localhost:3000",
    "content-type": `multipart/form-data; boundary=${boundary}`,
    "content-length": String(length),
    ...more,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return `POST /dashboard/import HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

type Piece = [name: string, value: string] | [name: string, value: Buffer, fileName: string];

/** A form as a browser encodes it. */
export function form(pieces: Piece[]): Buffer {
  const bytes = pieces.flatMap(([name, value, fileName]) => {
    const file =
      fileName === undefined
        ? ""
        : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
    const disposition = `Content-Disposition: form-data; name="${name}"${file}`;
    return [Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`), Buffer.from(value), crlf];
  });
  return Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]);
}
const crlf = Buffer.from("\r\n");

/** Sends a whole request. @returns the answer's text, once it contains its whole body or the connection is over */
export async function post(
  port: number,
  body: Buffer,
  headers: Record<string, string | null> = {},
): Promise<string> {
  const { socket, closed } = open(port);
  socket.write(head(body.byteLength, { connection: "close", ...headers }));
  socket.write(body);
  return (await closed).text;
}
