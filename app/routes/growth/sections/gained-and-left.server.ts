import type { ShownChart } from "~/components/charts/shown-chart";
import { type Bar, barChart } from "~/domain/charts/bar-chart";
import { formatDate } from "~/domain/dates";
import {
  type Gained,
  gainedBy,
  type LossBetween,
  leftBetween,
  type Period,
  periodFor,
} from "~/domain/growth-series/gained-and-left";
import { day } from "~/domain/growth-series/span";
import { withCommas } from "~/domain/numbers";
import { type GrowthView, openWay, place, rangeWords, type ShownSection } from "./section.ts";
import { followsUnknown } from "./unknown.ts";

const titles: Record<Period, string> = {
  week: "Gained per week, and who left",
  month: "Gained per month, and who left",
  year: "Gained per year, and who left",
};
const periodDays: Record<Period, number> = { week: 7, month: 30.4, year: 365 };
/** More bars than these are too thin to be told apart. */
const mostBars = 106;

export function gainedAndLeftSection(view: GrowthView): ShownSection {
  const { growth, span, knowing } = view;
  const { exports } = growth;
  const key = "gained-and-left" as const;
  const newest = exports?.imports.at(-1);
  if (!exports || !newest) return followsUnknown(view);
  const from = span.from ?? exports.firstDay * day;
  const period = periodFor(from, span.to, mostBars);
  const gained = gainedBy(period, growth, span);
  const left = leftBetween(growth, { from: gained[0]?.from ?? from, to: span.to });
  const title = titles[period];
  if (gained.length === 0 && left.length === 0)
    return {
      key,
      title,
      notes: [
        `Nothing is known of ${rangeWords[view.range]}: your newest export is of ${formatDate(newest.takenAt)}.`,
      ],
      way: openWay(knowing, "import", "Import a newer export"),
    };
  const course = { period, gained, left, hasGaps: exports.gaps.length > 0 };
  return {
    key,
    title,
    chart: chartOf(course, { from: Math.min(from, gained[0]?.from ?? from), to: span.to }),
    notes: notesOf(view, left),
  };
}

interface Course {
  period: Period;
  gained: readonly Gained[];
  left: readonly LossBetween[];
  /** Whether there is time that no export shows. */
  hasGaps: boolean;
}

function chartOf(course: Course, { from, to }: { from: number; to: number }): ShownChart {
  const { period, gained, left } = course;
  const { drawing, x } = barChart({ bars: barsOf(course), from, to });
  const headline = headlineOf(gained, left);
  return {
    drawing,
    name: titles[period],
    description: `${headline}. The table has each ${period}.`,
    headline,
    legend: legendOf(course),
    table: {
      columns: ["When", "Followed", "Left"],
      rows: [...gained.map((one) => gainedRow(one, period)), ...left.map(leftRow)]
        .sort((a, b) => b.from - a.from)
        .map(({ cells, middle }) => ({ cells, x: place(x(middle)) })),
    },
  };
}

const barsOf = ({ period, gained, left }: Course): Bar[] => [
  ...left.map((one) => ({ ...one, value: -perPeriod(one, period), look: "left" as const })),
  ...gained.map(({ gained: value, isWhole, ...stretch }) => ({
    ...stretch,
    value,
    look: isWhole ? ("gained" as const) : ("gained-partly" as const),
  })),
];

function legendOf({ period, gained, left, hasGaps }: Course): ShownChart["legend"] {
  const partly = hasGaps ? "only partly in your exports" : `the ${period} of your newest export`;
  const isPartly = gained.some(({ isWhole }) => !isWhole);
  return [
    { look: "gained", label: "followed" },
    ...(isPartly ? [{ look: "gained-partly" as const, label: partly }] : []),
    ...(left.length > 0
      ? [{ look: "left" as const, label: `left, on average per ${period}` }]
      : []),
  ];
}

/** What a loss between two exports is per week, month or year. */
const perPeriod = ({ perWeek }: LossBetween, period: Period) => (perWeek / 7) * periodDays[period];

const sumOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function headlineOf(gained: readonly Gained[], left: readonly LossBetween[]): string {
  const [first, earliest, latest] = [gained[0], left[0], left.at(-1)];
  const came = `${withCommas(sumOf(gained.map((one) => one.gained)))} followed`;
  const went = `${withCommas(sumOf(left.map((one) => one.left)))} left`;
  return [
    ...(first ? [`${came} since ${formatDate(first.from)}`] : []),
    ...(earliest && latest
      ? [`${went} between ${formatDate(earliest.from)} and ${formatDate(latest.to)}`]
      : []),
  ].join(" · ");
}

const monthFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  year: "numeric",
});

function periodName({ from, to }: Gained, period: Period): string {
  if (period === "year") return String(new Date(from).getUTCFullYear());
  if (period === "month") return monthFormat.format(from);
  return `${formatDate(from)} to ${formatDate(to - 1)}`;
}

const gainedRow = (one: Gained, period: Period) => ({
  from: one.from,
  middle: (one.from + one.to) / 2,
  cells: [periodName(one, period) + (one.isWhole ? "" : ", not whole"), withCommas(one.gained), ""],
});

const leftRow = ({ from, to, left }: LossBetween) => ({
  from,
  middle: (from + to) / 2,
  cells: [`${formatDate(from)} to ${formatDate(to)}, between exports`, "", withCommas(left)],
});

function notesOf({ growth, range }: GrowthView, left: readonly LossBetween[]): string[] {
  const { imports = [], gaps = [] } = growth.exports ?? {};
  const first = imports[0];
  const isPartly = imports.some(({ isPart }) => isPart);
  const shown =
    gaps.length > 0
      ? ["Some of your exports are of part of the time only. What none of them shows has no bar."]
      : [];
  if (imports.filter(({ isPart }) => !isPart).length < 2)
    return [
      ...shown,
      `Who left shows with your second export${isPartly ? " of all time" : ""}: it takes two to compare.`,
      "Only people who still follow you are counted. Those who left before your export are unknown.",
    ];
  return [
    ...shown,
    ...(left.length > 0
      ? [
          `On which day somebody left is not known, only between which two exports${isPartly ? " of all time" : ""}. The bar spans that time and shows its average.`,
        ]
      : [`Nobody is known to have left in ${rangeWords[range]}.`]),
    ...(first
      ? [
          `Before your first export, of ${formatDate(first.takenAt)}, only people who were still there then are counted.`,
        ]
      : []),
  ];
}
