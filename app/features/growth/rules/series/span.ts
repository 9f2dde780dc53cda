import { day } from "../../../../platform/values/durations.ts";
import type { Growth } from "../../growth.ts";
import { isRange, periodOf, type Range } from "../../ranges.ts";

export const rangeLabels: Record<Range, string> = {
  "4-weeks": "4 weeks",
  quarter: "Quarter",
  year: "Year",
  all: "All",
};

/** What is shown, in epoch milliseconds. `from` is undefined for all that is known. */
export interface Span {
  from: number | undefined;
  to: number;
}

/** `?range=`. @param otherwise for what is no range */
export const rangeOf = (asked: string | null, otherwise: Range = "year"): Range =>
  asked !== null && isRange(asked) ? asked : otherwise;

/** The range's days up to and with today, in UTC, so that a page stays the same all day. */
export function spanOf(range: Range, growth: Growth, now: number): Span {
  const { from, to } = periodOf(range, growth, startOfDay(now) + day);
  return { from: range === "all" ? undefined : from, to };
}

export const startOfDay = (at: number): number => Math.floor(at / day) * day;

export const isWithin = ({ from = Number.NEGATIVE_INFINITY, to }: Span, at: number): boolean =>
  at >= from && at < to;
