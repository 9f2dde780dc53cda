/** Thrown where a file is not the JSON that is expected, or goes beyond the limits. */
export class UnreadableJson extends Error {}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Finds where a JSON value ends, in chunks. Only looks at quotes and brackets: whether it is JSON, JSON.parse says.
 * A string ends with its quote, a list or object with its last bracket, anything else before what cannot belong to it.
 */
export class JsonValueEnd {
  readonly #maxDepth: number;
  #depth = 0;
  #inString = false;
  #isScalar = false;
  #endsAtString = false;
  /** Bytes to pass over at the beginning of the next chunk: what a backslash escapes. */
  #escaped = 0;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** @param byte the first of the value, which `find` is given too */
  begin(byte: number): void {
    this.#depth = 0;
    this.#inString = false;
    this.#endsAtString = false;
    this.#isScalar = byte !== quote && byte !== openBrace && byte !== openBracket;
  }

  /** From now on the first string ends the value, whatever surrounds it. */
  endAtString(): void {
    this.#endsAtString = true;
  }

  /** Goes on behind a string at which `find` stopped. */
  goOn(): void {
    this.#endsAtString = false;
  }

  /** @returns the index behind the value's last byte, -1 where it goes on in the next chunk */
  find(chunk: Uint8Array, from: number): number {
    return this.#isScalar ? scalarEnd(chunk, from) : this.#bracketsEnd(chunk, from);
  }

  #bracketsEnd(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let end = -1;
    let i = from + this.#escaped;
    while (i < length) {
      const byte = chunk[i] as number;
      i += 1;
      if (inString) {
        if (byte === backslash) i += 1;
        else if (byte === quote) {
          inString = false;
          if (depth === 0 || this.#endsAtString) {
            end = i;
            break;
          }
        }
      } else if (byte === quote) {
        inString = true;
      } else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > this.#maxDepth) throw new UnreadableJson();
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) {
          end = i;
          break;
        }
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = end < 0 ? i - length : 0;
    return end;
  }
}

function scalarEnd(chunk: Uint8Array, from: number): number {
  for (let i = from; i < chunk.length; i += 1) {
    const byte = chunk[i];
    if (byte === comma || byte === closeBracket || byte === closeBrace || isSpace(byte)) return i;
  }
  return -1;
}

/** The index behind the spaces, of which there is one at `from`. */
export function afterSpaces(chunk: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < chunk.length && isSpace(chunk[at])) at += 1;
  return at;
}

/** @throws UnreadableJson */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableJson();
  }
}
