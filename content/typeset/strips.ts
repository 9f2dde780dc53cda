import { page } from "./theme.ts";

/** The tinted ground that lies under all strips which share it. */
export interface Card {
  x: number;
  width: number;
}

/** A band of the column that no page break may cut: a line of text, a table row, the padding of a card. */
export interface Strip {
  height: number;
  /** Space above, dropped at the top of a page. */
  gap: number;
  /** Space below, beside the gap of what follows. */
  below?: number;
  /** No page break between this strip and the next. */
  keepNext: boolean;
  /** Room that must be left on the page for this strip to start there: a heading wants company. */
  need?: number;
  card?: Card;
  /** The card's own padding, its first strip or its last. */
  cardEdge?: boolean;
  /** The chapter that starts here. */
  title?: string;
  /** Drawn again above this strip where it starts a page: the head of a table. */
  repeat?: Strip;
  draw(y: number, repeated?: boolean): void;
}

export interface Placed {
  strip: Strip;
  y: number;
  repeated: boolean;
}

const bottom = page.height - page.bottom;
/** Tighter or wider gaps are tried where the last page would hold but a few lines. */
const gapScales = [1, 0.94, 0.88, 1.08, 0.8, 1.16, 0.72, 1.24, 1.32];
const leastOnLastPage = (bottom - page.top) * 0.28;

/** Lays strips on as many pages as they need. */
export function paginate(strips: Strip[]): Placed[][] {
  const tries = gapScales.map((scale) => lay(strips, scale));
  const enough = tries.find((pages) => pages.length === 1 || filled(pages) >= leastOnLastPage);
  return enough ?? tries.reduce((best, pages) => (filled(pages) > filled(best) ? pages : best));
}

/** The first line must not stay alone at the foot of a page, nor the last at the head of the next. */
export function keepEndsTogether(lines: Strip[]): Strip[] {
  const last = lines.length - 1;
  return lines.map((line, index) => ({
    ...line,
    keepNext: line.keepNext || (index < last && (index === 0 || index === last - 1)),
  }));
}

export function keepAll(strips: Strip[]): Strip[] {
  const last = strips.length - 1;
  return strips.map((strip, index) => ({ ...strip, keepNext: strip.keepNext || index < last }));
}

/** Room below a table or card, so that what follows does not cling to it. */
export function withSpaceBelow(below: number, strips: Strip[]): Strip[] {
  return strips.map((strip, index) => (index < strips.length - 1 ? strip : { ...strip, below }));
}

export function heightOf(strips: Strip[], scale = 1): number {
  return strips.reduce((sum, strip, index) => {
    const above = index > 0 ? strip.gap * scale + (strips[index - 1]?.below ?? 0) : 0;
    return sum + above + strip.height;
  }, 0);
}

function filled(pages: Placed[][]): number {
  const last = pages.at(-1)?.at(-1);
  return last ? last.y + last.strip.height - page.top : 0;
}

function lay(strips: Strip[], scale: number): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = page.top;
  const place = (strip: Strip, repeated = false) => {
    const current = pages.at(-1) ?? [];
    if (current.length > 0) y += strip.gap * scale;
    current.push({ strip, y, repeated });
    y += strip.height + (strip.below ?? 0);
  };
  const turn = (first: Strip) => {
    if (pages.at(-1)?.length === 0) return;
    pages.push([]);
    y = page.top;
    if (first.repeat) place(first.repeat, true);
  };
  const chunks = keptTogether(strips);
  const isFirst = () => pages.at(-1)?.length === 0;
  for (const [index, chunk] of chunks.entries()) {
    const first = chunk[0];
    if (!first) continue;
    const own = heightOf(chunk, scale);
    const rest = heightOf(chunks.slice(index).flat(), scale);
    const room = Math.max(own, Math.min(first.need ?? 0, rest));
    const gap = isFirst() ? 0 : first.gap * scale;
    if (y + gap + room > bottom + 0.01) turn(first);
    for (const strip of chunk) {
      const above = isFirst() ? 0 : strip.gap * scale;
      if (y + above + strip.height > bottom + 0.01) turn(strip);
      place(strip);
    }
  }
  return pages;
}

function keptTogether(strips: Strip[]): Strip[][] {
  const chunks: Strip[][] = [];
  let open: Strip[] = [];
  for (const strip of strips) {
    open.push(strip);
    if (strip.keepNext) continue;
    chunks.push(open);
    open = [];
  }
  if (open.length > 0) chunks.push(open);
  return chunks;
}
