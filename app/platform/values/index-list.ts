const firstLength = 1_024;

/** Collects indices of a list. It grows with what it holds: of a million people, mostly few are asked for. */
export class IndexList {
  #indices = new Uint32Array(firstLength);
  #size = 0;

  add(index: number): void {
    if (this.#size === this.#indices.length) {
      const { buffer, byteLength } = this.#indices;
      this.#indices = new Uint32Array(buffer.transfer(byteLength * 2));
    }
    this.#indices[this.#size] = index;
    this.#size += 1;
  }

  /** What was added, in the same order, in an array that nobody else has. */
  finish(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#indices.buffer.transfer(this.#size * 4));
  }
}
