import type { Drawing, Look } from "~/design/charts/drawing/drawing";

export interface ShownChart {
  drawing: Drawing;
  /** The name of the picture, and what is seen in it, for those who read instead of look. */
  name: string;
  description: string;
  /** The most telling figure. It gives way to the value under the finger. */
  headline: string;
  legend: readonly { look: Look; label: string }[];
  table: ShownTable;
}

export interface ShownTable {
  columns: readonly string[];
  rows: readonly TableRow[];
  /** What the table leaves out, in a sentence. */
  note?: string | undefined;
}

interface TableRow {
  /** The first is the row's head. */
  cells: readonly string[];
  /** Where it is in the drawing. Without `y`, anywhere above or below counts. */
  x?: number | undefined;
  y?: number | undefined;
  /** Where more of it is told, and what. */
  link?: { to: string; name: string } | undefined;
}
