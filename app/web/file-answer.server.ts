import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
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
    request.method === "HEAD"
      ? null
      : createReadableStreamFromReadable(createReadStream(path, { start, end }));
  return new Response(body, { status: part ? 206 : 200, headers });
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
