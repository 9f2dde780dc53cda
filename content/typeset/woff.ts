import { inflateSync } from "node:zlib";

const headerSize = 44;
const entrySize = 20;

/**
 * Unpacks a WOFF 1.0 file into the plain font inside it. PDFKit takes WOFF too, but its reader inflates a table again
 * for each glyph that it draws, which makes a build 20 times slower.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = headerSize + index * entrySize;
    const start = woff.readUInt32BE(at + 4);
    const packed = woff.subarray(start, start + woff.readUInt32BE(at + 8));
    const length = woff.readUInt32BE(at + 12);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      table: packed.length < length ? inflateSync(packed) : packed,
    };
  });
  const directory = Buffer.alloc(12 + count * 16);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, checksum, table }] of entries.entries()) {
    const at = 12 + index * 16;
    tag.copy(directory, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
