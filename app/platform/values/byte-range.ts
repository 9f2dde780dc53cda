export interface ByteRange {
  start: number;
  /** The last byte, included. */
  end: number;
}

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.1.2). Undefined if the header must be ignored: it is
 * malformed, uses another unit, or asks for several ranges, which a server need not support.
 */
export function parseByteRange(
  header: string,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Number(last);
    return length === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
