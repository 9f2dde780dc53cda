import type { Look } from "../../design/charts/drawing/drawing.ts";
import type { Figure, GridFigure } from "../../design/charts/drawing/figure.ts";
import { say } from "../../platform/values/say.ts";
import type { Knowing, WayOut } from "../analysis/analysis-notes.ts";
import type { Growth } from "./growth.ts";
import type { Range, Span } from "./ranges.ts";

/** The charts and lists of the growth page that are files, too: `/dashboard/growth/{key}.csv`. */
export const growthFiles = [
  "followers",
  "gained-and-left",
  "counted-by-instagram",
  "survival",
  "engagement",
  "reach",
  "when-to-post",
  "what-brought-followers",
  "your-audience",
  "your-reels",
] as const;
export type GrowthFile = (typeof growthFiles)[number];

export const isGrowthFile = (key: unknown): key is GrowthFile =>
  (growthFiles as readonly unknown[]).includes(key);

/** What a chart is made from. */
export interface ChartRequest {
  growth: Growth;
  range: Range;
  span: Span;
  knowing: Knowing;
  /** Of the subscriber; null where they have not said it: then all is told in UTC. */
  timeZone: string | null;
}

/** What differs between the growth page and the PDF report. */
export interface OnBoth<T> {
  page: T;
  paper: T;
}

/** A chart of growth, described once: the page and the report draw it. */
export interface GrowthChart<F extends Figure = Exclude<Figure, GridFigure>> {
  key: GrowthFile;
  title: OnBoth<string>;
  /** Undefined where nothing is known: then the notes say why. */
  drawn?: DrawnChart<F>;
  /** Sentences below the chart, or in its place. */
  notes: OnBoth<readonly string[]>;
  /** What would tell more. */
  way?: WayOut | undefined;
}

export interface DrawnChart<F extends Figure> {
  /** Null where it is too little for a picture on paper: then the headline says so. */
  figure: { page: F; paper: F | null };
  /** The most telling figure. */
  headline: OnBoth<string>;
  /** What is seen in it, for those who read instead of look. */
  description: OnBoth<string>;
  /** The picture's name, where it says more than the title. */
  name?: string;
  legend: readonly LegendEntry[];
  table: {
    columns: readonly string[];
    rows: readonly ChartRow[];
    /** What the table leaves out, in a sentence. */
    note?: string | undefined;
  };
}

/** What a look means. Where it has no words, it is not in the legend. */
export interface LegendEntry extends Partial<OnBoth<string>> {
  look: Look;
}

interface ChartRow {
  /** The first is the row's head. */
  cells: readonly string[];
  /** The time and the value of what the row is about, where they are on the figure's axes. */
  at?: number;
  value?: number;
  /** Where the page tells more of what the row is about. */
  link?: { to: string; name: string };
}

/** Rows that a table may have of each line: more are not read. */
export const mostTableRows = 54;
export const notEveryDay = () => say`Not every day is listed here. The CSV has them all.`;

/** The link; undefined where this subscriber may not import or connect. */
export const openWay = (
  { mayImport, mayConnect }: Knowing,
  to: WayOut["to"],
  label: string,
): WayOut | undefined => ((to === "import" ? mayImport : mayConnect) ? { to, label } : undefined);

/** The way to the connection, from which likes and reach come. */
export const wayToConnect = (knowing: Knowing): WayOut | undefined =>
  openWay(
    knowing,
    "connect",
    knowing.isConnected ? say`See your connection` : say`Connect Instagram`,
  );
