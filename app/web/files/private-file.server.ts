import { open, stat } from "node:fs/promises";
import * as web from "node:stream/web";
import { parseByteRange } from "~/domain/byte-range";

/**
 * A private file, streamed from disk: whole, or the one part that was asked for. The browser may keep it but
 * has to ask each time whether it still may show it.
 * @param saveAs ASCII, without quotes
 */
export async function fileAnswer(
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

  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });

  const part = request.method === "GET" ? askedPart(request.headers, etag, size) : undefined;
  if (part === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    headers.delete("content-disposition");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (part) headers.set("content-range", `bytes ${start}-${end}/${size}`);
  const body =
    request.method === "HEAD" ? null : web.ReadableStream.from(piecesOf(path, start, end));
  return new Response(body as ReadableStream | null, { status: part ? 206 : 200, headers });
}

/**
 * The bytes from `start` to `end`. The file is opened with the first piece that is asked for, since some answers are
 * never read, and closed with the last one or when the reader leaves.
 */
async function* piecesOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let at = start; at <= end; ) {
      const most = Math.min(65_536, end - at + 1);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, at);
      if (bytesRead === 0) throw new Error("a file became shorter while it was sent");
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch?.trim() === "*") return true;
  const known = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known?.includes(etag) ?? false;
}

/** A part of another version than the browser's would not fit to what it has (`If-Range`). */
function askedPart(headers: Headers, etag: string, size: number) {
  const range = headers.get("range");
  const version = headers.get("if-range");
  if (range === null || (version !== null && version !== etag)) return undefined;
  return parseByteRange(range, size);
}
