import { everyLast } from "../../design/charts/drawing/thin-out.ts";
import { formatDate } from "../../platform/values/dates.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { sum } from "../../platform/values/statistics.ts";
import {
  type ChartRequest,
  type GrowthChart,
  mostTableRows,
  notEveryDay,
  rangeWords,
  wayToConnect,
} from "./chart.ts";
import type { Growth } from "./growth.ts";
import { isWithin, knownSince, knownSpan, type Span } from "./ranges.ts";

/** Accounts reached on a day. `at`, in epoch milliseconds, lies within it. */
export interface ReachPoint {
  at: number;
  value: number;
}

/** By day, the oldest first. Days must not be added up. */
export const reachSeries = ({ reach }: Growth, span: Span): ReachPoint[] =>
  reach
    // A day ends when the next begins: what ended at midnight was the day before.
    .map((day) => ({ at: day.endsAt - 1, value: day.reach }))
    .filter(({ at }) => isWithin(span, at));

export function reachChart({ growth, range, span, knowing }: ChartRequest): GrowthChart {
  const key = "reach";
  const title = { page: "Reach per day", paper: "Accounts reached a day" };
  const days = reachSeries(growth, span);
  const [first, newest] = [days[0], days.at(-1)];
  const needsAccount = "Instagram tells reach to those who connect a professional account.";
  if (!first || !newest) {
    const isKnown = growth.reach.length > 0;
    const page = isKnown
      ? `No reach is known of ${rangeWords[range]}.`
      : knowing.isConnected
        ? "Instagram has not told us your reach yet."
        : "Instagram tells the reach of each day to those who connect a professional account.";
    return {
      key,
      title,
      notes: { page: [page], paper: [needsAccount] },
      way: isKnown ? undefined : wayToConnect(knowing),
    };
  }
  const drawn = knownSpan(span, first.at);
  const figure = { kind: "lines" as const, fromZero: true };
  const line = { look: "line" as const, points: days };
  const highest = days.reduce((best, one) => (one.value > best.value ? one : best));
  const average = Math.round(sum(days.map(({ value }) => value)) / days.length);
  const isSingle = days.length === 1;
  const onPaper = isSingle
    ? needsAccount
    : `${counted(average, "account")} a day, on average over ${counted(days.length, "day")}. Days must not be added up: the same account may be reached on many.`;
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...figure, lines: [{ ...line, dots: days }], ...drawn },
        paper: isSingle ? null : { ...figure, lines: [line], from: first.at, to: newest.at },
      },
      headline: {
        page: `${counted(newest.value, "account")} reached on ${formatDate(newest.at)}`,
        paper: onPaper,
      },
      description: {
        page: `${counted(days.length, "day")} from ${formatDate(first.at)} to ${formatDate(newest.at)}. Most accounts were reached on ${formatDate(highest.at)}: ${withCommas(highest.value)}.`,
        paper: `Line of the accounts reached on each day: ${onPaper}`,
      },
      legend: [],
      table: {
        columns: ["Day", "Accounts reached"],
        rows: everyLast(days, mostTableRows)
          .map(({ at, value }) => ({ cells: [formatDate(at), withCommas(value)], at }))
          .reverse(),
        note: days.length > mostTableRows ? notEveryDay : undefined,
      },
    },
    notes: {
      page: [
        ...knownSince(span, drawn, first.at),
        "An account that was reached on two days counts on both, so days must not be added up.",
      ],
      paper: [],
    },
  };
}
