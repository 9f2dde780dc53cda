/**
 * About how many bytes of memory plain data takes, a little more rather than less: for bounds of caches. An answer
 * of many small parts takes several times what it had on its way.
 */
export function heapSize(value: unknown): number {
  if (typeof value === "string") return 24 + textSize(value);
  if (typeof value !== "object" || value === null) return 16;
  if (Array.isArray(value)) return value.reduce((sum, part) => sum + 8 + heapSize(part), 32);
  const parts = Object.values(value);
  // An object has room for four fields from the start.
  const room = 32 + 8 * Math.max(4, parts.length);
  return parts.reduce<number>((sum, part) => sum + (part === undefined ? 0 : heapSize(part)), room);
}

/** V8 keeps a text with one byte for each character, or with two where one of them is not Latin. */
const textSize = (text: string) =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
