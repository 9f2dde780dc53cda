import { crc32 } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import { ExportRefused } from "../export.ts";
import {
  type DirectoryPlace,
  directoryBytes,
  directoryTail,
  endBytes,
  max16,
  max32,
  readDirectoryRecord,
  readEnd,
  readZip64End,
  signatures,
  viewOf,
  type ZipRecord,
  zip64EndBytes,
  zip64EndOffset,
  zip64LocatorBytes,
} from "../zip-records.ts";

const columns = 6;

/** Remembers the local headers in 49 bytes each, and checks the directory at the end of the ZIP against them. */
export class ZipDirectory {
  /** By entry: offset, CRC-32 of the name, method, CRC-32, compressed size, size. */
  #numbers = new Float64Array(columns * 64);
  #isRead = new Uint8Array(64);
  size = 0;

  add(offset: number, name: Buffer, record: ZipRecord, isRead: boolean): void {
    if (this.size === this.#isRead.length) {
      const numbers = new Float64Array(this.#numbers.length * 2);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
      const flags = new Uint8Array(this.size * 2);
      flags.set(this.#isRead);
      this.#isRead = flags;
    }
    const { method, crc, compressed, size: length } = record;
    this.#numbers.set([offset, crc32(name), method, crc, compressed, length], this.size * columns);
    this.#isRead[this.size] = isRead ? 1 : 0;
    this.size += 1;
  }

  /**
   * Reads from the first record of the directory to the end of the file.
   * @throws ExportRefused `damaged` unless the directory names exactly the entries that were met, each once and with
   * the same figures, and nothing follows it
   */
  async check(source: ByteSource): Promise<void> {
    const start = source.position;
    const met = new Uint8Array(this.size);
    let count = 0;
    while ((await signatureAt(source)) === signatures.directory) {
      await this.#checkRecord(source, met);
      count += 1;
    }
    if (count !== this.size) throw new ExportRefused("damaged");
    await this.#checkEnd(source, start);
  }

  async #checkRecord(source: ByteSource, met: Uint8Array): Promise<void> {
    const fixed = viewOf(await source.take(directoryBytes));
    const [nameBytes, extraBytes, commentBytes] = directoryTail(fixed);
    const tail = await source.take(nameBytes + extraBytes + commentBytes);
    const extra = viewOf(tail.subarray(nameBytes, nameBytes + extraBytes));
    const record = readDirectoryRecord(fixed, extra);
    if (record.isEncrypted) throw new ExportRefused("encrypted");
    const index = this.#indexOf(record.offset);
    const said = [
      record.offset,
      crc32(tail.subarray(0, nameBytes)),
      record.method,
      record.crc,
      record.compressed,
      record.size,
    ];
    const known = this.#numbers.subarray(index * columns, index * columns + columns);
    const agrees = index >= 0 && said.every((number, k) => number === known[k]);
    if (!agrees || met[index] === 1) throw new ExportRefused("damaged");
    // A symbolic link was read as a file.
    if (record.isSymlink && this.#isRead[index] === 1) throw new ExportRefused("damaged");
    met[index] = 1;
  }

  /** A binary search: entries are met in the order of their offsets. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#numbers[middle * columns] ?? 0;
      if (found === offset) return middle;
      if (found < offset) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  async #checkEnd(source: ByteSource, start: number): Promise<void> {
    const bytes = source.position - start;
    const agrees = ({ count, bytes: length, offset }: DirectoryPlace) =>
      count === this.size && length === bytes && offset === start;
    let hasWide = false;
    if ((await signatureAt(source)) === signatures.zip64End) {
      const at = source.position;
      const wide = readZip64End(viewOf(await source.take(zip64EndBytes)));
      await source.pass(Math.max(0, wide.recordBytes - zip64EndBytes));
      const locator = viewOf(await source.take(zip64LocatorBytes));
      hasWide =
        locator.getUint32(0, true) === signatures.zip64Locator &&
        zip64EndOffset(locator) === at &&
        agrees(wide);
      if (!hasWide) throw new ExportRefused("damaged");
    }
    const record = viewOf(await source.take(endBytes));
    const end = readEnd(record);
    const or = (said: number, most: number, otherwise: number) =>
      hasWide && said === most ? otherwise : said;
    const isRight =
      record.getUint32(0, true) === signatures.end &&
      agrees({
        count: or(end.count, max16, this.size),
        bytes: or(end.bytes, max32, bytes),
        offset: or(end.offset, max32, start),
      });
    if (!isRight) throw new ExportRefused("damaged");
    await source.pass(end.commentBytes);
    // Whatever follows may be another directory, which other programs would believe.
    if ((await source.peek()).length > 0) throw new ExportRefused("damaged");
  }
}

/** The first four bytes of the record that comes next, 0 at the end. */
export async function signatureAt(source: ByteSource): Promise<number> {
  const bytes = await source.peek(4);
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
}
