import { breakEvenly, breakLines } from "./lines.ts";
import type { Run } from "./markdown.ts";
import { type Motif, motifs } from "./motifs.ts";
import type { Pen, Tag } from "./pen.ts";
import { brandName, colors, columnWidth, page } from "./theme.ts";

export interface Cover {
  title: string;
  subTitle: string;
  /** What the document belongs to, e.g. 'Instagram PRO course'. */
  series: string;
  /** Its place in the series, e.g. 'Lesson 3 of 10'. */
  part: string;
  motif: Motif;
}

const sheetTop = 352;
const title = { size: 26, leading: 31 };
const subTitle = { size: 13, leading: 19 };

export function drawCover(pen: Pen, cover: Cover, tag: Tag): void {
  drawGround(pen, cover.motif);
  drawBrand(pen, tag);
  const room = columnWidth - 4;
  const titleLines = breakEvenly(pen, asRuns(cover.title), room, {
    size: title.size,
    color: colors.ink,
    face: "heavy",
  });
  const subTitleLines = breakLines(pen, asRuns(cover.subTitle), room, {
    size: subTitle.size,
    color: colors.muted,
  });
  let y = sheetTop + 34;
  drawSeries(pen, cover, y, tag);
  y += 26;
  const titleTag = pen.tag(tag, "H1");
  for (const line of titleLines) {
    pen.line(line, page.left, y, title, titleTag);
    y += title.leading;
  }
  y += 8;
  const subTitleTag = pen.tag(tag, "P");
  for (const line of subTitleLines) {
    pen.line(line, page.left, y, subTitle, subTitleTag);
    y += subTitle.leading;
  }
}

function drawGround(pen: Pen, motif: Motif): void {
  pen.artifact((doc) => {
    doc.rect(0, 0, page.width, page.height).fill(colors.blue);
    doc.save();
    doc.rect(0, 0, page.width, sheetTop + 30).clip();
    doc.circle(352, 60, 150).fillOpacity(0.35).fill(colors.bluePale);
    doc.circle(30, 330, 110).fillOpacity(0.45).fill(colors.blueDeep);
    doc.restore();
    doc.fillOpacity(1);
    doc.roundedRect(0, sheetTop, page.width, page.height, 26).fill(colors.white);
    doc.rect(0, page.height - 6, page.width * 0.6, 6).fill(colors.blue);
    doc.rect(page.width * 0.6, page.height - 6, page.width * 0.28, 6).fill(colors.green);
    doc.rect(page.width * 0.88, page.height - 6, page.width * 0.12, 6).fill(colors.red);
    doc.save();
    doc.translate(page.width / 2, 205);
    motifs[motif](doc);
    doc.restore();
  });
}

function drawBrand(pen: Pen, tag: Tag): void {
  pen.artifact((doc) => {
    doc.roundedRect(page.left, 32, 26, 26, 8).fill(colors.white);
    doc.roundedRect(page.left + 6, 45, 3.6, 7, 1.8).fill(colors.red);
    doc.roundedRect(page.left + 11.2, 41, 3.6, 11, 1.8).fill(colors.green);
    doc.roundedRect(page.left + 16.4, 38, 3.6, 14, 1.8).fill(colors.blue);
  });
  const at = { x: page.left + 35, baseline: 50, face: "heavy", size: 15 } as const;
  pen.write(brandName, { ...at, color: colors.white }, pen.tag(tag, "P"));
}

function drawSeries(pen: Pen, { series, part }: Cover, y: number, tag: Tag): void {
  const size = 11.5;
  const paragraph = pen.tag(tag, "P");
  const at = { baseline: y + 4, face: "bold", size } as const;
  pen.write(series, { ...at, x: page.left, color: colors.blue }, paragraph);
  const x = page.left + pen.measure(series, "bold", size) + 20;
  pen.artifact((doc) => doc.circle(x - 10, y, 2).fill(colors.green));
  pen.write(part, { ...at, x, color: colors.muted }, paragraph);
}

function asRuns(words: string): Run[] {
  return [{ text: words, bold: false, italic: false, code: false, href: undefined }];
}
