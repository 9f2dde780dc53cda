import { open as openFile, stat } from "node:fs/promises";
import * as web from "node:stream/web";
import { matchesEtag } from "~/platform/http/responses/negotiation.server";
import { parseByteRange } from "~/platform/values/byte-range";

/**
 * Streams a private file from disk, whole or the byte range that was asked for. The browser may store it, but has to
 * revalidate on each use, so that the file disappears with the session.
 * @param saveAs the suggested file name: ASCII, without quotes
 */
export async function privateFile(
  request: Request,
  path: string,
  { type, saveAs }: { type: string; saveAs: string },
): Promise<Response> {
  const { size, mtimeMs } = await stat(path);
  const etag = `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`;
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache, no-transform",
    "content-disposition": `inline; filename="${saveAs}"`,
    "content-type": type,
    etag,
    vary: "Cookie",
    "x-content-type-options": "nosniff",
  });

  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });

  const range = request.method === "GET" ? requestedRange(request.headers, etag, size) : undefined;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    headers.delete("content-disposition");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`);
  const body =
    request.method === "HEAD" ? null : web.ReadableStream.from(readChunks(path, start, end));
  return new Response(body as ReadableStream | null, { status: range ? 206 : 200, headers });
}

/**
 * The bytes from `start` to `end`, both included. The file is opened with the first read, since some responses are
 * never read, and closed after the last chunk or when the reader cancels.
 */
async function* readChunks(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await openFile(path);
  try {
    for (let at = start; at <= end; ) {
      const length = Math.min(65_536, end - at + 1);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) throw new Error("the file became shorter while it was sent");
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Ignores the range if `If-Range` names another version: its bytes would not fit those the browser has. */
function requestedRange(headers: Headers, etag: string, size: number) {
  const range = headers.get("range");
  const ifRange = headers.get("if-range");
  if (range === null || (ifRange !== null && ifRange !== etag)) return undefined;
  return parseByteRange(range, size);
}
