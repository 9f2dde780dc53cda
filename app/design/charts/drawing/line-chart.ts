import { week } from "../../../platform/values/durations.ts";
import { type Axes, axesOf } from "./axes.ts";
import type { Drawing, Look, Mark } from "./drawing.ts";
import { Path } from "./path.ts";
import { thinOut } from "./thin-out.ts";

export interface LinePoint {
  at: number;
  value: number;
}

export interface Line {
  look: Look & ("line" | "second-line" | "dashed-line");
  points: readonly LinePoint[];
  /** Counted values: drawn as dots where there is room for them. What lies between is interpolated. */
  dots?: readonly LinePoint[];
}

export interface LineChartOptions {
  lines: readonly Line[];
  /** Undefined: from the first point to the last, but at least a week. */
  from: number | undefined;
  to: number;
  /** Whether the values axis begins at 0. */
  fromZero?: boolean;
  /** Whether it is the page's main chart, which is drawn over its whole width. */
  isMain?: boolean;
}

/** The least that the axis spans, so that a single value has an axis too. */
const shortestStretch = week;
/** Dots closer than this would run together. */
const dotRoom = 5;

export function lineChart({ lines, from, to, fromZero = false, isMain }: LineChartOptions) {
  const points = lines.flatMap((one) => one.points);
  const values = points.map(({ value }) => value);
  const start = from ?? Math.min(to - shortestStretch, ...points.map(({ at }) => at));
  const axes = axesOf({ time: { from: start, to }, values: extentOf(values, fromZero), isMain });
  const drawing: Drawing = { ...axes.frame, marks: lines.flatMap((one) => marksOf(one, axes)) };
  return { drawing, x: axes.x };
}

/** Never empty: a single value lies in the middle. */
function extentOf(values: readonly number[], fromZero: boolean) {
  const low = fromZero ? 0 : Math.min(...values);
  const high = Math.max(...values);
  if (values.length === 0) return { from: 0, to: 1 };
  if (high > low) return { from: low, to: high };
  return { from: Math.max(0, low - 2), to: high + 2 };
}

function marksOf({ look, points, dots = [] }: Line, { x, y }: Axes): Mark[] {
  const placed = points.map(({ at, value }) => [x(at), y(value)] as const);
  const seen = dots.map(({ at, value }) => [x(at), y(value)] as const);
  const isRoomy = seen.every(
    ([at], index) => index === 0 || at - (seen[index - 1]?.[0] ?? 0) >= dotRoom,
  );
  const shown = isRoomy ? seen : seen.slice(-1);
  const stroke = new Path();
  if (placed.length > 1) stroke.line(thinOut(placed));
  const round = new Path();
  for (const [at, value] of shown) round.dot(at, value);
  const dotsLook = look === "second-line" ? ("second-line-dots" as const) : ("line-dots" as const);
  return [
    { look, d: stroke.d },
    { look: dotsLook, d: round.d },
  ].filter(({ d }) => d);
}
