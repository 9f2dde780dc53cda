import { ExportRefused } from "./export.ts";
import { CarriedBytes } from "./rules/carried-bytes.ts";

const none = Buffer.alloc(0);

/**
 * Reads chunks of any length as one run of bytes, without keeping what is behind. It looks at a chunk only until it
 * asks for the next one.
 */
export class ByteSource {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #count: (bytes: number) => void;
  #ahead: Buffer = none;
  #ended = false;
  /** Bytes consumed since the beginning. */
  position = 0;

  /** @param count is called with each chunk's length, and may throw */
  constructor(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
    this.#iterator = chunks[Symbol.asyncIterator]();
    this.#count = count;
  }

  /**
   * The bytes that come next without consuming them: at least `least`, fewer only where the source ends. They may be
   * gone after the next call.
   */
  async peek(least = 1): Promise<Buffer> {
    if (this.#ahead.length >= least || this.#ended) return this.#ahead;
    // A chunk may be gone when the next one comes, so what is left of it is copied: once, however small the chunks.
    const carried = new CarriedBytes();
    let latest = this.#ahead;
    while (carried.length + latest.length < least && !this.#ended) {
      carried.append(latest, 0, latest.length);
      latest = none;
      const { value, done } = await this.#iterator.next();
      if (done) {
        this.#ended = true;
      } else {
        this.#count(value.length);
        latest = Buffer.from(value.buffer, value.byteOffset, value.length);
      }
    }
    if (carried.length > 0) carried.append(latest, 0, latest.length);
    this.#ahead = carried.length > 0 ? carried.bytes() : latest;
    return this.#ahead;
  }

  /** @param length at most what `peek` has just returned */
  consume(length: number): void {
    this.#ahead = this.#ahead.subarray(length);
    this.position += length;
  }

  /** Consumes exactly so many bytes, and returns a copy. @throws ExportRefused `damaged` if the source ends before */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw new ExportRefused("damaged");
    this.consume(length);
    return Buffer.from(bytes.subarray(0, length));
  }

  /**
   * Consumes exactly so many bytes, and passes them to `sink` as they arrive.
   * @throws ExportRefused `damaged` if the source ends before
   */
  async pass(length: number, sink?: (chunk: Buffer) => void): Promise<void> {
    let left = length;
    while (left > 0) {
      const bytes = await this.peek();
      if (bytes.length === 0) throw new ExportRefused("damaged");
      const chunk = bytes.length > left ? bytes.subarray(0, left) : bytes;
      this.consume(chunk.length);
      left -= chunk.length;
      sink?.(chunk);
    }
  }

  /** Ends the iterator. Does not wait for it, because it may itself be waiting for bytes that never come. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#ahead = none;
    this.#iterator.return?.().catch(() => {});
  }
}
