import { scaleLinear, scaleUtc } from "d3-scale";
import { asPercent } from "../../../platform/values/decimals.ts";
import { day } from "../../../platform/values/durations.ts";
import { formatIn } from "../../../platform/values/formats.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { voiceNow } from "../../../platform/values/say.ts";
import { chartWidth, type Drawing, type Plot } from "./drawing.ts";

/** About the width of a character of an axis' labels. */
const characterWidth = 6.4;
const labelRoom = 25;

interface Extent {
  from: number;
  to: number;
}

interface AxesOptions {
  time: Extent;
  values: Extent;
  height?: number;
  /** Whether the values axis ends at round numbers, which it does unless they are percentages. */
  isRound?: boolean;
  /** Where the values are percentages. */
  unit?: "%";
  /** Whether it is drawn over the page's whole width, where that is wide. */
  isMain?: boolean | undefined;
}

export interface Axes {
  /** What is drawn around the marks. */
  frame: Omit<Drawing, "marks">;
  x: (at: number) => number;
  y: (value: number) => number;
}

/** A plot over time, with whole numbers beside it. */
export function axesOf({
  time,
  values,
  height = 190,
  isRound = true,
  unit,
  isMain,
}: AxesOptions): Axes {
  const vertical = scaleLinear().domain([values.from, values.to]);
  if (isRound) vertical.nice(4);
  const rowsOf = (most: number) => {
    const ticks = vertical.ticks(most).filter(Number.isInteger);
    return ticks.map((tick) => ({
      y: vertical(tick),
      label: unit ? asPercent(Math.abs(tick)) : shortNumber(Math.abs(tick), ticks),
    }));
  };
  const longest = Math.max(0, ...rowsOf(4).map(({ label }) => label.length));
  const plot: Plot = {
    left: Math.ceil(longest * characterWidth) + 8,
    right: chartWidth - 6,
    top: 10,
    bottom: height - labelRoom,
  };
  vertical.range([plot.bottom, plot.top]);
  const horizontal = scaleUtc([time.from, time.to], [plot.left, plot.right]);
  return {
    frame: {
      width: chartWidth,
      height,
      plot,
      rows: rowsOf(4),
      hasRowLines: true,
      columns: timeTicks(time, plot, chartWidth, 4).columns,
      ...(isMain && { wide: wideLabels(time, plot, rowsOf(8)) }),
    },
    x: (at) => horizontal(at),
    y: (value) => vertical(value),
  };
}

/** The labels for a plot that is twice as wide, or wider: as many dates as there is room for. */
function wideLabels(time: Extent, plot: Plot, rows: Drawing["rows"]) {
  const width = 2 * chartWidth;
  const stretched = { ...plot, right: width - 6 };
  const choices = [12, 8, 6].flatMap((most) => [
    timeTicks(time, stretched, width, most),
    timeTicks(time, stretched, width, most, 2),
  ]);
  const { columns } = choices
    .filter(({ isEach }) => isEach)
    .reduce(
      (best, one) => (one.columns.length > best.columns.length ? one : best),
      timeTicks(time, stretched, width, 4),
    );
  return { plot: stretched, rows, columns };
}

/**
 * About so many dates below a plot, none of which is cut off at its edges or runs into the next. Of many, months are
 * written short.
 * @param every 2: writes every second one
 */
function timeTicks({ from, to }: Extent, plot: Plot, width: number, most: number, every = 1) {
  const write = dateLabel(to - from, most > 4);
  const scale = scaleUtc([from, to], [plot.left, plot.right]);
  const columns: Drawing["columns"][number][] = [];
  let free = 0;
  let isEach = true;
  const ticks = scale.ticks(most).filter((_, index) => index % every === 0);
  for (const [index, tick] of ticks.entries()) {
    const label = write(tick, columns.length === 0);
    const half = (label.length * characterWidth) / 2;
    const at = scale(tick);
    const anchor =
      at - half < 0 ? "start" : at + half > width ? ("end" as const) : ("middle" as const);
    // Moved no further than the drawing's edge asks for: it stays near its tick, and out of the next one's room.
    const place = anchor === "start" ? 0 : anchor === "end" ? width : at;
    const start = anchor === "start" ? place : anchor === "end" ? place - 2 * half : at - half;
    // In a span of a few days, several ticks lie on one day.
    if (start < free || at > plot.right + 0.5 || columns.at(-1)?.label === label) {
      // The first label is the longest, and the last may be moved: their neighbours may have no room.
      if (index !== 1 && anchor !== "end") isEach = false;
      continue;
    }
    columns.push({ x: place, label, anchor });
    free = start + 2 * half + 8;
  }
  return { columns, isEach };
}

const writing = (parts: Intl.DateTimeFormatOptions) => (date: Date) =>
  formatIn({ timeZone: "UTC", ...parts }).format(date);
const dayOfMonth = writing({ month: "short", day: "numeric" });
const monthOfYear = writing({ month: "short", year: "numeric" });
const month = writing({ month: "short" });
const year = writing({ year: "numeric" });

/**
 * Days for weeks, months for years, years for longer.
 * @param isBrief a January is written as its year, and the other months without theirs, but for the first
 */
function dateLabel(span: number, isBrief: boolean): (date: Date, isFirst: boolean) => string {
  if (span < 150 * day) return dayOfMonth;
  if (span >= 5 * 365 * day) return year;
  return (date, isFirst) => {
    if (!isBrief || isFirst) return monthOfYear(date);
    return (date.getUTCMonth() > 0 ? month : year)(date);
  };
}

/** `12,500` among thousands, `1.25M` among millions, or as the reader's language shortens them: as short as tells the ticks apart. */
function shortNumber(value: number, ticks: readonly number[]): string {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const [unit, letter] =
    largest >= 1_000_000 ? [1_000_000, "M"] : largest >= 100_000 ? [1_000, "K"] : [1, ""];
  if (value === 0) return "0";
  const step = ticks.length > 1 ? Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0)) : largest;
  const digits = Math.min(3, Math.max(0, Math.ceil(-Math.log10(step / unit || 1))));
  const voice = voiceNow();
  if (voice && unit > 1)
    return value.toLocaleString(voice.locale, {
      notation: "compact",
      // Some languages write thousands out, and these have no decimals.
      minimumFractionDigits: unit > 1_000 ? digits : 0,
      maximumFractionDigits: digits,
    });
  const short = digits > 0 ? (value / unit).toFixed(digits) : withCommas(Math.round(value / unit));
  return short + letter;
}
