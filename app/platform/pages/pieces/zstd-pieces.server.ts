import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { constants, createZstdCompress, zstdDecompressSync } from "node:zlib";
import type { Dictionary } from "~/platform/http/responses/dictionary.server";
import type { PageCoding, PreparedPage } from "~/platform/pages/pieces/page-coding";
import {
  fillTemplate,
  type PlaceholderValues,
  type Template,
} from "~/platform/pages/placeholders.server";

/** Above level 9, a page takes ten times as long for 1 or 2 % fewer bytes. Browsers take windows of 8 MiB at most. */
const params = { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_windowLog]: 22 };

/** For a page that cannot be prepared: it takes no values, and goes on being compressed for each request. */
const unprepared: PreparedPage = { bytes: 0, join: () => undefined };

/** A shorter filler, or one of fewer kinds of bytes, could occur in the frame by chance. */
const shortestValue = 8;
const fewestFillerBytes = 32;

/**
 * One frame (RFC 8878), as many decoders read the first one only. Random bytes of the same length take the places of the
 * values: they stand in the frame as raw blocks, which nothing else refers to, since the page has none of these bytes. So
 * values of this length can take their places.
 * @param dictionary what the browser has already
 * @param before bytes before the frame
 */
async function prepare(
  template: Template,
  values: PlaceholderValues,
  dictionary: Buffer | undefined,
  before: string,
): Promise<PreparedPage> {
  const { parts, placeholders } = template;
  const lengths = placeholders.map((one) => (values.get(one) ?? one).length);
  const unused = fillerBytes(parts);
  if (lengths.some((length) => length < shortestValue || unused.length < fewestFillerBytes))
    return unprepared;
  const fillers = lengths.map((length) =>
    Buffer.from(randomBytes(length).map((byte) => unused[byte % unused.length] ?? 0)),
  );
  const pledgedSrcSize = [...parts, ...fillers].reduce((sum, { length }) => sum + length, 0);
  const stream = createZstdCompress({ params, pledgedSrcSize, dictionary });
  for (const [at, part] of parts.entries())
    for (const bytes of [Buffer.from(part, "latin1"), fillers[at]]) {
      if (!bytes?.byteLength) continue;
      stream.write(bytes);
      stream.flush();
    }
  stream.end();
  const prepared = around(await buffer(stream), placeholders, fillers, before);
  return isRight(prepared, template, fillers, dictionary, before) ? prepared : unprepared;
}

/**
 * Bytes that the page has nowhere, and that are no characters of ASCII. With one that it has, the end of a part and the start of
 * a filler could be the same as some text further on, which would then refer to the filler, and change with the value.
 */
function fillerBytes(parts: readonly string[]): number[] {
  const used = new Uint8Array(256);
  for (const part of parts)
    for (let at = 0; at < part.length; at += 1) used[part.charCodeAt(at)] = 1;
  return [...used.keys()].filter((byte) => !used[byte] && (byte < 32 || byte > 126));
}

/** Cuts a frame at the fillers of its values. */
function around(
  frame: Buffer,
  placeholders: readonly string[],
  fillers: readonly Buffer[],
  before: string,
): PreparedPage {
  const pieces: string[] = [];
  let end = 0;
  for (const filler of fillers) {
    const at = frame.indexOf(filler, end);
    if (at < 0) return unprepared;
    pieces.push(frame.toString("latin1", end, at));
    end = at + filler.byteLength;
  }
  pieces.push(frame.toString("latin1", end));
  pieces[0] = before + pieces[0];
  const join: PreparedPage["join"] = (values) => {
    let body = pieces[0] ?? "";
    for (let at = 0; at < placeholders.length; at += 1) {
      const placeholder = placeholders[at] ?? "";
      const value = values.get(placeholder) ?? placeholder;
      if (value.length !== fillers[at]?.byteLength) return undefined;
      body += value + pieces[at + 1];
    }
    return body;
  };
  return { bytes: frame.byteLength + 96 * pieces.length, join };
}

/**
 * Whether the page is right with other values, too. They are ASCII, so they differ from the fillers in every byte: if
 * the page decodes rightly, nothing in it refers to a filler.
 */
function isRight(
  { join }: PreparedPage,
  template: Template,
  fillers: readonly Buffer[],
  dictionary: Buffer | undefined,
  before: string,
): boolean {
  const others = new Map(
    template.placeholders.map((one) => [
      one,
      asciiAsLong(fillers[template.placeholders.indexOf(one)]),
    ]),
  );
  const joined = join(others)?.slice(before.length);
  if (joined === undefined) return false;
  const decoded = zstdDecompressSync(Buffer.from(joined, "latin1"), { dictionary });
  return decoded.toString("latin1") === fillTemplate(template, others);
}

const asciiAsLong = (bytes: Buffer | undefined) =>
  randomBytes(bytes?.byteLength ?? 0)
    .toString("base64url")
    .slice(0, bytes?.byteLength);

/** @param dictionary what the browser has: the frame is then one of `dcz` */
export const createZstdPieces = (dictionary?: Dictionary): PageCoding => ({
  encoding: dictionary ? "dcz" : "zstd",
  name: dictionary ? `dcz ${dictionary.hash}` : "zstd",
  prepare: (template, values) =>
    prepare(template, values, dictionary?.bytes, dictionary?.head ?? ""),
});

export const zstdPieces = createZstdPieces();
