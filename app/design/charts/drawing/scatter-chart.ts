import { axesOf } from "./axes.ts";
import type { Drawing, Look } from "./drawing.ts";
import { coordinate, Path } from "./path.ts";

export interface ScatterPoint {
  at: number;
  value: number;
  look: Look & ("post" | "reel");
}

export interface ScatterChartOptions {
  points: readonly ScatterPoint[];
  /** A line across. */
  median: number | undefined;
  /** Undefined: from the first point on. */
  from: number | undefined;
  to: number;
}

/** Points over time, from 0 on, with a line at the median. */
export function scatterChart({ points, median, from, to }: ScatterChartOptions) {
  const start = from ?? Math.min(to - 1, ...points.map(({ at }) => at));
  const highest = Math.max(1, median ?? 0, ...points.map(({ value }) => value));
  const axes = axesOf({ time: { from: start, to }, values: { from: 0, to: highest } });
  const { plot } = axes.frame;
  const level = median === undefined ? undefined : coordinate(axes.y(median));
  const pathOf = (look: ScatterPoint["look"]) => {
    const path = new Path();
    // What lies at the same tenth of a pixel is seen once.
    const drawn = new Set<string>();
    for (const point of points) {
      const [x, y] = [axes.x(point.at), axes.y(point.value)];
      const place = `${coordinate(x)} ${coordinate(y)}`;
      if (point.look !== look || drawn.has(place)) continue;
      drawn.add(place);
      if (look === "post") path.dot(x, y);
      else path.diamond(x, y);
    }
    return path.d;
  };
  const marks = [
    ...(level === undefined
      ? []
      : [{ look: "median-line" as const, d: `M${plot.left} ${level}H${plot.right}` }]),
    { look: "post" as const, d: pathOf("post") },
    { look: "reel" as const, d: pathOf("reel") },
  ];
  const drawing: Drawing = { ...axes.frame, marks: marks.filter(({ d }) => d) };
  return { drawing, x: axes.x, y: axes.y };
}
