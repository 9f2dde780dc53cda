/**
 * A chart as lines and shapes, computed on the server and drawn as SVG. `width` units are as wide as a page's column. It
 * has no colours: a look names what a shape means.
 */
export interface Drawing {
  width: number;
  height: number;
  /** Where the values are drawn, within the axes. */
  plot: Plot;
  /** What is written beside the plot. */
  rows: readonly { y: number; label: string }[];
  /** Whether a line across the plot belongs to each row. */
  hasRowLines: boolean;
  /** What is written below the plot. */
  columns: readonly { x: number; label: string; anchor: Anchor }[];
  marks: readonly Mark[];
  /** Of the page's main chart: what is written beside and below its plot where that is at least twice as wide. */
  wide?: Pick<Drawing, "plot" | "rows" | "columns">;
}

export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Anchor = "start" | "middle" | "end";

export type Look =
  | "line"
  | "second-line"
  | "dashed-line"
  | "line-dots"
  | "second-line-dots"
  | "gained"
  | "gained-partly"
  | "gained-of-stayers"
  | "came-back"
  | "left"
  | "came"
  | "stayed"
  | "stayed-seen-late"
  | "post"
  | "reel"
  | "median-line"
  | `heat-${HeatLevel}`
  | "heat-none"
  | "cell-text"
  | "cell-text-on-dark";

/** From the account's worst hours to its best. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

/** All shapes of one look in one path, or one text. */
export type Mark = { look: Look; d: string } | { look: Look; text: string; x: number; y: number };

export const chartWidth = 350;
