import { createServer, type ServerResponse } from "node:http";
import { duplexPair } from "node:stream";
import { expect, test, vi } from "vitest";
import { headLines, writeReadyHead } from "~/platform/http/responses/ready-head.server";

const headers = ["content-type", "text/html; charset=utf-8", "etag", '"a"', "vary", "accept"];
const lines = headLines(headers);
const body = "caf\xc3\xa9 ".repeat(2_000);

/** By Node's own way, and by ours. */
const ways: Record<string, (response: ServerResponse, status: 200 | 304) => void> = {
  "/node": (response, status) =>
    void response.writeHead(status, [...headers, ...ownOf(status).flat()]),
  "/ready": (response, status) =>
    writeReadyHead(response, status, lines, headLines(ownOf(status).flat())),
};

const ownOf = (status: number) => [
  ["x-request-id", "id-1"],
  ...(status === 200 ? [["content-length", String(body.length)]] : []),
];

let isStopping = false;
let byNode = false;
const server = createServer((request, response) => {
  if (isStopping) response.setHeader("connection", "close");
  const status = request.headers["if-none-match"] === undefined ? 200 : 304;
  const writeHead = vi.spyOn(response, "writeHead");
  ways[request.url ?? ""]?.(response, status);
  if (request.url === "/ready") byNode = writeHead.mock.calls.length > 0;
  if (status === 304) response.end();
  else response.end(request.method === "HEAD" ? "" : body, "latin1");
});
server.keepAliveTimeout = 7_500;

/** All bytes of the answers, but for the time. One more request closes the connection, unless an answer does. */
async function answersTo(...requests: string[]): Promise<string> {
  const [socket, connection] = duplexPair();
  server.emit("connection", connection);
  const closing = "HEAD /node HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
  const ended = new Promise((resolve) => socket.once("end", resolve).once("close", resolve));
  socket.write([...requests, closing].join(""));
  await ended;
  const bytes = Buffer.concat(chunks).toString("latin1");
  return bytes.replaceAll(/Date: [^\r]+/g, "Date: now");
}

const requestOf = (start: string, address: string, ...more: string[]) =>
  `${[start.replace("*", address), "host: a", ...more].join("\r\n")}\r\n\r\n`;

const get = "GET * HTTP/1.1";
const cases: [what: string, request: (address: string) => string, leftToNode: boolean][] = [
  ["a page", (to) => requestOf(get, to), false],
  ["HEAD", (to) => requestOf("HEAD * HTTP/1.1", to), false],
  ["304", (to) => requestOf(get, to, 'if-none-match: "a"'), false],
  ["two at once", (to) => requestOf(get, to) + requestOf("HEAD * HTTP/1.1", to), false],
  ["a connection that closes", (to) => requestOf(get, to, "connection: close"), true],
  ["HTTP/1.0", (to) => requestOf("GET * HTTP/1.0", to), true],
  ["HTTP/1.0, kept open", (to) => requestOf("GET * HTTP/1.0", to, "connection: keep-alive"), true],
  ["Expect", (to) => requestOf(get, to, "expect: 100-continue"), true],
];

test.each(cases)("%s: each byte is as Node writes it", async (_, request, leftToNode) => {
  const expected = await answersTo(request("/node"));
  expect(expected).toMatch(/^HTTP\/1\.1 /);
  expect(await answersTo(request("/ready"))).toBe(expected);
  expect(byNode).toBe(leftToNode);
});

test("what the process says of its end is kept", async () => {
  isStopping = true;
  const expected = await answersTo(requestOf(get, "/node"));
  expect(expected).toContain("connection: close");
  expect(await answersTo(requestOf(get, "/ready"))).toBe(expected);
  isStopping = false;
});

test("no lines are made of what would end a line", () => {
  expect(() => headLines(["link", "a\r\nset-cookie: b"])).toThrow(TypeError);
  expect(() => headLines(["set cookie", "a"])).toThrow(TypeError);
});
