import { crc32 } from "node:zlib";

/** Thrown for bytes that `ByteWriter` did not write, or that have changed since. Its message contains nothing of them. */
export class DamagedEncoding extends Error {
  override name = "DamagedEncoding";
}

const checksumBytes = 4;

/** Writes numbers and bytes one after the other. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(expected = 1_024) {
    this.#bytes = new Uint8Array(Math.max(64, expected));
  }

  /** @param value a whole number from 0 up: seven bits to a byte, the lowest first */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was written, and a checksum. */
  finish(): Uint8Array<ArrayBuffer> {
    const checksum = crc32(this.#bytes.subarray(0, this.#length));
    this.raw(Uint8Array.from({ length: checksumBytes }, (_, index) => checksum >>> (8 * index)));
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads what `ByteWriter` wrote. Every method throws `DamagedEncoding` where the bytes are not that. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    const end = bytes.length - checksumBytes;
    if (end < 0) throw new DamagedEncoding("too short");
    this.#bytes = bytes.subarray(0, end);
    const checksum = crc32(this.#bytes);
    for (let index = 0; index < checksumBytes; index += 1)
      if (bytes[end + index] !== ((checksum >>> (8 * index)) & 0xff))
        throw new DamagedEncoding("wrong checksum");
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 0x80 ** 6; factor *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new DamagedEncoding("cut off");
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new DamagedEncoding("a number is too long");
  }

  /** A count of things of which each takes at least `bytesEach` of the bytes that are left. */
  count(bytesEach: number): number {
    const count = this.varint();
    if (count * bytesEach > this.left) throw new DamagedEncoding("too few bytes");
    return count;
  }

  raw(length: number): Uint8Array {
    if (length > this.left) throw new DamagedEncoding("too few bytes");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  end(): void {
    if (this.left > 0) throw new DamagedEncoding("too many bytes");
  }
}
