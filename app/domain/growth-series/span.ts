/** The ranges of the growth pages; `?range=` names one. */
export const ranges = ["4-weeks", "quarter", "year", "all"] as const;
export type Range = (typeof ranges)[number];

export const rangeLabels: Record<Range, string> = {
  "4-weeks": "4 weeks",
  quarter: "Quarter",
  year: "Year",
  all: "All",
};

const daysOf: Record<Range, number | undefined> = {
  "4-weeks": 28,
  quarter: 91,
  year: 365,
  all: undefined,
};

export const day = 86_400_000;

/** What is shown, in epoch milliseconds. `from` is undefined for all that is known. */
export interface Span {
  from: number | undefined;
  to: number;
}

/** `?range=`. @param otherwise for what is no range */
export const rangeOf = (asked: string | null, otherwise: Range = "year"): Range =>
  ranges.find((range) => range === asked) ?? otherwise;

/** The range's days up to and with today, in UTC, so that a page stays the same all day. */
export function spanOf(range: Range, now: number): Span {
  const to = startOfDay(now) + day;
  const days = daysOf[range];
  return { from: days === undefined ? undefined : to - days * day, to };
}

export const startOfDay = (at: number): number => Math.floor(at / day) * day;

export const isWithin = ({ from = Number.NEGATIVE_INFINITY, to }: Span, at: number): boolean =>
  at >= from && at < to;
