import { barChart } from "../../../../design/charts/drawing/bar-chart.ts";
import { withCommas } from "../../../../platform/values/numbers.ts";
import { sum } from "../../../../platform/values/statistics.ts";
import type { Growth } from "../../../growth/growth.ts";
import type { Period } from "../../../growth/ranges.ts";
import { survivalByMonth } from "../../../growth/survival.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const title = "Who stayed";

export function survivalPart(growth: Growth, year: Period, timeZone: string): ChartPart {
  const months = survivalByMonth(growth, year, timeZone);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return undrawnPart(title, "This needs a month that an export shows whole.");
  const { drawing } = barChart({
    bars: months.map(({ from, to, percent, isSeenLate }) => ({
      from,
      to,
      value: percent,
      look: isSeenLate ? "stayed-seen-late" : "stayed",
    })),
    from: first.from,
    to: last.to,
    highest: 100,
    unit: "%",
  });
  const came = sum(months.map((one) => one.came));
  const stayed = sum(months.map((one) => one.stayed));
  return drawnPart(title, drawing, {
    alt: "Bars by month: of those who came in it, the share that is still there",
    line: `Of ${withCommas(came)} who came in these months, ${withCommas(stayed)} are still there (${Math.round((stayed / came) * 100)} %).`,
    legend: [
      { look: "stayed", label: "Still there, by the month in which they came" },
      ...(months.some(({ isSeenLate }) => isSeenLate)
        ? [
            {
              look: "stayed-seen-late" as const,
              label: "First seen over a month later: who had left by then is not counted",
            },
          ]
        : []),
    ],
  });
}
