import type { Drawing, Look } from "../../../../design/charts/drawing/drawing.ts";
import type { ChartPart } from "../report.ts";
import { svgOf } from "./svg.ts";

export interface LegendEntry {
  look: Look;
  label: string;
}

/** A chart with what it shows in a sentence. @param alt what a line or a bar of it is, for those who do not see it */
export const drawnPart = (
  title: string,
  drawing: Drawing,
  {
    alt,
    line,
    more = [],
    legend = [],
  }: {
    alt: string;
    line: string;
    more?: readonly string[];
    legend?: readonly LegendEntry[];
  },
): ChartPart => ({
  title,
  plot: { svg: svgOf(drawing), alt: `${alt}: ${line}`, legend },
  lines: [line, ...more],
});

/** Where there is nothing to draw: why not. */
export const undrawnPart = (title: string, line: string): ChartPart => ({
  title,
  plot: null,
  lines: [line],
});
