import { barChart } from "../../../../design/charts/drawing/bar-chart.ts";
import { formatDate } from "../../../../platform/values/dates.ts";
import { withCommas } from "../../../../platform/values/numbers.ts";
import { sum } from "../../../../platform/values/statistics.ts";
import { backBetween, gainedBy, leftBetween } from "../../../growth/gained-and-left.ts";
import {
  type GainedCourse,
  type GainedLook,
  gainedBars,
  gainedLooks,
} from "../../../growth/gained-bars.ts";
import type { Growth } from "../../../growth/growth.ts";
import type { Period } from "../../../growth/ranges.ts";
import type { ChartPart } from "../report.ts";
import { drawnPart, undrawnPart } from "./part.ts";

const title = "Gained and lost per week";

export function gainedPart(growth: Growth, year: Period, timeZone: string): ChartPart {
  const first = growth.exports?.imports[0];
  if (!first) return undrawnPart(title, "This needs an export of yours.");
  const course: GainedCourse = {
    period: "week",
    gained: gainedBy("week", growth, year, timeZone),
    left: leftBetween(growth, year),
    back: backBetween(growth, year),
  };
  const bars = gainedBars(course);
  if (bars.every(({ value }) => value === 0))
    return undrawnPart(title, "Nobody is known to have come or left in the last year.");
  const { drawing } = barChart({
    bars,
    from: Math.max(year.from, Math.min(...bars.map(({ from }) => from))),
    to: Math.max(...bars.map(({ to }) => to)),
  });
  return drawnPart(title, drawing, {
    alt: "Bars, one for each week",
    ...wordsOf(course, first.takenAt),
    legend: gainedLooks(course).map((look) => ({ look, label: labelsAt(first.takenAt)[look] })),
  });
}

function wordsOf({ gained, left, back }: GainedCourse, firstTakenAt: number) {
  const came = sum(gained.map((one) => one.gained));
  const lost =
    left.length > 0 ? `; ${withCommas(sum(left.map((one) => one.left)))} left between exports` : "";
  const returned = sum(back.map((one) => one.returned));
  const refollowed = sum(back.map((one) => one.refollowed));
  return {
    line: `${withCommas(came)} came in the last year${lost}${returned > 0 ? `, and ${withCommas(returned)} came back` : ""}.`,
    more: [
      ...(gained.some(({ isOfStayers }) => isOfStayers)
        ? [
            `Hollow bars are from before your first export, of ${formatDate(firstTakenAt)}: only people who were still there then are counted, so they are too low.`,
          ]
        : []),
      ...(refollowed > 0
        ? [
            `${withCommas(refollowed)} left and followed again between two exports: counted neither as come nor as left.`,
          ]
        : []),
    ],
  };
}

const labelsAt = (firstTakenAt: number): Record<GainedLook, string> => ({
  gained: "Came",
  "gained-partly": "Came, of a week that no export shows whole",
  "gained-of-stayers": `Came, and still there on ${formatDate(firstTakenAt)}`,
  "came-back": "Came back, on average between two exports",
  left: "Left, on average between two exports",
});
