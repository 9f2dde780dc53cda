import { axesOf } from "./axes.ts";
import type { Drawing, Look } from "./drawing.ts";
import { Path } from "./path.ts";

/** A bar over a stretch of time. */
export interface Bar {
  from: number;
  to: number;
  /** Below 0, it hangs down. */
  value: number;
  /** Where it stands, if not on 0. */
  base?: number;
  look: Look;
}

export interface BarChartOptions {
  bars: readonly Bar[];
  from: number;
  to: number;
  /** The highest value of the axis, such as 100 %. Otherwise it is the highest bar's. */
  highest?: number;
  unit?: "%";
}

/** Space between bars that touch in time. */
const gap = 1.5;

/** Bars over the time that they stand for: their width is a stretch of time, their height how much there was of it. */
export function barChart({ bars, from, to, highest, unit }: BarChartOptions) {
  const values = bars.map(({ value }) => value);
  const axes = axesOf({
    time: { from, to },
    values: { from: Math.min(0, ...values), to: highest ?? Math.max(1, ...values) },
    isRound: highest === undefined,
    ...(unit && { unit }),
  });
  const byLook = new Map<Look, Path>();
  for (const { value, base = 0, look, ...stretch } of bars) {
    const start = axes.y(base);
    const left = axes.x(Math.max(from, stretch.from));
    const right = axes.x(Math.min(to, stretch.to));
    const width = Math.max(0.5, right - left - Math.min(gap, (right - left) / 4));
    const end = axes.y(value);
    if (value === base) continue;
    const path = byLook.get(look) ?? new Path();
    byLook.set(look, path.box(left, Math.min(start, end), width, Math.abs(end - start)));
  }
  const drawing: Drawing = {
    ...axes.frame,
    marks: [...byLook].map(([look, { d }]) => ({ look, d })),
  };
  return { drawing, x: axes.x };
}
