import { breakLines } from "./lines.ts";
import type { Pen, Tag } from "./pen.ts";
import { colors, columnWidth, page, text } from "./theme.ts";

export interface Chapter {
  title: string;
  page: number;
  destination: string;
}

const row = { size: text.body.size, leading: 28 };

/** One page that lists the chapters, each a link to its own. */
export function drawContents(pen: Pen, chapters: Chapter[], tag: Tag): void {
  const heading = pen.tag(tag, "Caption");
  const baseline = page.top + 24;
  pen.write(
    "Contents",
    { x: page.left, baseline, face: "heavy", size: text.chapter.size, color: colors.ink },
    heading,
  );
  let y = page.top + 44;
  for (const chapter of chapters) {
    drawEntry(pen, chapter, y, tag);
    y += row.leading;
  }
}

function drawEntry(pen: Pen, chapter: Chapter, y: number, tag: Tag): void {
  const entry = pen.tag(pen.tag(tag, "TOCI"), "Link");
  const number = String(chapter.page);
  const width = pen.measure(number, "bold", row.size);
  const run = { text: chapter.title, bold: false, italic: false, code: false, href: undefined };
  const setting = { size: row.size, color: colors.ink };
  const [line] = breakLines(pen, [run], columnWidth - width - 20, setting);
  if (line) pen.line(line, page.left, y, row, entry);
  const baseline = y + row.leading / 2 + row.size * 0.36;
  const x = page.width - page.right - width;
  pen.write(number, { x, baseline, face: "bold", size: row.size, color: colors.blue }, entry);
  pen.artifact((doc) =>
    doc
      .moveTo(page.left, y + row.leading)
      .lineTo(page.width - page.right, y + row.leading)
      .lineWidth(0.7)
      .stroke(colors.rule),
  );
  const options = { structParent: entry, Contents: new String(chapter.title) } as object;
  pen.doc.goTo(page.left, y, columnWidth, row.leading, chapter.destination, options);
}
