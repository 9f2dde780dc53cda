import { sum } from "../../analysis/statistics.ts";
import { barChart } from "../../charts/bar-chart.ts";
import type { Growth } from "../../growth/growth.ts";
import type { Period } from "../../growth/ranges.ts";
import { withCommas } from "../../numbers.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const title = "Who stayed";
/** A month that is first seen later than this after its end: many may have left before. */
const seenLate = 31 * 86_400_000;

export const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);
export const nextMonth = (start: number): number =>
  new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1);

export function survivalPart({ exports }: Growth, { from, to }: Period): ChartPart {
  const months = (exports?.cohorts ?? [])
    .map((cohort) => ({ ...cohort, start: monthStart(cohort.month) }))
    .filter(({ start, came }) => came > 0 && nextMonth(start) > from && start <= to);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return undrawnPart(title, "This needs a month that an export shows whole.");
  const isLate = ({ start, seenAt }: (typeof months)[number]) =>
    seenAt > nextMonth(start) + seenLate;
  const { drawing } = barChart({
    bars: months.map((one) => ({
      from: one.start,
      to: nextMonth(one.start),
      value: (one.stayed / one.came) * 100,
      look: isLate(one) ? "stayed-seen-late" : "stayed",
    })),
    from: first.start,
    to: nextMonth(last.start),
    highest: 100,
    unit: "%",
  });
  const came = sum(months.map((one) => one.came));
  const stayed = sum(months.map((one) => one.stayed));
  return drawnPart(title, drawing, {
    alt: "Bars by month, the share of those who came in it that is still there",
    line: `Of ${withCommas(came)} who came in these months, ${withCommas(stayed)} are still there (${Math.round((stayed / came) * 100)} %).`,
    legend: [
      { look: "stayed", label: "Still there, by month of coming" },
      ...(months.some(isLate)
        ? [
            {
              look: "stayed-seen-late" as const,
              label: "Seen late: who had left before is unknown",
            },
          ]
        : []),
    ],
  });
}
