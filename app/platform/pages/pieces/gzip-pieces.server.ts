import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import { combineCrc, crcOf, crcShift } from "~/platform/pages/pieces/crc32";
import {
  littleEndian,
  type PageCoding,
  type PreparedPage,
} from "~/platform/pages/pieces/page-coding";
import {
  fillTemplate,
  type PlaceholderValues,
  type Template,
} from "~/platform/pages/placeholders.server";

/** A part of a page, compressed. */
interface Piece {
  body: string;
  /** Bytes of the part before compression. */
  length: number;
  crc: number;
  shift: number;
}

/** Short texts with the values between them, sent as they are. */
interface Stored extends Template {
  /** Of each value. They must not change: what comes after a value refers to what stands before it. */
  lengths: readonly number[];
}

/** A part that is still to be compressed, and what it may refer to. */
interface Uncompressed {
  part: Buffer;
  dictionary: Buffer;
}

/** Ends at a byte, and is not the last block: others can follow. */
const options = { level: 9, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH };

const header = "\x1f\x8b\x08\0\0\0\0\0\0\x03";
/** An empty block that says it is the last. */
const lastBlock = "\x03\0";
const longestStored = 65_535;
/** A shorter part costs more bytes compressed than as it is, together with its neighbours. */
const shortestPiece = 64;
/** Memory of a piece, beside its bytes. */
const bytesOfObject = 160;
/** How far back a block may refer (RFC 1951). */
const longestWindow = 32_768;
/** Limit of all windows of a page together: reading a window takes longer than compressing a short part. */
const mostWindowBytes = 1_048_576;
/** Stands for a value's bytes in what a part may refer to. No text has it in UTF-8, so no part refers to a value. */
const filler = "\xff";

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

const pieceOf = ({ part }: Uncompressed, compressed: Buffer): Piece => ({
  body: compressed.toString("latin1"),
  length: part.byteLength,
  crc: crc32(part),
  shift: crcShift(part.byteLength),
});

/** The sections of a page in their order, each part with what it may refer to: the page before it, without the values. */
function* sectionsOf(
  template: Template,
  values: PlaceholderValues,
): Generator<Uncompressed | Stored> {
  const sections = splitTemplate(template);
  const window = Math.min(longestWindow, Math.ceil(mostWindowBytes / sections.length));
  const lengthOf = (one: string) => (values.get(one) ?? one).length;
  const fillers = new Map(template.placeholders.map((one) => [one, filler.repeat(lengthOf(one))]));
  let before = "";
  for (const section of sections) {
    const isPart = typeof section === "string";
    if (isPart)
      yield { part: Buffer.from(section, "latin1"), dictionary: Buffer.from(before, "latin1") };
    else yield { ...section, lengths: section.placeholders.map(lengthOf) };
    before = (before + (isPart ? section : fillTemplate(section, fillers))).slice(-window);
  }
}

const isAsLong = ({ placeholders, lengths }: Stored, values: PlaceholderValues) =>
  placeholders.every((one, at) => (values.get(one) ?? one).length === lengths[at]);

function preparedOf(sections: readonly (Piece | Stored)[]): PreparedPage {
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
        if (!isAsLong(section, values)) return undefined;
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
 * One gzip member (RFC 1952) out of deflate blocks (RFC 1951) that refer to each other, and never to a value; values are
 * stored blocks between them.
 */
export const gzipPieces = {
  encoding: "gzip",
  name: "gzip",
  prepareNow: (template, values) =>
    preparedOf(
      Array.from(sectionsOf(template, values), (section) => {
        if (!("part" in section)) return section;
        const { part, dictionary } = section;
        return pieceOf(section, deflateRawSync(part, { ...options, dictionary }));
      }),
    ),
  async prepare(template, values) {
    const sections: (Piece | Stored)[] = [];
    // One after the other: a page with many forms has thousands, and each compressor takes 384 KiB.
    for (const section of sectionsOf(template, values)) {
      if (!("part" in section)) sections.push(section);
      else {
        const { part, dictionary } = section;
        const compressed = await promisify(deflateRaw)(part, { ...options, dictionary });
        sections.push(pieceOf(section, compressed));
      }
    }
    return preparedOf(sections);
  },
} satisfies PageCoding;
