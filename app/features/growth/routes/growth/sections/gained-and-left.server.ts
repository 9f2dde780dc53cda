import { barChart } from "~/design/charts/drawing/bar-chart";
import type { ShownChart } from "~/design/charts/shown-chart";
import {
  type BackBetween,
  backBetween,
  type Gained,
  gainedBy,
  type LossBetween,
  leftBetween,
  periodFor,
} from "~/features/growth/gained-and-left";
import {
  type GainedCourse,
  type GainedLook,
  gainedBars,
  gainedLooks,
} from "~/features/growth/gained-bars";
import { firstFollow } from "~/features/growth/rules/follow-times";
import type { PeriodKind } from "~/features/growth/rules/periods";
import { formatDate, formatDayIn, zoneWords } from "~/platform/values/dates";
import { withCommas } from "~/platform/values/numbers";
import { openWay, place, rangeWords, type SectionInput, type ShownSection } from "./section.ts";
import { followsUnknown } from "./unknown.ts";

const titles: Record<PeriodKind, string> = {
  week: "Gained per week, and who left",
  month: "Gained per month, and who left",
  year: "Gained per year, and who left",
};
/** More bars than these are too thin to be told apart. */
const mostBars = 106;

export function gainedAndLeftSection(view: SectionInput): ShownSection {
  const { growth, span, knowing, timeZone } = view;
  const { exports } = growth;
  const key = "gained-and-left" as const;
  const [first, newest] = [exports?.imports[0], exports?.imports.at(-1)];
  if (!exports || !first || !newest) return followsUnknown(view);
  const from = span.from ?? firstFollow(exports.stayed, exports.left) ?? first.takenAt;
  const period = periodFor(from, span.to, mostBars);
  const gained = gainedBy(period, growth, span, timeZone ?? "UTC");
  const shown = { from: Math.min(from, gained[0]?.from ?? from), to: span.to };
  const left = leftBetween(growth, shown);
  const back = backBetween(growth, shown);
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
  const course: Course = {
    ...{ period, gained, left, back, timeZone },
    firstTakenAt: first.takenAt,
    hasGaps: exports.gaps.length > 0,
  };
  return { key, title, chart: chartOf(course, shown), notes: notesOf(view, course) };
}

interface Course extends GainedCourse {
  timeZone: string | null;
  /** Epoch milliseconds of the first export. */
  firstTakenAt: number;
  /** Whether there is time that no export shows. */
  hasGaps: boolean;
}

function chartOf(course: Course, { from, to }: { from: number; to: number }): ShownChart {
  const { period, gained, left, back } = course;
  const { drawing, x } = barChart({ bars: gainedBars(course), from, to });
  const headline = headlineOf(course);
  const rows = [
    ...gained.map((one) => gainedRow(one, course)),
    ...left.map(leftRow),
    ...back.flatMap(backRows),
  ];
  return {
    drawing,
    name: titles[period],
    description: `${headline}. The table has each ${period}.`,
    headline,
    legend: legendOf(course),
    table: {
      columns: ["When", "Followed", "Left", "Came back"],
      rows: rows
        .sort((a, b) => b.from - a.from)
        .map(({ cells, middle }) => ({ cells, x: place(x(middle)) })),
    },
  };
}

function legendOf(course: Course): ShownChart["legend"] {
  const { period, firstTakenAt, hasGaps } = course;
  const labels: Record<GainedLook, string> = {
    gained: "followed",
    "gained-partly": hasGaps
      ? "only partly in your exports"
      : `the ${period} of your newest export`,
    "gained-of-stayers": `followed, and still there on ${formatDate(firstTakenAt)}`,
    "came-back": `came back, on average per ${period}`,
    left: `left, on average per ${period}`,
  };
  return gainedLooks(course).map((look) => ({ look, label: labels[look] }));
}

const sumOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function headlineOf({ gained, left, back, timeZone }: Course): string {
  const [first] = gained;
  const came = `${withCommas(sumOf(gained.map((one) => one.gained)))} followed`;
  return [
    ...(first ? [`${came} since ${formatDayIn(first.from, timeZone)}`] : []),
    ...lossesAndReturns(left, back),
  ].join(" · ");
}

