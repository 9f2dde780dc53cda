import { type Bar, barChart } from "~/design/charts/drawing/bar-chart";
import type { ShownChart } from "~/design/charts/shown-chart";
import { type Survival, survivalByMonth } from "~/features/growth/survival";
import { formatDate } from "~/platform/values/dates";
import { withCommas } from "~/platform/values/numbers";
import { openWay, place, type SectionInput, type ShownSection } from "./section.ts";

const title = "Who came and is still there";

type MonthName = (at: number) => string;

const monthNameIn = (timeZone: string): MonthName => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", year: "numeric" });
  return (at) => format.format(at);
};

export function survivalSection(view: SectionInput): ShownSection {
  const { growth, span, knowing } = view;
  const timeZone = view.timeZone ?? "UTC";
  const key = "survival" as const;
  const months = survivalByMonth(growth, span, timeZone);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last)
    return {
      key,
      title,
      notes: ["Nobody is known to have come in these months."],
      way: openWay(knowing, "import", "Import a newer export"),
    };
  const stretch = { from: first.from, to: last.to };
  const chart = chartOf(months, stretch, monthNameIn(timeZone));
  return { key, title, chart, notes: notesOf(view, months) };
}

function chartOf(
  months: readonly Survival[],
  stretch: { from: number; to: number },
  monthName: MonthName,
): ShownChart {
  const { drawing, x } = barChart({
    bars: months.flatMap(barsOf),
    ...stretch,
    highest: 100,
    unit: "%",
  });
  const headline = headlineOf(months, monthName);
  return {
    drawing,
    name: `${title}, by month`,
    description: `${headline}. The table has each month.`,
    headline,
    legend: [
      { look: "stayed", label: "still there" },
      { look: "came", label: "left since" },
      ...(months.some(({ isSeenLate }) => isSeenLate)
        ? [{ look: "stayed-seen-late" as const, label: "still there, first seen late" }]
        : []),
    ],
    table: {
      columns: ["Came in", "Known to have come", "Still there", "Share"],
      rows: months
        .map((one) => ({
          cells: cellsOf(one, monthName),
          x: place(x((one.from + one.to) / 2)),
        }))
        .reverse(),
    },
  };
}

/** All who came, and over them those who stayed. */
function barsOf({ from, to, percent, isSeenLate }: Survival): Bar[] {
  const stretch = { from, to };
  const look = isSeenLate ? "stayed-seen-late" : "stayed";
  return [
    { ...stretch, value: 100, look: "came" },
    { ...stretch, value: percent, look },
  ];
}

const cellsOf = ({ from, came, stayed, percent }: Survival, monthName: MonthName): string[] => [
  monthName(from),
  withCommas(came),
  withCommas(stayed),
  `${percent < 100 && percent > 99 ? percent.toFixed(1) : Math.round(percent)} %`,
];

function headlineOf(months: readonly Survival[], monthName: MonthName): string {
  const came = months.reduce((sum, one) => sum + one.came, 0);
  const stayed = months.reduce((sum, one) => sum + one.stayed, 0);
  const since = months[0] ? monthName(months[0].from) : "";
  return `${withCommas(stayed)} of ${withCommas(came)} who came since ${since} are still there`;
}

function notesOf({ growth }: SectionInput, months: readonly Survival[]): string[] {
  const [first, newest] = [growth.exports?.imports[0], growth.exports?.imports.at(-1)];
  return [
    ...(newest?.isPart
      ? [
          "Your newest export is of part of the time only. Of people who came at other times, we know who was still there at an earlier export.",
        ]
      : []),
    "People who came and left again between two exports were never seen. They are in none of these bars.",
    ...(months.some(({ isSeenLate }) => isSeenLate) && first
      ? [
          `Lighter: the first export that shows the month was made over a month after its end. People who had left by then are not counted, so these months look better than they were. Your first export is of ${formatDate(first.takenAt)}.`,
        ]
      : []),
  ];
}
