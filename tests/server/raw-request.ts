import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** A request as it goes over the wire, however odd: every string is one byte for each character. */
export interface RawRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Status 0 is a connection that was closed without an answer. */
export interface RawAnswer {
  status: number;
  /** By lower-case name; a name that came twice has both values. */
  headers: Map<string, string>;
  body: string;
  /** Until the whole answer, or the head of one that streams events. */
  milliseconds: number;
}

/**
 * Sends bytes that no well-behaved client would, and reads the answer up to the connection's end.
 * @param patience milliseconds after which an unfinished answer is taken as it is
 */
export function sendRaw(port: number, request: RawRequest, patience: number): Promise<RawAnswer> {
  const { method, target, headers, body } = request;
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map((pair) => pair.join(": "))];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const started = performance.now();
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(patience, () => socket.destroy());
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (/\r\ncontent-type: text\/event-stream/i.test(received.toString("latin1", 0, 4_096)))
        socket.destroy();
    });
    // A server that refuses to read on breaks the connection; what it answered before counts.
    socket.on("error", () => {});
    socket.on("close", () => {
      resolve({ ...parse(received), milliseconds: performance.now() - started });
    });
    socket.write(head);
    if (body.byteLength > 0) socket.write(body);
  });
}

/** Sends the first part of a request, and is gone. */
export function sendPart(port: number, part: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(part, () => socket.resetAndDestroy()),
    );
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

function parse(received: Buffer): Omit<RawAnswer, "milliseconds"> {
  const end = received.indexOf("\r\n\r\n");
  const [first = "", ...lines] = received.toString("latin1", 0, Math.max(end, 0)).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  // `Expect: 100-continue` is answered before the answer.
  if (status === 100) return parse(received.subarray(end + 4));
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value);
  }
  const sent = end < 0 ? Buffer.alloc(0) : received.subarray(end + 4);
  const whole = headers.get("transfer-encoding") === "chunked" ? unchunked(sent) : sent;
  return { status, headers, body: decoded(whole, headers.get("content-encoding")).toString() };
}

function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, Math.max(lineEnd, at)), 16);
    if (!size) return Buffer.concat(pieces);
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.byteLength === 0) return body;
  if (encoding === "br") return brotliDecompressSync(body);
  if (encoding === "gzip") return gunzipSync(body);
  if (encoding === "zstd") return zstdDecompressSync(body);
  return body;
}
