/**
 * Estimates the bytes of memory that plain data takes, for cache limits; rather too many than too few. The length
 * of the JSON text is no measure: many small objects take several times as much memory.
 */
export function heapSize(value: unknown): number {
  if (typeof value === "string") return 24 + textSize(value);
  if (typeof value !== "object" || value === null) return 16;
  if (ArrayBuffer.isView(value)) return 128 + value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum, part) => sum + 8 + heapSize(part), 32);
  const parts = Object.values(value);
  // V8 reserves space for at least four fields.
  const base = 32 + 8 * Math.max(4, parts.length);
  return parts.reduce<number>((sum, part) => sum + (part === undefined ? 0 : heapSize(part)), base);
}

/** V8 stores one byte per character, or two if the text has a character outside Latin-1. */
const textSize = (text: string) =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
