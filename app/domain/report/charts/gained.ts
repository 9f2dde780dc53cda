import { sum } from "../../analysis/statistics.ts";
import { barChart } from "../../charts/bar-chart.ts";
import type { Growth } from "../../growth/growth.ts";
import type { Period } from "../../growth/ranges.ts";
import { lossesBetween, weeklyFollows } from "../../growth/series.ts";
import { withCommas } from "../../numbers.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const title = "Gained and lost per week";
const week = 7 * 86_400_000;

export function gainedPart({ exports }: Growth, year: Period): ChartPart {
  if (!exports) return undrawnPart(title, "This needs an export of yours.");
  const gained = weeklyFollows(exports, year);
  const losses = lossesBetween(exports, year);
  const came = sum(gained.map((one) => one.gained));
  const left = sum(losses.map((one) => one.left));
  if (came + left === 0)
    return undrawnPart(title, "Nobody is known to have come or left in the last year.");
  const starts = [gained[0]?.from, losses[0]?.from].filter((at) => at !== undefined);
  const ends = [(gained.at(-1)?.from ?? 0) + week, losses.at(-1)?.to ?? 0];
  const { drawing } = barChart({
    bars: [
      ...gained.map(({ from, gained: value, isWhole }) => ({
        from,
        to: from + week,
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
    from: Math.max(year.from, Math.min(...starts)),
    to: Math.max(...ends),
  });
  const lost = losses.length > 0 ? `; ${withCommas(left)} left between the exports of it` : "";
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
