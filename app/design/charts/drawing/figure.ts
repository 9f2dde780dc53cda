import { type BarChartOptions, barChart } from "./bar-chart.ts";
import type { Drawing } from "./drawing.ts";
import { type HeatGridOptions, heatGrid } from "./heat-grid.ts";
import { type LineChartOptions, lineChart } from "./line-chart.ts";
import { type ScatterChartOptions, scatterChart } from "./scatter-chart.ts";

/** What a chart shows, as values. */
export type Figure =
  | ({ kind: "lines" } & LineChartOptions)
  | ({ kind: "bars" } & BarChartOptions)
  | ({ kind: "points" } & ScatterChartOptions)
  | GridFigure;

export type GridFigure = { kind: "grid" } & HeatGridOptions;

interface DrawnFigure {
  drawing: Drawing;
  /** Where a time and a value are in the drawing, if it has such axes. */
  x?: (at: number) => number;
  y?: (value: number) => number;
}

export function draw(figure: Figure): DrawnFigure {
  switch (figure.kind) {
    case "lines":
      return lineChart(figure);
    case "bars":
      return barChart(figure);
    case "points":
      return scatterChart(figure);
    case "grid":
      return { drawing: heatGrid(figure) };
  }
}
