import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import PDFDocument from "pdfkit";
import type { Line } from "./line.ts";
import { ContentProblem } from "./problem.ts";
import { brandName, colors, type Face, fontFiles, language, page, type TextSize } from "./theme.ts";
import { unpackWoff } from "./woff.ts";

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve("@fontsource/nunito-sans/package.json")),
  "files",
);
const fonts = Object.fromEntries(
  Object.entries(fontFiles).map(([face, name]) => [
    face,
    unpackWoff(readFileSync(join(fontFolder, name))),
  ]),
) as Record<Face, Buffer>;
/** Fixed, so that the same words make the same bytes on every machine and every day. */
const creationDate = new Date("2025-01-01T00:00:00Z");

export type Tag = PDFKit.PDFStructureElement;

/** The parsed font, as PDFKit's own reader gives it, accepted in place of its bytes. */
type ParsedFont = PDFKit.Mixins.PDFFontSource & {
  hasGlyphForCodePoint(codePoint: number): boolean;
};

/** Shared by all documents of a build: parsing is most of the work of setting one. */
const parsedFonts = new Map<string, ParsedFont>();

function fontOf(doc: PDFKit.PDFDocument): ParsedFont {
  return (doc as unknown as { _font: { font: ParsedFont } })._font.font;
}

/** Draws on the pages of one PDF, and tags what it draws, so that the file can be read aloud. */
export class Pen {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Tag;
  readonly #file: string;
  readonly #widths = new Map<string, number>();

  constructor(file: string, info: { title: string; subject: string }, compress = true) {
    this.#file = file;
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: "1.7",
      tagged: true,
      lang: language,
      displayTitle: true,
      compress,
      font: fonts.regular as unknown as string,
      info: {
        Title: info.title,
        Subject: info.subject,
        Author: brandName,
        Creator: brandName,
        CreationDate: creationDate,
      },
    });
    for (const [face, font] of Object.entries(fonts)) {
      this.doc.registerFont(face, parsedFonts.get(face) ?? font);
      parsedFonts.set(face, fontOf(this.doc.font(face)));
    }
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  tag(parent: Tag, type: string, options: PDFKit.Mixins.StructureElementOptions = {}): Tag {
    const child = this.doc.struct(type, options);
    parent.add(child);
    return child;
  }

  measure(words: string, face: Face, size: number): number {
    const key = `${face}|${size}|${words}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    this.#checkGlyphs(words, face);
    const width = this.doc.font(face).fontSize(size).widthOfString(words);
    this.#widths.set(key, width);
    return width;
  }

  /** Draws what carries no meaning of its own, so that a screen reader passes over it. */
  artifact(
    draw: (doc: PDFKit.PDFDocument) => void,
    type: "Layout" | "Pagination" = "Layout",
  ): void {
    this.doc.markContent("Artifact", { type });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** One run of text on a baseline, tagged as content of `tag`, or as an artifact where there is none. */
  write(
    words: string,
    at: { x: number; baseline: number; face: Face; size: number; color: string },
    tag?: Tag,
  ): void {
    this.#checkGlyphs(words, at.face);
    const draw = () =>
      this.doc
        .font(at.face)
        .fontSize(at.size)
        .fillColor(at.color)
        .text(words, at.x, at.baseline, { lineBreak: false, baseline: "alphabetic" });
    if (!tag) {
      this.artifact(draw, "Pagination");
      return;
    }
    const content = this.doc.markStructureContent("Span");
    draw();
    this.doc.endMarkedContent();
    tag.add(content);
  }

  /** A broken line of styled segments, its height centered in the leading. */
  line(line: Line, x: number, y: number, at: TextSize, tag?: Tag): void {
    const baseline = y + at.leading / 2 + at.size * 0.36;
    let left = x;
    for (const segment of line.segments) {
      if (segment.code) this.#codeGround(left, baseline, segment.width, at.size);
      const linked = segment.href && tag ? this.tag(tag, "Link") : undefined;
      this.write(segment.text, { ...segment, x: left, baseline, size: at.size }, linked ?? tag);
      if (segment.href && linked) {
        this.#link(segment.href, segment.text, left, baseline, segment.width, at, linked);
      }
      left += segment.width;
    }
  }

  #codeGround(x: number, baseline: number, width: number, size: number): void {
    this.artifact((doc) =>
      doc.roundedRect(x - 2, baseline - size * 0.95, width + 4, size * 1.3, 3).fill(colors.tint),
    );
  }

  #link(
    href: string,
    words: string,
    x: number,
    baseline: number,
    width: number,
    at: TextSize,
    linked: Tag,
  ): void {
    this.artifact((doc) =>
      doc
        .moveTo(x, baseline + 2)
        .lineTo(x + width, baseline + 2)
        .lineWidth(0.6)
        .stroke(colors.blue),
    );
    const options = { structParent: linked, Contents: new String(words) };
    this.doc.link(x, baseline - at.size, width, at.leading, href, options as object);
  }

  #checkGlyphs(words: string, face: Face): void {
    const font = fontOf(this.doc.font(face));
    for (const character of words) {
      const code = character.codePointAt(0) ?? 0;
      if (font.hasGlyphForCodePoint(code)) continue;
      const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      const where = `in "${words.slice(0, 40)}"`;
      throw new ContentProblem(
        this.#file,
        "text",
        `the font has no "${character}" (${name}) ${where}`,
      );
    }
  }
}
