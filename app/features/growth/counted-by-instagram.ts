import type { Bar } from "../../design/charts/drawing/bar-chart.ts";
import { formatDate, formatDates } from "../../platform/values/dates.ts";
import { day } from "../../platform/values/durations.ts";
import { allOf } from "../../platform/values/listed.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say, sentences } from "../../platform/values/say.ts";
import { sum } from "../../platform/values/statistics.ts";
import { dateAt, dateOfDay, fewestFollowers, isTooSmall } from "../history/instagram-counts.ts";
import type { ChartRequest, GrowthChart } from "./chart.ts";
import { periodFor } from "./gained-and-left.ts";
import type { CountedByInstagram, Growth } from "./growth.ts";
import { isWithin, type Range, type Span } from "./ranges.ts";
import { nextStart, periodStart } from "./rules/periods.ts";

/** A day that Instagram has counted, by its date: midnight in UTC, in epoch milliseconds. */
export interface OfficialDay {
  at: number;
  followed: number;
  left: number;
  mayChange?: true;
}

/** The days of a span that Instagram has counted, oldest first. */
export function officialDays({ counted: own }: Growth, span: Span): OfficialDay[] {
  return (own?.days ?? []).flatMap(({ startsAt, followed, left, ...more }): OfficialDay[] => {
    const at = dateOfDay(startsAt) * day;
    if (followed === null || left === null || !isWithin(span, at)) return [];
    return [{ at, followed, left, ...more }];
  });
}

/** Those that no longer change: only they are added up in words (docs/product.md#counted-by-instagram). */
export const settledDays = (growth: Growth, span: Span): OfficialDay[] =>
  officialDays(growth, span).filter(({ mayChange }) => !mayChange);

/** How many left between two exports: by Instagram's own count, and by name. */
export interface CountedPair {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  official: number;
  named: number;
}

/** How many pairs are compared. */
const mostPairs = 3;

/**
 * Of imports in use that follow each other, the newest first, those where Instagram has counted every day between for good: from the
 * one on which the first was taken up to the one before the second's, so that neighbouring pairs share no day.
 */
export function countedPairs(growth: Growth): CountedPair[] {
  const { exports, reach, counted: own, isOtherAccount } = growth;
  if (!exports || !own || isOtherAccount) return [];
  const left = new Map(
    own.days.map((one) => [dateOfDay(one.startsAt), one.mayChange ? null : one.left]),
  );
  const pairs = exports.imports.flatMap(({ takenAt: to, losses }, index): CountedPair[] => {
    const from = exports.imports[index - 1]?.takenAt;
    if (from === undefined) return [];
    const [first, end] = [dateAt(from, reach), dateAt(to, reach)];
    let official = 0;
    for (let date = first; date < end; date += 1) {
      const ofDay = left.get(date) ?? null;
      if (ofDay === null) return [];
      official += ofDay;
    }
    if (end <= first) return [];
    // Who was lost since an older export may have left before the first of the two.
    const named = sum(losses.filter((loss) => loss.from >= from).map((loss) => loss.left));
    return [{ from, to, official, named }];
  });
  return pairs.slice(-mostPairs).reverse();
}

/** More bars than these are too thin to be told apart. */
const mostBars = 106;

interface OfficialPeriod extends OfficialDay {
  to: number;
  /** Whether each of its days is counted, of several for good. */
  isWhole: boolean;
}

/** Days, or the weeks, months and years that those make which no longer change. */
function officialPeriods(days: readonly OfficialDay[]): OfficialPeriod[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const isDaily = last.at - first.at < mostBars * day;
  const period = isDaily ? undefined : periodFor(first.at, last.at, mostBars);
  const start = ({ at }: OfficialDay) => (period ? periodStart(period, at, "UTC") : at);
  const shown = isDaily ? days : days.filter(({ mayChange }) => !mayChange);
  return [...Map.groupBy(shown, start)].map(([at, ofPeriod]) => {
    const to = period ? nextStart(period, at, "UTC") : at + day;
    return {
      at,
      to,
      followed: sum(ofPeriod.map(({ followed }) => followed)),
      left: sum(ofPeriod.map((one) => one.left)),
      isWhole: ofPeriod.length * day === to - at,
    };
  });
}

const barsOf = (periods: readonly OfficialPeriod[]): Bar[] => [
  ...periods.map(({ at, to, left }) => ({ from: at, to, value: -left, look: "left" as const })),
  ...periods.map(({ at, to, followed, isWhole }) => ({
    from: at,
    to,
    value: followed,
    look: isWhole ? ("gained" as const) : ("gained-partly" as const),
  })),
];

const title = sentences({ page: "Counted by Instagram", paper: "Counted by Instagram" });
const nothingCounted: Record<Range, string> = sentences({
  "4-weeks": "Instagram has counted no day of the last 4 weeks.",
  quarter: "Instagram has counted no day of the last quarter.",
  year: "Instagram has counted no day of the last year.",
  all: "Instagram has counted no day of all the time that is known.",
});

