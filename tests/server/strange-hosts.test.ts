import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Stack, startStack } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
import { read } from "./readers.ts";
import { signIn } from "./requests.ts";

/** The functions of an operator. Each call waits until a test answers it. */
let called = Promise.withResolvers<Socket>();
const functions = createServer((socket) => {
  socket.once("data", () => called.resolve(socket));
});
const nextCall = () => {
  called = Promise.withResolvers();
  return called.promise;
};
const headOf = (...fields: string[]) =>
  `${["HTTP/1.1 200 OK", "content-type: application/pdf", ...fields].join("\r\n")}\r\n\r\n`;
const beginning = "%PDF-1.7\n";
/** In the place of the metadata server of Google's cloud: takes connections and says nothing. */
let looks = 0;
const metadata = createServer(() => {
  looks += 1;
});

async function originOf(host: Server): Promise<string> {
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  return `127.0.0.1:${(host.address() as AddressInfo).port}`;
}

let stack: Stack;
beforeAll(async () => {
  const [ofFunctions, ofMetadata] = await Promise.all([originOf(functions), originOf(metadata)]);
  const hosts = { FUNCTIONS_URL: `http://${ofFunctions}`, GCE_METADATA_HOST: ofMetadata };
  stack = await startStack({ ...hosts, GCE_METADATA_IP: ofMetadata, TRUST_PROXY: "1" }, castOf(0));
});
afterAll(async () => {
  await stack.stop();
  functions.close();
  metadata.close();
});

it("with the emulators, nobody looks for the metadata server of Google's cloud", async () => {
  const cookie = await signIn(stack.origin, 0, "owner");
  expect((await read(stack.origin, { path: "/dashboard", cookie })).status).toBe(200);
  expect(looks).toBe(0);
});

it("a connection that ends while nobody reads its report does not end the process, and the report waits", async () => {
  const cookie = await signIn(stack.origin, 0, "owner");
  const report = { path: "/dashboard/report", cookie };
  const call = nextCall();
  const gone = read(stack.origin, { ...report, leaves: { milliseconds: 1_000 } });
  const socket = await call;
  await gone;
  await vi.waitFor(() => expect(stack.output()).toContain('"aborted":true'), 20_000);
  // As much as fetch reads ahead, so that its parser is paused at the last byte.
  const rest = 65_536;
  const head = headOf("connection: close", `content-length: ${beginning.length + rest}`);
  socket.write(head + beginning);
  // The server has read the beginning before it answers this.
  expect((await read(stack.origin, { path: "/readyz" })).status).toBe(200);
  socket.end("x".repeat(rest));
  await once(socket, "close");
  const { status, bytes } = await read(stack.origin, report);
  expect(status).toBe(200);
  expect(bytes).toBeGreaterThan(rest);
  expect((await read(stack.origin, { path: "/readyz" })).status).toBe(200);
});

it("over HTTP/1.0 a report that breaks off ends in a reset: the end of the connection would be that of the file", async () => {
  const cookie = await signIn(stack.origin, 0, "owner");
  const call = nextCall();
  const { host, hostname, port } = new URL(stack.origin);
  const proxy = connect(Number(port), hostname);
  const got: Buffer[] = [];
  proxy.on("data", (chunk: Buffer) => got.push(chunk));
  const broken = once(proxy, "error");
  proxy.write(`GET /dashboard/report HTTP/1.0\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
  const socket = await call;
  socket.write(`${headOf("transfer-encoding: chunked")}9\r\n${beginning}\r\n`);
  await vi.waitFor(() => expect(Buffer.concat(got).toString()).toContain(beginning), 20_000);
  socket.destroy();
  expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
  await vi.waitFor(() => expect(stack.output()).toContain('"report broke off"'), 20_000);
});
