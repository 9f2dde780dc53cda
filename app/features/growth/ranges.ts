import { formatDate } from "../../platform/values/dates.ts";
import { day, week } from "../../platform/values/durations.ts";
import { say, sentences } from "../../platform/values/say.ts";
import type { Growth } from "./growth.ts";
import { firstFollow } from "./rules/follow-times.ts";

/** The ranges that pages of growth offer, as `?range=` says them. */
export const ranges = ["4-weeks", "quarter", "year", "all"] as const;
export type Range = (typeof ranges)[number];

export const isRange = (text: string): text is Range =>
  (ranges as readonly string[]).includes(text);

export const rangeLabels: Record<Range, string> = sentences({
  "4-weeks": "4 weeks",
  quarter: "Quarter",
  year: "Year",
  all: "All",
});

/** `?range=`. @param otherwise for what is no range */
export const rangeOf = (asked: string | null, otherwise: Range): Range =>
  asked !== null && isRange(asked) ? asked : otherwise;

const lengths: Record<Exclude<Range, "all">, number> = {
  "4-weeks": 28 * day,
  quarter: 91 * day,
  year: 365 * day,
};

/** The default range: a year, or all where nothing is known of it. @param newest time of which anything is known */
export const usualRange = (newest: number, now: number): Range =>
  newest < endOfDay(now) - lengths.year ? "all" : "year";

/** What is shown, in epoch milliseconds. `from` is undefined for all that is known. */
export interface Span {
  from: number | undefined;
  to: number;
}

/** The range up to now. 'All' begins with the first of which anything is known. */
export function periodOf(range: Range, growth: Growth, now: number): { from: number; to: number } {
  if (range !== "all") return { from: now - lengths[range], to: now };
  const { exports, instagramCounts, reach, posts } = growth;
  const starts = [
    exports && firstFollow(exports.stayed, exports.left),
    exports?.imports[0]?.takenAt,
    ...[instagramCounts[0]?.at, posts.at(-1)?.postedAt].map((at) => at && at * 1_000),
    reach[0]?.endsAt,
  ].filter((start) => typeof start === "number");
  return { from: Math.min(now, ...starts), to: now };
}

/** The range's days up to and with today, in UTC, so that a page stays the same all day. */
export function spanOf(range: Range, growth: Growth, now: number): Span {
  const { from, to } = periodOf(range, growth, endOfDay(now));
  return { from: range === "all" ? undefined : from, to };
}

/**
 * What is drawn of a span: without its beginning where more than a third of it is not known of, so that a month is not
 * squeezed at the edge of a year. @param first epoch milliseconds of the first that is known in it
 */
export function knownSpan(span: Span, first: number): Span {
  const { from, to } = span;
  if (from === undefined || first - from <= (to - from) / 3) return span;
  return { from: Math.min(startOfDay(first), to - week), to };
}

/** Says where the drawing begins, if that is not where the range does. */
export const knownSince = (span: Span, drawn: Span, first: number): string[] =>
  drawn.from === span.from
    ? []
    : [say`Drawn from ${formatDate(first)} on, the first day of this range that is known.`];

export const startOfDay = (at: number): number => Math.floor(at / day) * day;
const endOfDay = (at: number) => startOfDay(at) + day;

export const isWithin = ({ from = Number.NEGATIVE_INFINITY, to }: Span, at: number): boolean =>
  at >= from && at < to;
