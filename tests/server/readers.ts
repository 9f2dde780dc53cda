import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** What somebody asks for, and how they behave while it comes. */
export interface Reader {
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  method?: "GET" | "HEAD";
  /** Sends the head of a post and half of its body. */
  halfSent?: true;
  /** Is gone after so many bytes of the answer, so many milliseconds, or a text in it. */
  leaves?: { bytes?: number; milliseconds?: number; text?: string };
  /** Milliseconds between two reads of at most 64 KiB. */
  restsFor?: number;
  /** Reads nothing until then. */
  restsUntil?: Promise<unknown>;
  /** Asks so many times at once. */
  repeated?: number;
}

export interface Seen {
  /** 0 where nothing of the answer came. */
  status: number;
  /** All that came, head included. */
  bytes: number;
  milliseconds: number;
}

let clients = 0;

/** Opens a connection of their own for a reader, and resolves when it has closed. */
export function read(origin: string, reader: Reader): Promise<Seen> {
  const { leaves, restsFor, restsUntil } = reader;
  const { port } = new URL(origin);
  const started = performance.now();
  return new Promise((resolve) => {
    let bytes = 0;
    let head = "";
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(requestOf(origin, reader).repeat(reader.repeated ?? 1));
    });
    // A socket that still connects cannot be reset.
    const leave = () => (socket.connecting ? socket.destroy() : socket.resetAndDestroy());
    if (leaves?.milliseconds !== undefined) setTimeout(leave, leaves.milliseconds);
    if (restsUntil) {
      socket.pause();
      restsUntil.then(() => socket.resume());
    }
    socket.on("data", async (chunk) => {
      bytes += chunk.byteLength;
      if (head.length < 20) head += chunk.toString("latin1", 0, 20);
      const { bytes: most = Number.POSITIVE_INFINITY, text } = leaves ?? {};
      if (bytes >= most || (text && chunk.includes(text))) socket.resetAndDestroy();
      if (restsFor === undefined) return;
      socket.pause();
      await pause(restsFor);
      socket.resume();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, bytes, milliseconds: performance.now() - started });
    });
  });
}

function requestOf(origin: string, reader: Reader): string {
  const { path, cookie, headers = {}, method = "GET", halfSent } = reader;
  clients += 1;
  const fields: Record<string, string> = {
    host: new URL(origin).host,
    // A client of their own, so that no limit meets them.
    "x-forwarded-for": `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`,
    connection: reader.repeated ? "keep-alive" : "close",
    ...(cookie && { cookie }),
    ...(halfSent && {
      origin,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "100",
    }),
    ...headers,
  };
  const lines = Object.entries(fields).map((pair) => pair.join(": "));
  const first = `${halfSent ? "POST" : method} ${path} HTTP/1.1`;
  return `${[first, ...lines].join("\r\n")}\r\n\r\n${halfSent ? "email=half" : ""}`;
}
