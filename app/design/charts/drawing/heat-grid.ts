import { chartWidth, type Drawing, type HeatLevel, type Mark } from "./drawing.ts";
import { Path } from "./path.ts";

export interface HeatCell {
  row: number;
  column: number;
  /** How many values stand behind it, written into it. */
  count: number;
  /** Undefined where too few do. */
  level: HeatLevel | undefined;
  /** On paper: the value, and how far it is above or below the mean, from -1 to 1; null where too few stand behind it. */
  label: string;
  score: number | null;
}

export interface HeatGridOptions {
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
}

const cellHeight = 26;
const gap = 2;

/** A field for each row and column, the warmer the better. */
export function heatGrid({ rows, columns, cells }: HeatGridOptions): Drawing {
  const plot = { left: 34, right: chartWidth, top: 4, bottom: 4 + rows.length * cellHeight };
  const cellWidth = (plot.right - plot.left) / columns.length;
  const fields = new Map<Mark["look"], Path>();
  const texts: Mark[] = [];
  for (const { row, column, count, level } of cells) {
    const left = plot.left + column * cellWidth;
    const top = plot.top + row * cellHeight;
    const look = level === undefined ? "heat-none" : (`heat-${level}` as const);
    const field = fields.get(look) ?? new Path();
    fields.set(look, field.box(left + gap / 2, top + gap / 2, cellWidth - gap, cellHeight - gap));
    if (count > 0)
      texts.push({
        look: level === 4 ? "cell-text-on-dark" : "cell-text",
        text: String(count),
        x: Math.round(left + cellWidth / 2),
        y: Math.round(top + cellHeight / 2),
      });
  }
  return {
    width: chartWidth,
    height: plot.bottom + 25,
    plot,
    rows: rows.map((label, row) => ({ y: plot.top + (row + 0.5) * cellHeight, label })),
    hasRowLines: false,
    columns: columns.map((label, column) => ({
      x: plot.left + (column + 0.5) * cellWidth,
      label,
      anchor: "middle",
    })),
    marks: [...[...fields].map(([look, { d }]) => ({ look, d })), ...texts],
  };
}
