import { lineChart } from "~/domain/charts/line-chart";
import { everyLast } from "~/domain/charts/thin-out";
import { formatDate } from "~/domain/dates";
import { reachSeries } from "~/domain/growth-series/reach";
import { counted, withCommas } from "~/domain/numbers";
import { type GrowthView, openWay, rangeWords, type ShownSection } from "./section.ts";

const title = "Reach per day";
const mostRows = 54;

export function reachSection({ growth, span, range, knowing }: GrowthView): ShownSection {
  const key = "reach" as const;
  const days = reachSeries(growth, span);
  const newest = days.at(-1);
  if (!newest)
    return {
      key,
      title,
      notes: [
        growth.reach.length > 0
          ? `No reach is known of ${rangeWords[range]}.`
          : knowing.isConnected
            ? "Instagram has not told us your reach yet."
            : "Instagram tells the reach of each day to those who connect a professional account.",
      ],
      way:
        growth.reach.length === 0
          ? openWay(
              knowing,
              "connect",
              knowing.isConnected ? "See your connection" : "Connect Instagram",
            )
          : undefined,
    };
  const { drawing, x } = lineChart({
    lines: [{ look: "line", points: days, dots: days }],
    from: span.from,
    to: span.to,
    fromZero: true,
  });
  const highest = days.reduce((best, one) => (one.value > best.value ? one : best));
  return {
    key,
    title,
    chart: {
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
            x: Math.round(x(at) * 10) / 10,
          }))
          .reverse(),
        note:
          days.length > mostRows
            ? "Not every day is listed here. The CSV has them all."
            : undefined,
      },
    },
    notes: [
      "An account that was reached on two days counts on both, so days must not be added up.",
    ],
  };
}
