import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";

const prefix = "~~";
const mark = () => `${prefix}${randomBytes(12).toString("hex")}`;
const length = mark().length;

/**
 * What differs from request to request in pages that are otherwise alike. Loaders return a mark in its place,
 * and the answer's way out puts the value there: so a page once drawn serves for all whose data is the same.
 * Marks are secret to the process: no text from outside can name one.
 */
const marks = {
  sessionLeft: mark(),
  countdown: mark(),
  countdownText: mark(),
  nonce: mark(),
  formToken: mark(),
} as const;

export type Notes = Map<string, string>;

/** Notes this request's value, and returns what stands for it in the page. */
export function note(
  { notes }: Pick<AppLoadContext, "notes">,
  name: keyof typeof marks,
  value: string | number,
): string {
  // Another server than ours sends pages as they are drawn.
  if (!notes) return String(value);
  notes.set(marks[name], String(value));
  return marks[name];
}

/** Whether a page, or a list of marks, holds this one. */
export const hasMark = (name: keyof typeof marks, where: { includes(mark: string): boolean }) =>
  where.includes(marks[name]);

const places = new RegExp(`(${prefix}[0-9a-f]{24})`);

/** A page with its marks, taken apart once so that filling it copies bytes and searches nothing. */
export interface Template {
  /** What stands between the marks, one more than these. */
  pieces: readonly Buffer[];
  marks: readonly string[];
}

export function template(html: string): Template {
  const parts = html.split(places);
  return {
    pieces: parts.filter((_, at) => at % 2 === 0).map((part) => Buffer.from(part)),
    marks: parts.filter((_, at) => at % 2 === 1),
  };
}

/** The page for this request. */
export function fillTemplate({ pieces, marks }: Template, notes: Notes): Buffer {
  const parts: Buffer[] = [];
  for (const [at, piece] of pieces.entries()) {
    parts.push(piece);
    const mark = marks[at];
    if (mark !== undefined) parts.push(Buffer.from(notes.get(mark) ?? mark));
  }
  return Buffer.concat(parts);
}

/** Puts the values in their places. */
export function fillMarks(text: string, notes: Notes): string {
  if (!text.includes(prefix)) return text;
  let filled = text;
  for (const [place, value] of notes) filled = filled.replaceAll(place, value);
  return filled;
}

/** The same for a body that comes in pieces, which may part a mark. */
export function fillStream(notes: Notes): TransformStream<Uint8Array, Uint8Array> {
  let held = "";
  const filled = (text: string) => Buffer.from(fillMarks(text, notes), "latin1");
  return new TransformStream({
    transform(piece, controller) {
      // Byte by byte: marks are ASCII, and a piece may end within a character.
      const text = held + Buffer.from(piece).toString("latin1");
      const start = text.lastIndexOf("~", text.length);
      const from = start > 0 && text[start - 1] === "~" ? start - 1 : start;
      const parted = from >= 0 && text.length - from < length;
      held = parted ? text.slice(from) : "";
      controller.enqueue(filled(parted ? text.slice(0, from) : text));
    },
    flush(controller) {
      if (held) controller.enqueue(filled(held));
    },
  });
}
