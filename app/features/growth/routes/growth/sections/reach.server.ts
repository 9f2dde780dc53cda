import { lineChart } from "~/design/charts/drawing/line-chart";
import { everyLast } from "~/design/charts/drawing/thin-out";
import { type ReachPoint, reachSeries } from "~/features/growth/reach";
import { formatDate } from "~/platform/values/dates";
import { counted, withCommas } from "~/platform/values/numbers";
import {
  place,
  rangeWords,
  type SectionInput,
  type ShownSection,
  wayToConnect,
} from "./section.ts";

const key = "reach" as const;
const title = "Reach per day";
const mostRows = 54;

export function reachSection(view: SectionInput): ShownSection {
  const days = reachSeries(view.growth, view.span);
  const newest = days.at(-1);
  if (!newest) return nothingKnown(view);
  return {
    key,
    title,
    chart: chartOf(days, newest, view),
    notes: [
      "An account that was reached on two days counts on both, so days must not be added up.",
    ],
  };
}

function nothingKnown({ growth, range, knowing }: SectionInput): ShownSection {
  if (growth.reach.length > 0)
    return { key, title, notes: [`No reach is known of ${rangeWords[range]}.`] };
  return {
    key,
    title,
    notes: [
      knowing.isConnected
        ? "Instagram has not told us your reach yet."
        : "Instagram tells the reach of each day to those who connect a professional account.",
    ],
    way: wayToConnect(knowing),
  };
}

function chartOf(
  days: readonly ReachPoint[],
  newest: ReachPoint,
  { span }: SectionInput,
): ShownSection["chart"] {
  const { drawing, x } = lineChart({
    lines: [{ look: "line", points: days, dots: days }],
    from: span.from,
    to: span.to,
    fromZero: true,
  });
  const highest = days.reduce((best, one) => (one.value > best.value ? one : best));
  return {
    drawing,
    name: title,
    description: `${counted(days.length, "day")} from ${formatDate(days[0]?.at ?? 0)} to ${formatDate(newest.at)}. Most accounts were reached on ${formatDate(highest.at)}: ${withCommas(highest.value)}.`,
    headline: `${counted(newest.value, "account")} reached on ${formatDate(newest.at)}`,
    legend: [],
    table: {
      columns: ["Day", "Accounts reached"],
      rows: everyLast(days, mostRows)
        .map(({ at, value }) => ({
          cells: [formatDate(at), withCommas(value)],
          x: place(x(at)),
        }))
        .reverse(),
      note:
        days.length > mostRows ? "Not every day is listed here. The CSV has them all." : undefined,
    },
  };
}
