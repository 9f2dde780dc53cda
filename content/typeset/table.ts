import type { Line } from "./line.ts";
import { breakLines, extent } from "./lines.ts";
import type { Block, Cell } from "./markdown.ts";
import type { Tag } from "./pen.ts";
import type { Place } from "./place.ts";
import { ContentProblem } from "./problem.ts";
import { heightOf, keepAll, type Strip, withSpaceBelow } from "./strips.ts";
import { colors, type TextSize, text } from "./theme.ts";

type Table = Block & { kind: "table" };

/** PDFKit knows the scope of a table head; its type declarations do not yet. */
const columnHead = { scope: "Column" } as PDFKit.Mixins.StructureElementOptions;
const padding = { x: 7, y: 6 };
/** A column left empty is there to be written in. */
const writingHeight = 34;
const keptTable = 190;
const keptWorksheet = 340;
const sizes: TextSize[] = [text.table, { size: 8.5, leading: 12 }];

export function composeTable(place: Place, table: Table): Strip[] {
  const { size, widths } = fitColumns(place, table);
  const worksheet = table.header.some((_, column) => isForWriting(table, column));
  const tag = place.pen.tag(place.tag, "Table");
  const setting = { size: size.size, color: colors.white, face: "bold" } as const;
  const head = composeRow(place, table.header, widths, size, {
    tag: place.pen.tag(tag, "TR"),
    cellTag: "TH",
    ground: colors.blue,
    setting,
    worksheet: false,
  });
  head.gap = 12;
  head.keepNext = true;
  const rows = table.rows.map((cells, index) => ({
    ...composeRow(place, cells, widths, size, {
      tag: place.pen.tag(tag, "TR"),
      cellTag: "TD",
      ground: index % 2 === 1 ? colors.zebra : undefined,
      setting: { size: size.size, color: colors.ink },
      worksheet,
    }),
    repeat: { ...head, gap: 0 },
    keepNext: index === 0 || index === table.rows.length - 2,
  }));
  const last = rows.at(-1);
  if (last) last.keepNext = false;
  const strips = [head, ...rows];
  const kept = heightOf(strips) < (worksheet ? keptWorksheet : keptTable);
  return withSpaceBelow(5, kept ? keepAll(strips) : strips);
}

interface RowLook {
  tag: Tag;
  cellTag: "TH" | "TD";
  ground: string | undefined;
  setting: Parameters<typeof breakLines>[3];
  worksheet: boolean;
}

function composeRow(
  place: Place,
  cells: Cell[],
  widths: number[],
  size: TextSize,
  look: RowLook,
): Strip {
  const { pen, x, width } = place;
  const head = look.cellTag === "TH";
  const columns = cells.map((cell, index) => {
    const room = (widths[index] ?? 0) - padding.x * 2;
    const tag = pen.tag(look.tag, look.cellTag, head ? columnHead : {});
    return { cell, tag, room, lines: breakLines(pen, cell.runs, room, look.setting) };
  });
  const tallest = Math.max(1, ...columns.map(({ lines }) => lines.length));
  const height = Math.max(
    tallest * size.leading + padding.y * 2,
    look.worksheet ? writingHeight : 0,
  );
  return {
    height,
    gap: 0,
    keepNext: false,
    draw: (y, repeated = false) => {
      pen.artifact((doc) => {
        if (look.ground) doc.rect(x, y, width, height).fill(look.ground);
        if (head) return;
        doc.moveTo(x, y + height).lineTo(x + width, y + height);
        doc.lineWidth(0.7).stroke(colors.rule);
        if (look.worksheet) drawColumnRules(place, widths, y, height);
      });
      let left = x + padding.x;
      for (const { cell, tag, room, lines } of columns) {
        for (const [row, line] of lines.entries()) {
          const at = left + indentFor(cell, line, room);
          pen.line(line, at, y + padding.y + row * size.leading, size, repeated ? undefined : tag);
        }
        left += room + padding.x * 2;
      }
    },
  };
}

function drawColumnRules({ pen, x }: Place, widths: number[], y: number, height: number): void {
  let left = x;
  for (const width of widths.slice(0, -1)) {
    left += width;
    pen.doc
      .moveTo(left, y)
      .lineTo(left, y + height)
      .lineWidth(0.7)
      .stroke(colors.rule);
  }
}

function isForWriting(table: Table, column: number): boolean {
  return table.rows.length > 0 && table.rows.every((row) => row[column]?.runs.length === 0);
}

function indentFor(cell: Cell, line: Line, room: number): number {
  if (cell.align === "left") return 0;
  return cell.align === "right" ? room - line.width : (room - line.width) / 2;
}

function fitColumns(place: Place, table: Table): { size: TextSize; widths: number[] } {
  for (const size of sizes) {
    const widths = columnWidths(place, table, size);
    if (widths) return { size, widths };
  }
  const first = table.header.map((cell) => cell.runs.map((run) => run.text).join("")).join(" | ");
  throw new ContentProblem(place.file, `table "${first}"`, "has words too wide for its columns");
}

/** Each column gets what its widest word needs; what is left goes to the columns whose text would wrap most. */
function columnWidths(place: Place, table: Table, size: TextSize): number[] | undefined {
  const rows = [table.header, ...table.rows];
  const columns = table.header.map((_, column) => {
    const cells = rows.map((row, index) =>
      extent(place.pen, row[column]?.runs ?? [], {
        size: size.size,
        color: colors.ink,
        ...(index === 0 ? { face: "bold" as const } : {}),
      }),
    );
    const blank = isForWriting(table, column);
    const least = Math.max(...cells.map((cell) => cell.least)) + padding.x * 2 + 0.5;
    const most = Math.max(...cells.map((cell) => cell.most)) + padding.x * 2 + 0.5;
    return { least, most: blank ? Math.max(most, place.width / table.header.length) : most };
  });
  const sum = (of: "least" | "most") => columns.reduce((total, column) => total + column[of], 0);
  if (sum("least") > place.width) return undefined;
  if (sum("most") <= place.width) {
    const spare = (place.width - sum("most")) / columns.length;
    return columns.map((column) => column.most + spare);
  }
  const spare = place.width - sum("least");
  const wish = columns.map(({ least, most }) => Math.sqrt(most - least));
  const wishes = wish.reduce((total, each) => total + each, 0);
  const given = columns.map(({ least, most }, index) =>
    Math.min(most, least + (spare * (wish[index] ?? 0)) / wishes),
  );
  const left = place.width - given.reduce((total, each) => total + each, 0);
  const wrapping = columns.filter(({ most }, index) => most > (given[index] ?? 0) + 0.01).length;
  return given.map((width, index) =>
    (columns[index]?.most ?? 0) > width + 0.01 ? width + left / wrapping : width,
  );
}
