/** A coordinate with one decimal: a tenth of a pixel, or less. */
export const coordinate = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * A path of shapes, each reached by a step from the one before, in whole tenths: steps are shorter than places and often
 * alike, so that a page of charts has a tenth fewer bytes (docs/costs.md).
 */
export class Path {
  #d = "";
  /** Where the last step ended, in tenths. */
  #x = 0;
  #y = 0;

  /** As an SVG path's `d`; empty without a shape. */
  get d(): string {
    return this.#d;
  }

  box(x: number, y: number, width: number, height: number): this {
    // Its end is where it began.
    return this.#step("m", x, y).#add(
      `h${coordinate(width)}v${coordinate(height)}h${coordinate(-width)}z`,
    );
  }

  /** A dot, by a stroke with round ends. */
  dot(x: number, y: number): this {
    return this.#step("m", x, y).#add("h0");
  }

  diamond(x: number, y: number): this {
    return this.#step("m", x, y - 4).#add("l4 4l-4 4l-4-4z");
  }

  line(points: readonly (readonly [x: number, y: number])[]): this {
    for (const [at, [x, y]] of points.entries()) this.#step(at === 0 ? "m" : "l", x, y);
    return this;
  }

  #add(d: string): this {
    this.#d += d;
    return this;
  }

  #step(command: "m" | "l", x: number, y: number): this {
    const [fromX, fromY] = [this.#x, this.#y];
    this.#x = Math.round(x * 10);
    this.#y = Math.round(y * 10);
    const down = (this.#y - fromY) / 10;
    return this.#add(`${command}${(this.#x - fromX) / 10}${down < 0 ? "" : " "}${down}`);
  }
}
