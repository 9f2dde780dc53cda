/**
 * Stands for a character that the report's font does not have. Instagram's usernames are Latin letters, digits, points
 * and underscores, but exports are files that anybody can write.
 */
export const missingSign = "\u25CA";

/** The marks of direction that sentences from right to left have around values from left to right. */
const marks = /[\u200e\u200f\u2066-\u2069]/;

/** Characters that are not seen, or that turn the text around them. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Of the unseen, those that say no more than where a word may end or how a sign is drawn. */
const idle = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufe0e|\ufe0f|\ufeff/g;

/** What is typed in place of signs that the fonts lack. */
const typed: Readonly<Record<string, string>> = { "\u2011": "-", "→": "->", "←": "<-" };

/**
 * The code points for which a TrueType font has a glyph, of its Unicode `cmap` (formats 4 and 12).
 * @throws where it has none
 */
export function glyphsOf(font: Uint8Array): ReadonlySet<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = Array.from({ length: view.getUint16(4) }, (_, n) => 12 + n * 16);
  const record = tables.find((at) => view.getUint32(at) === 0x636d6170);
  if (record === undefined) throw new Error("the font has no cmap");
  const cmap = view.getUint32(record + 8);
  const found = new Set<number>();
  for (let n = 0; n < view.getUint16(cmap + 2); n += 1) {
    const at = cmap + view.getUint32(cmap + 4 + n * 8 + 4);
    const format = view.getUint16(at);
    if (format === 4) readSegments(view, at, found);
    else if (format === 12) readGroups(view, at, found);
  }
  if (found.size === 0) throw new Error("the font's cmap cannot be read");
  return found;
}

function readSegments(view: DataView, at: number, found: Set<number>): void {
  const bytes = view.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + bytes];
  const [deltas, offsets] = [starts + bytes, starts + 2 * bytes];
  for (let segment = 0; segment < bytes; segment += 2) {
    const offset = view.getUint16(offsets + segment);
    const start = view.getUint16(starts + segment);
    for (let code = start; code <= view.getUint16(ends + segment) && code < 0xffff; code += 1) {
      const index = offset && view.getUint16(offsets + segment + offset + 2 * (code - start));
      const glyph = offset === 0 ? code : index;
      const isThere = offset === 0 || index !== 0;
      if (isThere && ((glyph + view.getInt16(deltas + segment)) & 0xffff) !== 0) found.add(code);
    }
  }
}

function readGroups(view: DataView, at: number, found: Set<number>): void {
  for (let group = at + 16; group < at + 16 + view.getUint32(at + 12) * 12; group += 12)
    for (let code = view.getUint32(group); code <= view.getUint32(group + 4); code += 1)
      found.add(code);
}

/**
 * The text with `missingSign` in place of each character that cannot be set.
 * @param ours whether it is a sentence of ours, in which marks of direction stay
 */
export function legible(text: string, glyphs: ReadonlySet<number>, ours = false): string {
  const letters = (text.isWellFormed() ? text.normalize("NFC") : text.toWellFormed())
    .replace(idle, "")
    // Lines end where the paper's do.
    .replace(/[^\S\u00a0\u202f]+/g, " ")
    .replace(/[\u2011→←]/g, (sign) => typed[sign] ?? sign)
    // French has a narrow blank that no line ends at, which the font lacks.
    .replaceAll("\u202f", "\u00a0");
  return Array.from(letters, (letter) =>
    (glyphs.has(letter.codePointAt(0) ?? 0) && !unseen.test(letter)) || (ours && marks.test(letter))
      ? letter
      : missingSign,
  ).join("");
}

/** The same value with every text in it made legible: nothing else reaches the typesetter. */
export function allLegible<T>(value: T, glyphs: ReadonlySet<number>, ours = false): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return legible(part, glyphs, ours);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}