/** Between the exports that all of it may have been between: of one import, some may have been missed since an older one. */
function lossesAndReturns(left: readonly LossBetween[], back: readonly BackBetween[]): string[] {
  const backThere = back.filter(({ returned }) => returned > 0);
  const all = [...left, ...backThere];
  if (all.length === 0) return [];
  const from = Math.min(...all.map((one) => one.from));
  const to = Math.max(...all.map((one) => one.to));
  const counts = [
    ...(left.length > 0 ? [`${withCommas(sumOf(left.map((one) => one.left)))} left`] : []),
    ...(backThere.length > 0
      ? [`${withCommas(sumOf(backThere.map((one) => one.returned)))} came back`]
      : []),
  ];
  return [`${counts.join(" and ")} between ${formatDate(from)} and ${formatDate(to)}`];
}

function periodName({ from, to }: Gained, { period, timeZone }: Course): string {
  if (period === "week")
    return `${formatDayIn(from, timeZone)} to ${formatDayIn(to - 1, timeZone)}`;
  return new Intl.DateTimeFormat("en-US", {
    timeZone: timeZone ?? "UTC",
    year: "numeric",
    ...(period === "month" && { month: "short" }),
  }).format(from);
}

const gainedRow = (one: Gained, course: Course) => ({
  from: one.from,
  middle: (one.from + one.to) / 2,
  cells: [
    periodName(one, course) + (one.isWhole ? "" : ", not whole"),
    withCommas(one.gained),
    "",
    "",
  ],
});

const between = ({ from, to }: { from: number; to: number }) =>
  `${formatDate(from)} to ${formatDate(to)}, between exports`;

const leftRow = (one: LossBetween) => ({
  from: one.from,
  middle: (one.from + one.to) / 2,
  cells: [between(one), "", withCommas(one.left), ""],
});

const backRows = (one: BackBetween) =>
  one.returned > 0
    ? [
        {
          from: one.from,
          middle: (one.from + one.to) / 2,
          cells: [between(one), "", "", withCommas(one.returned)],
        },
      ]
    : [];

function notesOf({ growth, range }: SectionInput, course: Course): string[] {
  const { gained, left, back, firstTakenAt } = course;
  const { imports = [], gaps = [] } = growth.exports ?? {};
  const isPartly = imports.some(({ isPart }) => isPart);
  const refollowed = sumOf(back.map((one) => one.refollowed));
  return [
    `${capitals[course.period]} begin at midnight, ${zoneWords(course.timeZone)}.`,
    ...(gaps.length > 0
      ? ["Some of your exports are of part of the time only. What none of them shows has no bar."]
      : []),
    ...(gained.some(({ isOfStayers }) => isOfStayers)
      ? [
          `Hollow bars are from before your first export, of ${formatDate(firstTakenAt)}: only people who were still there then are counted. Those who had left by then are unknown, so these bars are too low.`,
        ]
      : []),
    ...(imports.length < 2
      ? ["Who left shows with your second export: it takes two to compare."]
      : left.some((one) => one.left > 0)
        ? [
            "On which day somebody left is not known, only between which two exports. The bar spans that time and shows its average.",
          ]
        : [`Nobody is known to have left in ${rangeWords[range]}.`]),
    ...(imports.length > 1 && isPartly
      ? [
          "An export of part of the time tells only who left of those who had followed within it. Others who left show with your next export of all time.",
        ]
      : []),
    ...(back.some(({ returned }) => returned > 0)
      ? [
          "Who came back was missing from an export and is there again with the old follow, as after a deactivated account.",
        ]
      : []),
    ...(refollowed > 0
      ? [
          `${refollowed === 1 ? "1 person" : `${withCommas(refollowed)} people`} left and followed again between two exports: counted neither as followed nor as left.`,
        ]
      : []),
  ];
}

const capitals: Record<PeriodKind, string> = { week: "Weeks", month: "Months", year: "Years" };
