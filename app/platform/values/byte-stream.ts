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

  /** @param value of which the lowest eight bits are written */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes `bytes`, or what stands in them from `start` to before `end`: byte by byte, as these are short. */
  raw(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#reserve(end - start);
    for (let at = start; at < end; at += 1) this.#bytes[this.#length++] = bytes[at] ?? 0;
  }

  /** What was written, and a checksum. */
  finish(): Uint8Array<ArrayBuffer> {
    const checksum = crc32(this.#bytes.subarray(0, this.#length));
    for (let index = 0; index < checksumBytes; index += 1) this.byte(checksum >>> (8 * index));
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const length = Math.max(this.#bytes.length * 1.5, needed);
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length));
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

  /** @param most what is larger is damaged */
  varint(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0;
    for (let factor = 1; value <= most && factor <= 0x80 ** 6; factor *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new DamagedEncoding("cut off");
      value += (byte & 0x7f) * factor;
      if (byte < 0x80 && value <= most) return value;
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

  /** Fills `target` from `start` to before `end`: byte by byte, as these are short. */
  into(target: Uint8Array, start: number, end: number): void {
    if (end - start > this.left) throw new DamagedEncoding("too few bytes");
    for (let at = start; at < end; at += 1) target[at] = this.#bytes[this.#at++] ?? 0;
  }

  end(): void {
    if (this.left > 0) throw new DamagedEncoding("too many bytes");
  }
}
