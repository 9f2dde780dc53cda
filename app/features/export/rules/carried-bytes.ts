const firstBytes = 4_096;

/** Bytes of something whose end has not come yet. */
export class CarriedBytes {
  #bytes = Buffer.alloc(0);
  length = 0;

  append(chunk: Buffer, from: number, end: number): void {
    const length = this.length + end - from;
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(length, this.#bytes.length * 2, firstBytes));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.length += chunk.copy(this.#bytes, this.length, from, end);
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
