import type { Line, Segment } from "./line.ts";
import type { Run } from "./markdown.ts";
import type { Pen } from "./pen.ts";
import { colors, type Face } from "./theme.ts";

export interface Setting {
  size: number;
  color: string;
  /** For headings and table heads, whose plain words are already strong. */
  face?: Face;
}

type Look = Omit<Segment, "text" | "width">;
interface Piece {
  text: string;
  look: Look;
}
/** What no line may break; `spaced` where a space stands before it. */
interface Word {
  pieces: Piece[];
  width: number;
  spaced: boolean;
  newLine: boolean;
}

/** Breaks styled text into lines no wider than `width`, ragged on the right. */
export function breakLines(pen: Pen, runs: Run[], width: number, setting: Setting): Line[] {
  const lines: Word[][] = [];
  let current: Word[] = [];
  let used = 0;
  for (const word of fitting(pen, wordsOf(pen, runs, setting), width, setting.size)) {
    const gap = word.spaced && current.length > 0 ? space(pen, word, setting.size) : 0;
    if (word.newLine || (current.length > 0 && used + gap + word.width > width + 0.01)) {
      lines.push(current);
      current = [word];
      used = word.width;
    } else {
      current.push(word);
      used += gap + word.width;
    }
  }
  if (current.length > 0) lines.push(current);
  return lines.map((words) => assemble(pen, words, setting.size));
}

/** The same number of lines, as even as they can be: for titles, where a lone last word looks lost. */
export function breakEvenly(pen: Pen, runs: Run[], width: number, setting: Setting): Line[] {
  const lines = breakLines(pen, runs, width, setting);
  for (let narrower = width * 0.5; narrower < width; narrower += width / 40) {
    const tried = breakLines(pen, runs, narrower, setting);
    if (tried.length === lines.length && tried.every((line) => line.width <= width)) return tried;
  }
  return lines;
}

/** The widest unbreakable word, and the whole text on one line: what a table column needs and what it wants. */
export function extent(pen: Pen, runs: Run[], setting: Setting): { least: number; most: number } {
  const words = wordsOf(pen, runs, setting);
  const least = Math.max(0, ...words.map((word) => word.width));
  const whole = breakLines(pen, runs, Number.POSITIVE_INFINITY, setting);
  return { least, most: Math.max(0, ...whole.map((line) => line.width)) };
}

function wordsOf(pen: Pen, runs: Run[], setting: Setting): Word[] {
  const words: Word[] = [];
  let open: Word | undefined;
  let spaced = false;
  let newLine = false;
  for (const run of runs) {
    const look = lookOf(run, setting);
    for (const part of run.text.split(/( +|\n)/)) {
      if (part === "") continue;
      if (part === "\n" || part.startsWith(" ")) {
        open = undefined;
        spaced = true;
        newLine ||= part === "\n";
        continue;
      }
      for (const [index, text] of breakable(part).entries()) {
        if (!open || index > 0) {
          open = { pieces: [], width: 0, spaced: spaced && index === 0, newLine };
          words.push(open);
        }
        open.pieces.push({ text, look });
        open.width += pen.measure(text, look.face, setting.size);
        spaced = false;
        newLine = false;
      }
    }
  }
  return words;
}

/** A long compound may break after its hyphen or slash. */
function breakable(part: string): string[] {
  return part.split(/(?<=[\p{L}\d]{2}[-–/])(?=[\p{L}\d]{2})/u);
}

function lookOf(run: Run, setting: Setting): Look {
  const { code, href } = run;
  const color = href ? colors.blue : code ? colors.blueDeep : setting.color;
  return { face: faceOf(run, setting), color, code, href };
}

function faceOf(run: Run, setting: Setting): Face {
  if (setting.face) return setting.face;
  const strong = run.bold || run.code;
  if (run.italic) return strong ? "boldItalic" : "italic";
  return strong ? "bold" : "regular";
}

function space(pen: Pen, word: Word, size: number): number {
  return pen.measure(" ", word.pieces[0]?.look.face ?? "regular", size);
}

/** Cuts words that are wider than the whole line, such as a long address, into pieces that fit. */
function fitting(pen: Pen, words: Word[], width: number, size: number): Word[] {
  return words.flatMap((word) => (word.width <= width ? [word] : cut(pen, word, width, size)));
}

function cut(pen: Pen, word: Word, width: number, size: number): Word[] {
  const parts: Word[] = [];
  let open: Word = { ...word, pieces: [], width: 0 };
  for (const { text, look } of word.pieces) {
    for (const character of text) {
      const wide = pen.measure(character, look.face, size);
      if (open.width + wide > width && open.pieces.length > 0) {
        parts.push(open);
        open = { pieces: [], width: 0, spaced: false, newLine: false };
      }
      const last = open.pieces.at(-1);
      if (last?.look === look) last.text += character;
      else open.pieces.push({ text: character, look });
      open.width += wide;
    }
  }
  return [...parts, open];
}

function assemble(pen: Pen, words: Word[], size: number): Line {
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    for (const [place, piece] of word.pieces.entries()) {
      const gap = index > 0 && place === 0 && word.spaced ? " " : "";
      const last = pieces.at(-1);
      if (last && sameLook(last.look, piece.look)) {
        last.text += gap + piece.text;
        continue;
      }
      const spaceGoesBefore = gap && last && !last.look.href && !last.look.code;
      if (spaceGoesBefore) last.text += gap;
      else if (gap)
        pieces.push({ text: gap, look: { ...piece.look, href: undefined, code: false } });
      pieces.push({ ...piece });
    }
  }
  const segments = pieces.map(({ text, look }) => ({
    ...look,
    text,
    width: pen.measure(text, look.face, size),
  }));
  return { segments, width: segments.reduce((sum, segment) => sum + segment.width, 0) };
}

function sameLook(a: Look, b: Look): boolean {
  return a.face === b.face && a.color === b.color && a.code === b.code && a.href === b.href;
}
