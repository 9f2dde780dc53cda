import { crc32 } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import { ExportRefused } from "../export.ts";
import { type LocalHeader, signatures } from "../zip-records.ts";

const longestDescriptor = 24;
/** How many signatures in stored content may end nothing. A ZIP inside the ZIP has one for each of its entries. */
const mostOtherMarks = 500_000;
const mark = Buffer.from([0x50, 0x4b, 0x07, 0x08]);

/** A descriptor begins with a signature or not, and its sizes have 32 or 64 bits: nothing says which. */
const forms = [
  { hasMark: true, isWide: false },
  { hasMark: true, isWide: true },
  { hasMark: false, isWide: false },
  { hasMark: false, isWide: true },
];

/**
 * Consumes the data descriptor, in whichever form its sizes agree with what was read. Sets the header's CRC from it.
 * @param crc of the content, undefined where it was not computed
 * @throws ExportRefused `damaged` where no form fits
 */
export async function readDescriptor(
  source: ByteSource,
  header: LocalHeader,
  crc: number | undefined,
): Promise<void> {
  // The directory follows, so that even the last one has this many bytes before the end of the file.
  const bytes = await source.peek(longestDescriptor + 4);
  if (bytes.length < longestDescriptor + 4) throw new ExportRefused("damaged");
  for (const { hasMark, isWide } of forms) {
    const at = hasMark ? 4 : 0;
    const end = at + (isWide ? 20 : 12);
    const compressed = isWide ? Number(bytes.readBigUInt64LE(at + 4)) : bytes.readUInt32LE(at + 4);
    const size = isWide ? Number(bytes.readBigUInt64LE(at + 12)) : bytes.readUInt32LE(at + 8);
    const fits =
      (!hasMark || bytes.readUInt32LE(0) === signatures.descriptor) &&
      compressed === header.compressed &&
      size === header.size &&
      (crc === undefined || bytes.readUInt32LE(at) === crc) &&
      bytes.readUInt16LE(end) === 0x4b50;
    if (fits) {
      header.crc = bytes.readUInt32LE(at);
      source.consume(end);
      return;
    }
  }
  throw new ExportRefused("damaged");
}

/**
 * Consumes content that is stored and of unknown length, up to its descriptor: the first signature that is followed by
 * the CRC and the length of what came before. Without a signature its end cannot be told.
 * @returns its length
 * @throws ExportRefused `damaged` where there is no such descriptor, and what the sink throws
 */
export async function storedToDescriptor(
  source: ByteSource,
  sink: (chunk: Buffer) => void,
): Promise<number> {
  let length = 0;
  let crc = 0;
  const pass = (bytes: Buffer) => {
    crc = crc32(bytes, crc);
    length += bytes.length;
    source.consume(bytes.length);
    if (bytes.length > 0) sink(bytes);
  };
  for (let marks = 0; marks <= mostOtherMarks; ) {
    const bytes = await source.peek(longestDescriptor);
    if (bytes.length < longestDescriptor) throw new ExportRefused("damaged");
    const found = bytes.indexOf(mark);
    if (found < 0) {
      // The last three bytes may be the beginning of a signature.
      pass(bytes.subarray(0, bytes.length - 3));
      continue;
    }
    pass(bytes.subarray(0, found));
    const ahead = await source.peek(longestDescriptor);
    if (ahead.length < longestDescriptor) throw new ExportRefused("damaged");
    const says = (compressed: number, size: number) => compressed === length && size === length;
    const isEnd =
      ahead.readUInt32LE(4) === crc &&
      (says(ahead.readUInt32LE(8), ahead.readUInt32LE(12)) ||
        says(Number(ahead.readBigUInt64LE(8)), Number(ahead.readBigUInt64LE(16))));
    if (isEnd) return length;
    pass(ahead.subarray(0, mark.length));
    marks += 1;
  }
  throw new ExportRefused("damaged");
}