/** The notes, with whose the counts are where they are not of the exports' account. */
function both(notes: readonly string[], { isOtherAccount }: Growth) {
  const all = isOtherAccount
    ? [...notes, say`This is of your connected account. Your exports are of another.`]
    : notes;
  return { page: all, paper: all };
}

/** How many followed and left by Instagram's own count; undefined without a connection. */
export function countedChart({ growth, range, span }: ChartRequest): GrowthChart | undefined {
  const { counted: own, exports, isOtherAccount } = growth;
  if (!own) return undefined;
  const hasExports = exports !== null && !isOtherAccount;
  const key = "counted-by-instagram";
  const days = settledDays(growth, span);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) {
    const isKnown = settledDays(growth, { from: undefined, to: span.to }).length > 0;
    const why = hasExports
      ? say`${whyUncounted(own)} Who left by name shows between your exports.`
      : whyUncounted(own);
    return {
      key,
      title,
      notes: both([isKnown ? nothingCounted[range] : why], growth),
    };
  }
  const drawnDays = officialDays(growth, span);
  const periods = officialPeriods(drawnDays);
  const bars = barsOf(periods);
  const [from, to] = formatDates(first.at, last.at, span.to - 1);
  const followed = withCommas(sum(days.map((one) => one.followed)));
  const left = withCommas(sum(days.map((one) => one.left)));
  const headline =
    first === last
      ? say`${followed} followed and ${left} left on ${from}`
      : say`${followed} followed and ${left} left from ${from} to ${to}`;
  const figure = {
    kind: "bars" as const,
    bars,
    from: Math.min(first.at, ...periods.map(({ at }) => at)),
    to: Math.max(...periods.map((one) => one.to)),
  };
  const isPartly = periods.some(({ isWhole }) => !isWhole);
  return {
    key,
    title,
    drawn: {
      figure: { page: figure, paper: figure },
      headline: { page: headline, paper: say`${headline}.` },
      description: {
        page: say`${headline}, by Instagram's own count.`,
        paper: say`Bars by Instagram's own count: ${headline}.`,
      },
      legend: allOf(
        { look: "gained", page: say`followed`, paper: say`Followed` },
        isPartly && {
          look: "gained-partly" as const,
          page: say`not every day counted`,
          paper: say`Not whole`,
        },
        { look: "left", page: say`left`, paper: say`Left` },
      ),
      table: {
        columns: [say`When`, say`Followed`, say`Left`],
        rows: periods
          .map(({ at, to: end, followed, left, isWhole }) => ({
            cells: [
              end - at > day
                ? isWhole
                  ? say`${formatDate(at)} to ${formatDate(end - day)}`
                  : say`${formatDate(at)} to ${formatDate(end - day)}, not whole`
                : formatDate(at),
              withCommas(followed),
              withCommas(left),
            ],
            at: (at + end) / 2,
          }))
          .reverse(),
      },
    },
    notes: both(
      [
        ...countedPairs(growth).map((pair) => pairWords(pair, span.to - 1)),
        ...wordsOfRest(days, drawnDays),
        hasExports
          ? say`Counted by Instagram itself, by its own days and without names; read ${formatDate(own.readAt)}. It also counts who came and left between two of your exports.`
          : say`Counted by Instagram itself, by its own days and without names; read ${formatDate(own.readAt)}.`,
      ],
      growth,
    ),
  };
}

/** @param now dates of its year are written without the year */
export function pairWords({ from, to, official, named }: CountedPair, now: number): string {
  const [first, second] = formatDates(from, to, now);
  return say`Instagram counted ${withCommas(official)} who left between ${first} and ${second}. Your exports name ${withCommas(named)}.`;
}

/** Of the days between the first and the last that are added up, those that are not. */
function wordsOfRest(settled: readonly OfficialDay[], all: readonly OfficialDay[]): string[] {
  const [first = 0, last = 0] = [settled[0]?.at, settled.at(-1)?.at];
  const known = all.filter(({ at }) => at >= first && at <= last).length;
  const early = known - settled.length;
  const missing = (last - first) / day + 1 - known;
  return allOf(
    early > 0 &&
      say`Not added up, as Instagram may still change the count: ${counted(early, "day")} in between.`,
    missing > 0 && say`Of ${counted(missing, "day")} in between Instagram has told no count.`,
  );
}

function whyUncounted(own: CountedByInstagram): string {
  const { isRefused, days } = own;
  if (isTooSmall(own))
    return say`Instagram counts who follows and who leaves for accounts with ${fewestFollowers} followers or more.`;
  if (isRefused)
    return say`Instagram does not let us read how many follow and leave. We ask again with each reading.`;
  return days.length > 0
    ? say`Instagram has told no count of who follows and who leaves yet. We ask again with each reading.`
    : say`How many followed and left on each of the last 90 days comes within hours of your first reading.`;
}
