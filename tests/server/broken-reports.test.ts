import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Stack, startStack, stopServer } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
import { signIn } from "./requests.ts";

/** The functions of an operator: a call for a report waits until a test answers it, any other gets no answer. */
let called = Promise.withResolvers<Socket>();
const functions = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    if (chunk.includes("getPdfReport")) called.resolve(socket);
  });
});
const nextCall = () => {
  called = Promise.withResolvers();
  return called.promise;
};
const headOf = (...fields: string[]) =>
  `${["HTTP/1.1 200 OK", "content-type: application/pdf", ...fields].join("\r\n")}\r\n\r\n`;
const beginning = "%PDF-1.7\n";

let stack: Stack;
beforeAll(async () => {
  functions.listen(0, "127.0.0.1");
  await once(functions, "listening");
  const { port } = functions.address() as AddressInfo;
  stack = await startStack({ FUNCTIONS_URL: `http://127.0.0.1:${port}` }, castOf(0));
});
afterAll(async () => {
  await stack.stop();
  functions.close();
});

/** Asks for the report by a connection of its own. */
function askForReport(cookie: string, version: "1.0" | "1.1") {
  const { host, hostname, port } = new URL(stack.origin);
  const socket = connect(Number(port), hostname);
  const fields = [`host: ${host}`, `cookie: ${cookie}`, "connection: close"];
  const start = `GET /dashboard/report HTTP/${version}`;
  socket.write(`${[start, ...fields].join("\r\n")}\r\n\r\n`);
  return socket;
}

it("a connection that ends while nobody reads its report does not end the process, and the report waits", async () => {
  const cookie = await signIn(stack.origin, 0, "owner");
  const call = nextCall();
  const leaving = askForReport(cookie, "1.1").on("error", () => {});
  const socket = await call;
  leaving.resetAndDestroy();
  await vi.waitFor(() => expect(stack.output()).toContain('"aborted":true'), 20_000);
  // As much as fetch reads ahead, so that its parser is paused at the last byte.
  const rest = 65_536;
  const head = headOf("connection: close", `content-length: ${beginning.length + rest}`);
  socket.write(head + beginning);
  // The server has read the beginning before it answers this.
  expect((await fetch(`${stack.origin}/readyz`)).status).toBe(200);
  socket.end("x".repeat(rest));
  await once(socket, "close");
  const report = await fetch(`${stack.origin}/dashboard/report`, { headers: { cookie } });
  expect((await report.arrayBuffer()).byteLength).toBe(beginning.length + rest);
  expect((await fetch(`${stack.origin}/readyz`)).status).toBe(200);
});

/** Asks over HTTP/1.0, as nginx does by default, and reads the beginning. */
async function beginReport() {
  const cookie = await signIn(stack.origin, 0, "owner");
  const call = nextCall();
  const proxy = askForReport(cookie, "1.0");
  const broken = once(proxy, "error");
  const got: Buffer[] = [];
  proxy.on("data", (chunk: Buffer) => got.push(chunk));
  const socket = await call;
  socket.write(`${headOf("transfer-encoding: chunked")}9\r\n${beginning}\r\n`);
  await vi.waitFor(() => expect(Buffer.concat(got).toString()).toContain(beginning), 20_000);
  return { socket, broken };
}

// Over HTTP/1.0 the end of the connection would be that of the file.
it("over HTTP/1.0 a report that breaks off ends in a reset", async () => {
  const { socket, broken } = await beginReport();
  socket.destroy();
  expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
  await vi.waitFor(() => expect(stack.output()).toContain('"report broke off"'), 20_000);
});

it("so does one that is under way when the server stops", async () => {
  const { broken } = await beginReport();
  const stopped = stopServer(stack.server);
  expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
  await stopped;
});
