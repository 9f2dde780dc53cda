import { breakEvenly, breakLines } from "./lines.ts";
import { type Block, type Item, plainText, type Run } from "./markdown.ts";
import type { Pen, Tag } from "./pen.ts";
import type { Place } from "./place.ts";
import {
  type Card,
  heightOf,
  keepAll,
  keepEndsTogether,
  type Strip,
  withSpaceBelow,
} from "./strips.ts";
import { composeTable } from "./table.ts";
import { colors, text } from "./theme.ts";

const gaps = { chapter: 30, section: 18, paragraph: 9, item: 4, list: 7, card: 13 };
const cardPadding = { x: 14, y: 10 };
const keptCard = 120;

/** Turns blocks into strips, in the order in which they are read. */
export function compose(place: Place, blocks: Block[]): Strip[] {
  return blocks.flatMap((block, index) => {
    const strips = composeBlock(place, block);
    return introduces(block, blocks[index + 1])
      ? keepAll(strips).map((s) => ({ ...s, keepNext: true }))
      : strips;
  });
}

function composeBlock(place: Place, block: Block): Strip[] {
  switch (block.kind) {
    case "heading":
      return composeHeading(place, block);
    case "paragraph":
      return composeParagraph(place, block.runs);
    case "list":
      return composeList(place, block);
    case "quote":
      return composeQuote(place, block.blocks);
    case "table":
      return composeTable(place, block);
  }
}

/** A line such as 'Do this:', a paragraph in bold, or what stands over a table belongs to what follows it. */
function introduces(block: Block, next: Block | undefined): boolean {
  if (block.kind !== "paragraph") return false;
  if (next?.kind === "table") return true;
  return plainText(block.runs).trim().endsWith(":") || block.runs.every((run) => run.bold);
}

function composeHeading(place: Place, block: Block & { kind: "heading" }): Strip[] {
  const { pen } = place;
  const chapter = block.level === 2;
  const size = chapter ? text.chapter : text.section;
  const tag = pen.tag(place.tag, `H${block.level}`);
  const face = chapter ? "heavy" : "bold";
  const setting = { size: size.size, color: colors.ink, face } as const;
  const lines = breakEvenly(pen, block.runs, place.width, setting);
  const strips = lines.map(
    (line, index): Strip => ({
      height: size.leading,
      gap: index > 0 ? 0 : chapter ? 0 : gaps.section,
      keepNext: true,
      need: 90,
      draw: (y) => {
        if (index === 0) place.onHeading(block, y);
        pen.line(line, place.x, y, size, tag);
      },
    }),
  );
  return chapter ? [{ ...chapterBar(place), title: plainText(block.runs) }, ...strips] : strips;
}

function chapterBar({ pen, x }: Place): Strip {
  return {
    height: 12,
    gap: gaps.chapter,
    keepNext: true,
    need: 115,
    draw: (y) =>
      pen.artifact((doc) => {
        doc.roundedRect(x, y, 30, 4, 2).fill(colors.blue);
        doc.roundedRect(x + 34, y, 8, 4, 2).fill(colors.green);
        doc.roundedRect(x + 46, y, 4, 4, 2).fill(colors.red);
      }),
  };
}

function composeParagraph(place: Place, runs: Run[]): Strip[] {
  const { pen } = place;
  const tag = pen.tag(place.tag, "P");
  const size = text.body;
  const lines = breakLines(pen, runs, place.width, { size: size.size, color: colors.ink });
  const strips = lines.map(
    (line, index): Strip => ({
      height: size.leading,
      gap: index === 0 ? gaps.paragraph : 0,
      keepNext: false,
      draw: (y) => pen.line(line, place.x, y, size, tag),
    }),
  );
  return keepEndsTogether(strips);
}

function composeList(place: Place, list: Block & { kind: "list" }): Strip[] {
  const tag = place.pen.tag(place.tag, "L");
  const last = list.start + list.items.length - 1;
  const indent = list.ordered ? (last > 9 ? 25 : 20) : itemIndent(list.items);
  return list.items.flatMap((item, index) => {
    const entry = place.pen.tag(tag, "LI");
    const label = place.pen.tag(entry, "Lbl");
    const body = { ...place, x: place.x + indent, width: place.width - indent };
    const strips = compose({ ...body, tag: place.pen.tag(entry, "LBody") }, item.blocks);
    const number = list.ordered ? `${list.start + index}.` : undefined;
    const lastRow = strips.length - 1;
    const inCompany = index === 0 || index === list.items.length - 2;
    return strips.map((strip, row): Strip => {
      const keepNext =
        strip.keepNext || (row === lastRow && inCompany && index < list.items.length - 1);
      if (row > 0) return { ...strip, keepNext };
      return {
        ...strip,
        keepNext,
        gap: index === 0 ? gaps.list : gaps.item,
        draw: (y) => {
          drawMarker(place, indent, item, number, label, y);
          strip.draw(y);
        },
      };
    });
  });
}

function itemIndent(items: Item[]): number {
  return items.some((item) => item.checked !== undefined) ? 22 : 15;
}

function drawMarker(
  { pen, x }: Place,
  indent: number,
  item: Item,
  number: string | undefined,
  label: Tag,
  y: number,
): void {
  const { size, leading } = text.body;
  const baseline = y + leading / 2 + size * 0.36;
  if (item.checked !== undefined) {
    drawBox(pen, x, y + leading / 2, item.checked);
    return;
  }
  const words = number ?? "•";
  const width = pen.measure(words, "bold", size);
  const left = number ? x + indent - 6 - width : x + 2;
  pen.write(words, { x: left, baseline, face: "bold", size, color: colors.blue }, label);
}

function drawBox(pen: Pen, x: number, middle: number, checked: boolean): void {
  const side = 11;
  const top = middle - side / 2;
  pen.artifact((doc) => {
    doc.lineWidth(1.3).roundedRect(x + 1, top, side, side, 2.5);
    if (!checked) {
      doc.stroke(colors.green);
      return;
    }
    doc.fillAndStroke(colors.green, colors.green);
    doc
      .moveTo(x + 3.5, middle)
      .lineTo(x + 5.8, middle + 2.5)
      .lineTo(x + 10, middle - 2.8);
    doc.lineWidth(1.6).stroke(colors.white);
  });
}

function composeQuote(place: Place, blocks: Block[]): Strip[] {
  const card: Card = { x: place.x, width: place.width };
  const inside = {
    ...place,
    x: place.x + cardPadding.x,
    width: place.width - cardPadding.x * 2,
    tag: place.pen.tag(place.tag, "BlockQuote"),
  };
  const padding = { height: cardPadding.y, gap: 0, cardEdge: true, draw: () => {} };
  const content = compose(inside, blocks).map((strip, index) => ({
    ...strip,
    gap: index === 0 ? 0 : strip.gap,
  }));
  const closing = content.length - 1;
  const strips: Strip[] = [
    { ...padding, gap: gaps.card, keepNext: true },
    ...content.map((s, index) => ({
      ...s,
      keepNext: s.keepNext || index < 2 || index > closing - 3,
    })),
    { ...padding, keepNext: false },
  ];
  const kept = heightOf(strips) < keptCard ? keepAll(strips) : strips;
  return withSpaceBelow(
    4,
    kept.map((strip) => ({ ...strip, card })),
  );
}
