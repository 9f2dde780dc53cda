import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Stack, startStack } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
import { read } from "./readers.ts";
import { signIn } from "./requests.ts";

/** The functions of an operator whose host closes the connection after each answer. */
const asked = Promise.withResolvers<Socket>();
const functions = createServer((socket) => {
  socket.once("data", () => asked.resolve(socket));
});
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
  const gone = read(stack.origin, { ...report, leaves: { milliseconds: 1_000 } });
  const socket = await asked.promise;
  await gone;
  await vi.waitFor(() => expect(stack.output()).toContain('"aborted":true'), 20_000);
  const beginning = "%PDF-1.7\n";
  // As much as fetch reads ahead, so that its parser is paused at the last byte.
  const rest = 65_536;
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\nconnection: close\r\ncontent-length: ${beginning.length + rest}\r\n\r\n${beginning}`,
  );
  // The server has read the beginning before it answers this.
  expect((await read(stack.origin, { path: "/readyz" })).status).toBe(200);
  socket.end("x".repeat(rest));
  await once(socket, "close");
  const { status, bytes } = await read(stack.origin, report);
  expect(status).toBe(200);
  expect(bytes).toBeGreaterThan(rest);
  expect((await read(stack.origin, { path: "/readyz" })).status).toBe(200);
});
