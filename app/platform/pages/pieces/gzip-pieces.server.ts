import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import { combineCrc, crcOf, crcShift } from "~/platform/pages/pieces/crc32";
import {
  littleEndian,
  type PageCoding,
  type PreparedPage,
} from "~/platform/pages/pieces/page-coding";
import { fillTemplate, type Template } from "~/platform/pages/placeholders.server";

/** A part of a page, compressed by itself. */
interface Piece {
  body: string;
  /** Of the part itself. */
  length: number;
  crc: number;
  shift: number;
}

/** Ends at a byte, and is not the last block: others can follow. */
const options = { level: 9, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH };

const header = "\x1f\x8b\x08\0\0\0\0\0\0\x03";
/** An empty block that says it is the last. */
const lastBlock = "\x03\0";
const longestStored = 65_535;
/** A shorter part costs more bytes compressed than as it is, together with its neighbours. */
const shortestPiece = 64;
/** Of memory, beside the bytes of a piece. */
const bytesOfObject = 160;

function stored(text: string): string {
  const { length } = text;
  if (length === 0) return "";
  if (length > longestStored)
    return stored(text.slice(0, longestStored)) + stored(text.slice(longestStored));
  return `\0${littleEndian(length, 2)}${littleEndian(~length, 2)}${text}`;
}

/** A page's long parts, and between them what is sent as it is. */
function splitTemplate({ parts, placeholders }: Template): (string | Template)[] {
  const split: (string | Template)[] = [];
  let texts = [""];
  let between: string[] = [];
  const endStretch = () => {
    if (between.length > 0 || texts[0] !== "") split.push({ parts: texts, placeholders: between });
    texts = [""];
    between = [];
  };
  for (const [at, part] of parts.entries()) {
    if (part.length < shortestPiece) texts.push((texts.pop() ?? "") + part);
    else {
      endStretch();
      split.push(part);
    }
    const placeholder = placeholders[at];
    if (placeholder !== undefined) {
      between.push(placeholder);
      texts.push("");
    }
  }
  endStretch();
  return split;
}

const pieceOf = (part: Buffer, compressed: Buffer): Piece => ({
  body: compressed.toString("latin1"),
  length: part.byteLength,
  crc: crc32(part),
  shift: crcShift(part.byteLength),
});

function preparedOf(sections: readonly (Piece | Template)[]): PreparedPage {
  const bytes = sections.reduce(
    (sum, section) => sum + bytesOfObject + ("body" in section ? section.body.length : 0),
    0,
  );
  const join: PreparedPage["join"] = (values) => {
    let body = header;
    let crc = 0;
    let size = 0;
    for (const section of sections) {
      if ("body" in section) {
        body += section.body;
        crc = combineCrc(crc, section.crc, section.shift);
        size += section.length;
      } else {
        const text = fillTemplate(section, values);
        body += stored(text);
        crc = crcOf(text, crc);
        size += text.length;
      }
    }
    return body + lastBlock + littleEndian(crc, 4) + littleEndian(size, 4);
  };
  return { bytes, join };
}

/**
 * One gzip member (RFC 1952) out of deflate blocks (RFC 1951) that know nothing of each other; values are stored blocks
 * between them.
 */
export const gzipPieces = {
  encoding: "gzip",
  name: "gzip",
  prepareNow: (template) =>
    preparedOf(
      splitTemplate(template).map((one) => {
        if (typeof one !== "string") return one;
        const part = Buffer.from(one, "latin1");
        return pieceOf(part, deflateRawSync(part, options));
      }),
    ),
  async prepare(template) {
    const sections: (Piece | Template)[] = [];
    // One after the other: a page with many forms has thousands, and each compressor takes 384 KiB.
    for (const one of splitTemplate(template)) {
      if (typeof one !== "string") sections.push(one);
      else {
        const part = Buffer.from(one, "latin1");
        sections.push(pieceOf(part, await promisify(deflateRaw)(part, options)));
      }
    }
    return preparedOf(sections);
  },
} satisfies PageCoding;
