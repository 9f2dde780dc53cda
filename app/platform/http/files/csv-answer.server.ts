import { ReadableStream } from "node:stream/web";
import { byteOrderMark, type Cell, csvLine } from "~/platform/values/csv";

type Lines = readonly (readonly Cell[])[];

const textOf = (lines: Lines) => lines.map(csvLine).join("");

/** A private file of cells, whole (RFC 4180; docs/product.md#csv). @param name without `.csv` */
export const csvAnswer = (name: string, lines: Lines): Response =>
  answer(name, byteOrderMark + textOf(lines));

/** The same for a file that may be long: its lines are sent as they come. @param parts undefined for HEAD */
export const csvStream = (name: string, parts: AsyncGenerator<Lines> | undefined): Response =>
  answer(name, parts ? (ReadableStream.from(bytesOf(parts)) as globalThis.ReadableStream) : null);

async function* bytesOf(parts: AsyncGenerator<Lines>) {
  yield Buffer.from(byteOrderMark);
  for await (const lines of parts) yield Buffer.from(textOf(lines));
}

const answer = (name: string, body: BodyInit | null): Response =>
  new Response(body, {
    headers: {
      "cache-control": "private, no-store, no-transform",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "content-type": "text/csv; charset=utf-8",
      vary: "Cookie",
      "x-content-type-options": "nosniff",
    },
  });
