import { everyLast } from "../../design/charts/drawing/thin-out.ts";
import { formatDate } from "../../platform/values/dates.ts";
import { day } from "../../platform/values/durations.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say, sentences } from "../../platform/values/say.ts";
import { sum } from "../../platform/values/statistics.ts";
import { dateOfDay, settledReach } from "../history/instagram-counts.ts";
import {
  type ChartRequest,
  type GrowthChart,
  mostTableRows,
  notEveryDay,
  wayToConnect,
} from "./chart.ts";
import type { Growth } from "./growth.ts";
import { isWithin, knownSince, knownSpan, type Range, type Span } from "./ranges.ts";

/** Accounts reached on a day. `at`, in epoch milliseconds, is the end of its date. */
export interface ReachPoint {
  at: number;
  value: number;
}

/** By day, the oldest first. Days must not be added up. */
export const reachSeries = (growth: Growth, span: Span): ReachPoint[] =>
  daysOfSpan(growth, span).map(pointOf);

/** The days by which words go. A growth of an older version does not say when it was read: all of its days count. */
const settledSeries = (growth: Growth, span: Span): ReachPoint[] =>
  settledReach(daysOfSpan(growth, span), growth.counted?.readAt ?? Number.POSITIVE_INFINITY).map(
    pointOf,
  );

// `endsAt` is already the beginning of the next day.
const daysOfSpan = ({ reach }: Growth, span: Span) =>
  reach.filter(({ endsAt }) => isWithin(span, endsAt - 1));

const pointOf = ({ endsAt, reach }: Growth["reach"][number]): ReachPoint => ({
  at: dateOfDay(endsAt) * day - 1,
  value: reach,
});

const noReachOf: Record<Range, string> = sentences({
  "4-weeks": "No reach is known of the last 4 weeks.",
  quarter: "No reach is known of the last quarter.",
  year: "No reach is known of the last year.",
  all: "No reach is known of all the time that is known.",
});

export function reachChart({ growth, range, span, knowing }: ChartRequest): GrowthChart {
  const key = "reach";
  const title = { page: say`Reach per day`, paper: say`Accounts reached a day` };
  const days = reachSeries(growth, span);
  const [first, newest] = [days[0], days.at(-1)];
  if (!first || !newest) {
    const isKnown = growth.reach.length > 0;
    const toldOf = (whatToDo: string) =>
      isKnown
        ? noReachOf[range]
        : knowing.isConnected
          ? say`Instagram has not told us your reach yet.`
          : whatToDo;
    return {
      key,
      title,
      notes: {
        page: [
          toldOf(
            say`Instagram tells the reach of each day to those who connect a professional account.`,
          ),
        ],
        paper: [toldOf(say`Instagram tells reach to those who connect a professional account.`)],
      },
      way: isKnown ? undefined : wayToConnect(knowing),
    };
  }
  const drawn = knownSpan(span, first.at);
  const figure = { kind: "lines" as const, fromZero: true };
  const line = { look: "line" as const, points: days };
  const highest = days.reduce((best, one) => (one.value > best.value ? one : best));
  const settled = settledSeries(growth, span);
  const told = settled.at(-1) ?? newest;
  const average = Math.round(sum(settled.map(({ value }) => value)) / settled.length);
  const headline = say`${counted(told.value, "account")} reached on ${formatDate(told.at)}`;
  const onPaper =
    settled.length === 1
      ? `${headline}.`
      : say`${counted(average, "account")} a day, on average over ${counted(settled.length, "day")}. Days must not be added up: the same account may be reached on many.`;
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...figure, lines: [{ ...line, dots: days }], ...drawn },
        paper:
          days.length === 1 ? null : { ...figure, lines: [line], from: first.at, to: newest.at },
      },
      headline: {
        page: headline,
        paper: onPaper,
      },
      description: {
        page: say`${counted(days.length, "day")} from ${formatDate(first.at)} to ${formatDate(newest.at)}. Most accounts were reached on ${formatDate(highest.at)}: ${withCommas(highest.value)}.`,
        paper: say`Line of the accounts reached on each day: ${onPaper}`,
      },
      legend: [],
      table: {
        columns: [say`Day`, say`Accounts reached`],
        rows: everyLast(days, mostTableRows)
          .map(({ at, value }) => ({ cells: [formatDate(at), withCommas(value)], at }))
          .reverse(),
        note: days.length > mostTableRows ? notEveryDay() : undefined,
      },
    },
    notes: {
      page: [
        ...knownSince(span, drawn, first.at),
        say`An account that was reached on two days counts on both, so days must not be added up.`,
      ],
      paper: [],
    },
  };
}
