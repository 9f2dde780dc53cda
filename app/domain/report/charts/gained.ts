import { sum } from "../../analysis/statistics.ts";
import { barChart } from "../../charts/bar-chart.ts";
import type { Growth } from "../../growth/growth.ts";
import type { Period } from "../../growth/ranges.ts";
import { gainedBy, leftBetween } from "../../growth-series/gained-and-left.ts";
import { withCommas } from "../../numbers.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const title = "Gained and lost per week";

export function gainedPart(growth: Growth, year: Period): ChartPart {
  if (!growth.exports) return undrawnPart(title, "This needs an export of yours.");
  const gained = gainedBy("week", growth, year);
  const losses = leftBetween(growth, year);
  const came = sum(gained.map((one) => one.gained));
  const left = sum(losses.map((one) => one.left));
  if (came + left === 0)
    return undrawnPart(title, "Nobody is known to have come or left in the last year.");
  const { drawing } = barChart({
    bars: [
      ...gained.map(({ from, to, gained: value, isWhole }) => ({
        from,
        to,
        value,
        look: isWhole ? ("gained" as const) : ("gained-partly" as const),
      })),
      ...losses.map(({ from, to, perWeek }) => ({
        from,
        to,
        value: -perWeek,
        look: "left" as const,
      })),
    ],
    from: Math.max(year.from, Math.min(...[...gained, ...losses].map(({ from }) => from))),
    to: Math.max(...[...gained, ...losses].map(({ to }) => to)),
  });
  const lost = losses.length > 0 ? `; ${withCommas(left)} left between its exports` : "";
  return drawnPart(title, drawing, {
    alt: "Bars, one for each week",
    line: `${withCommas(came)} came in the last year${lost}.`,
    legend: [
      { look: "gained", label: "Came" },
      ...(losses.length > 0
        ? [{ look: "left" as const, label: "Left, on average between two exports" }]
        : []),
    ],
  });
}
