import type { ShownChart } from "~/design/charts/shown-chart";
import type { Knowing, WayOut } from "~/features/analysis/analysis-notes";
import type { Growth } from "~/features/growth/growth";
import type { Range } from "~/features/growth/ranges";
import type { GrowthFile } from "~/features/growth/rules/series/growth-files";
import type { Span } from "~/features/growth/rules/series/span";

/** What a section of the growth page is made from. */
export interface SectionInput {
  growth: Growth;
  range: Range;
  span: Span;
  knowing: Knowing;
  /** Of the subscriber; null where they have not said it: then all is told in UTC. */
  timeZone: string | null;
}

/** A section of the growth page: a chart, or why there is none. */
export interface ShownSection {
  key: GrowthFile;
  title: string;
  chart?: ShownChart;
  /** Sentences below the chart, or in its place. */
  notes: readonly string[];
  /** What would tell more. */
  way?: WayOut | undefined;
}

/** The link; undefined where this subscriber may not import or connect. */
export const openWay = (
  { mayImport, mayConnect }: Knowing,
  to: WayOut["to"],
  label: string,
): WayOut | undefined => ((to === "import" ? mayImport : mayConnect) ? { to, label } : undefined);

/** To where likes and reach come from. */
export const wayToConnect = (knowing: Knowing): WayOut | undefined =>
  openWay(knowing, "connect", knowing.isConnected ? "See your connection" : "Connect Instagram");

/** Where a row of the table is in the drawing: a tenth of a unit is fine enough. */
export const place = (value: number): number => Math.round(value * 10) / 10;

/** For sentences such as 'No reach is known of the last quarter.' */
export const rangeWords: Record<Range, string> = {
  "4-weeks": "the last 4 weeks",
  quarter: "the last quarter",
  year: "the last year",
  all: "all the time that is known",
};
