import { compose } from "./compose.ts";
import { drawContents } from "./contents.ts";
import { type Cover, drawCover } from "./cover.ts";
import { type Block, parseMarkdown, plainText } from "./markdown.ts";
import { Pen } from "./pen.ts";
import { type Placed, paginate } from "./strips.ts";
import { brandName, colors, columnWidth, page, text } from "./theme.ts";

export interface Script extends Cover {
  /** Named in messages. */
  file: string;
  body: string;
  bodyLine: number;
  /** A page that lists the chapters, for what is long enough to be leafed through. */
  contents: boolean;
}

const runOn = 8;

type Heading = Block & { kind: "heading" };

/** Sets a script as a PDF; the same script makes the same bytes. `compress: false` is for reading them in a test. */
export async function typeset(script: Script, { compress = true } = {}): Promise<Buffer> {
  const blocks = parseMarkdown(script.file, script.body, script.bodyLine);
  const pen = new Pen(script.file, { title: script.title, subject: script.subTitle }, compress);
  const bytes = collect(pen.doc);
  const coverTag = pen.tag(pen.root, "Sect");
  const contentsTag = script.contents ? pen.tag(pen.root, "TOC") : undefined;
  const outline = new Outline(pen);
  const pages = paginate(
    compose(
      {
        file: script.file,
        pen,
        x: page.left,
        width: columnWidth,
        tag: pen.tag(pen.root, "Sect"),
        onHeading: (heading, y) => outline.add(heading, y),
      },
      blocks,
    ),
  );
  const front = contentsTag ? 2 : 1;
  const total = pages.length + front;
  pen.doc.addPage();
  drawCover(pen, script, coverTag);
  if (contentsTag) {
    startPage(pen, script, 2, total);
    drawContents(pen, chaptersOf(blocks, pages, front), contentsTag);
  }
  for (const [index, placed] of pages.entries()) {
    startPage(pen, script, index + front + 1, total);
    drawPage(pen, placed);
  }
  pen.doc.end();
  return bytes;
}

/** Bookmarks: chapters, and the sections below them. */
class Outline {
  readonly #pen: Pen;
  #chapter: PDFKit.PDFOutline | undefined;

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  add(heading: Heading, y: number): void {
    const { doc } = this.#pen;
    const title = plainText(heading.runs);
    const options = { top: y - 20, left: page.width, fit: false } as object;
    if (heading.level === 3) {
      (this.#chapter ?? doc.outline).addItem(title, options);
      return;
    }
    this.#chapter = doc.outline.addItem(title, options);
    doc.addNamedDestination(destination(title), "XYZ", 0, y - 20, null as unknown as number);
  }
}

export function destination(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

function chaptersOf(blocks: Block[], pages: Placed[][], front: number) {
  const strips = pages.map((placed) => placed.flatMap(({ strip }) => strip.title ?? []));
  const pageOf = (title: string) =>
    strips.findIndex((titles) => titles.includes(title)) + front + 1;
  return blocks
    .filter((block): block is Heading => block.kind === "heading" && block.level === 2)
    .map((heading) => plainText(heading.runs))
    .map((title) => ({ title, page: pageOf(title), destination: destination(title) }));
}

function startPage(pen: Pen, script: Script, number: number, total: number): void {
  pen.doc.addPage();
  const { size } = text.small;
  const look = { face: "regular", size, color: colors.muted } as const;
  const series = `${brandName} · ${script.series}`;
  pen.write(series, { ...look, x: page.left, baseline: 34 });
  const room = columnWidth - pen.measure(series, "regular", size) - 16;
  const title = shortened(pen, script.title, room, size);
  const width = pen.measure(title, "bold", size);
  pen.write(title, { ...look, face: "bold", x: page.width - page.right - width, baseline: 34 });
  const numbers = `${number} / ${total}`;
  const left = (page.width - pen.measure(numbers, "bold", size)) / 2;
  pen.write(numbers, { ...look, face: "bold", x: left, baseline: page.height - 24 });
  pen.artifact((doc) =>
    doc
      .moveTo(page.left, 42)
      .lineTo(page.width - page.right, 42)
      .lineWidth(0.7)
      .stroke(colors.rule),
  );
}

function shortened(pen: Pen, words: string, room: number, size: number): string {
  let short = words;
  while (pen.measure(short === words ? words : `${short}…`, "bold", size) > room) {
    short = short.replace(/\s*\S+$/, "");
  }
  return short === words ? words : `${short}…`;
}

function drawPage(pen: Pen, placed: Placed[]): void {
  drawCards(pen, placed);
  for (const { strip, y, repeated } of placed) strip.draw(y, repeated);
}

/** A card that runs on over a page break keeps some tint beyond its lines there, so that no text touches the edge. */
function drawCards(pen: Pen, placed: Placed[]): void {
  for (const card of new Set(placed.flatMap(({ strip }) => strip.card ?? []))) {
    const own = placed.filter(({ strip }) => strip.card === card);
    const first = own[0];
    const last = own.at(-1);
    if (!first || !last) continue;
    const top = first.y - (first.strip.cardEdge ? 0 : runOn);
    const height = last.y + last.strip.height + (last.strip.cardEdge ? 0 : runOn) - top;
    pen.artifact((doc) => {
      doc.roundedRect(card.x, top, card.width, height, 8).fill(colors.tint);
      doc.roundedRect(card.x, top + 8, 3.5, height - 16, 1.75).fill(colors.blue);
    });
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  doc.on("end", () => resolve(Buffer.concat(parts)));
  doc.on("error", reject);
  return promise;
}
