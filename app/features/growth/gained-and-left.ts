import type { Bar } from "../../design/charts/drawing/bar-chart.ts";
import type { Look } from "../../design/charts/drawing/drawing.ts";
import { formatDate, formatDayIn, zoneWords } from "../../platform/values/dates.ts";
import { day, week } from "../../platform/values/durations.ts";
import { formatIn } from "../../platform/values/formats.ts";
import { allOf, apart } from "../../platform/values/listed.ts";
import { withCommas } from "../../platform/values/numbers.ts";
import { say, sentences } from "../../platform/values/say.ts";
import { sum } from "../../platform/values/statistics.ts";
import { leftOfPart } from "../analysis/analysis-notes.ts";
import { type ChartRequest, type GrowthChart, type OnBoth, openWay } from "./chart.ts";
import type { Growth, GrowthOfExports } from "./growth.ts";
import type { Range, Span } from "./ranges.ts";
import { countsIn, endOfFollows, firstFollow } from "./rules/follow-times.ts";
import { nextStart, type PeriodKind, periodStart } from "./rules/periods.ts";

export interface Gained {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Known follows, including those of people who have left since. */
  gained: number;
  /** Whether the exports show all of the period. */
  isWhole: boolean;
  /** Whether it begins before the first export: who followed and had left by then is not counted. */
  isOfStayers: boolean;
}

/** How many left between two exports. */
export interface LossBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  left: number;
  /** Spread evenly over the time between them: when they left is not known. */
  perWeek: number;
  /** The later export is of part of the time: others may have left. */
  isPart?: true;
}

/** How many came back, or followed again, between two exports. */
export interface BackBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  /** Away in the export before, and there again with the old follow. They neither follow nor leave a second time. */
  returned: number;
  /** Left and followed again between the two: counted as followed or left in neither series. */
  refollowed: number;
  /** The later export is of part of the time: others may be back. */
  isPart?: true;
}

/**
 * Until when follows are known: up to the newest export, or the last follow in it. That is later where the export is dated
 * by a day or by the clock of another time zone (`possibleTimes`).
 */
export const followsKnownTo = ({
  imports,
  stayed,
}: Pick<GrowthOfExports, "imports" | "stayed">): number =>
  Math.max(imports.at(-1)?.takenAt ?? 0, endOfFollows(stayed) ?? 0);

/**
 * Known follows of each period up to the newest export. A period without follows counts 0; one that no export shows is left out.
 * @param timeZone in which weeks, months and years begin
 * @param isCut the first period is counted from where the span begins, and not whole
 */
export function gainedBy(
  period: PeriodKind,
  { exports }: Growth,
  { from, to }: Span,
  timeZone: string,
  isCut = false,
): Gained[] {
  const [first, newest] = [exports?.imports[0]?.takenAt, exports?.imports.at(-1)?.takenAt];
  if (!exports || first === undefined || newest === undefined) return [];
  const end = followsKnownTo(exports);
  if (end <= (from ?? 0)) return [];
  const earliest = firstFollow(exports.stayed, exports.left) ?? newest;
  const knownTo = Math.min(end, to);
  const starts = [periodStart(period, Math.max(from ?? 0, earliest), timeZone)];
  for (let last = starts[0] ?? 0; last < knownTo; starts.push(last))
    last = nextStart(period, last, timeZone);
  if (isCut) starts[0] = Math.max(starts[0] ?? 0, from ?? 0);
  const stayed = countsIn(exports.stayed, starts);
  const left = countsIn(exports.left, starts);
  return stayed.flatMap((count, index): Gained[] => {
    const [start = 0, next = 0] = starts.slice(index);
    const shown = shownOf(exports, start, Math.min(next, end));
    if (shown === "nothing") return [];
    return [
      {
        from: start,
        to: next,
        gained: count + (left[index] ?? 0),
        isWhole: next <= newest && shown === "all",
        isOfStayers: start < first,
      },
    ];
  });
}

/**
 * How much of a time the exports show: whether somebody who followed in it may be missing.
 * @param from epoch milliseconds
 * @param to epoch milliseconds, not included
 */
export function shownOf(
  { gaps }: Pick<GrowthOfExports, "gaps">,
  from: number,
  to: number,
): "all" | "part" | "nothing" {
  const [first, last] = [from / 1_000, to / 1_000 - 1];
  if (gaps.some((gap) => gap.from <= first && gap.to >= last)) return "nothing";
  return gaps.some((gap) => gap.from <= last && gap.to >= first) ? "part" : "all";
}

/** The finest period of which a span has no more than `most`. */
export function periodFor(from: number, to: number, most: number): PeriodKind {
  const days = (to - from) / day;
  if (days / 7 <= most) return "week";
  return days / 30 <= most ? "month" : "year";
}

/** Who left between two exports that overlap the span, the oldest first; not cut to it. */
export function leftBetween({ exports }: Growth, { from = 0, to }: Span): LossBetween[] {
  return (exports?.imports ?? []).flatMap(({ takenAt, losses, isPart }) =>
    losses
      .filter((loss) => takenAt > from && loss.from < to)
      .map((loss) => {
        const weeks = (takenAt - loss.from) / week;
        // Two exports may be less than a week apart: no more left in that week than were counted.
        return {
          ...loss,
          ...{ to: takenAt, perWeek: loss.left / Math.max(1, weeks) },
          ...(isPart && { isPart }),
        };
      }),
  );
}

/** Who is there again, between two exports that overlap the span, the oldest first; only where there is anybody. */
export function backBetween({ exports }: Growth, { from = 0, to }: Span): BackBetween[] {
  const imports = exports?.imports ?? [];
  return imports.flatMap(({ takenAt, changes, isPart }, index) => {
    const before = imports[index - 1];
    if (!before || !changes || takenAt <= from || before.takenAt >= to) return [];
    const { returned, refollowed } = changes;
    return returned + refollowed > 0
      ? [{ from: before.takenAt, to: takenAt, returned, refollowed, ...(isPart && { isPart }) }]
      : [];
  });
}

type LeftPerWeek = Pick<LossBetween, "from" | "to" | "perWeek">;

/**
 * Splits losses that overlap in time into stretches that do not, with how many left per week in each. Two exports of one
 * moment are of one day, whose hour is not known: the loss is drawn on it.
 */
export function leftPerWeek(given: readonly LossBetween[]): LeftPerWeek[] {
  const losses = given.map((loss) =>
    loss.to > loss.from ? loss : { ...loss, to: loss.from + day },
  );
  const edges = [...new Set(losses.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return edges.slice(0, -1).flatMap((from, index) => {
    const to = edges[index + 1] ?? from;
    const perWeek = losses
      .filter((loss) => loss.from <= from && loss.to >= to)
      .reduce((sum, loss) => sum + loss.perWeek, 0);
    return perWeek > 0 ? [{ from, to, perWeek }] : [];
  });
}

/** Who came, left and came back. */
export interface GainedCourse {
  period: PeriodKind;
  gained: readonly Gained[];
  left: readonly LossBetween[];
  back: readonly BackBetween[];
}

const periodDays: Record<PeriodKind, number> = { week: 7, month: 30.4, year: 365 };

/** Above the line who came, and on top of them who came back. Below it who left. */
export const gainedBars = ({ period, gained, left, back }: GainedCourse): Bar[] => [
  ...leftPerWeek(left).map(({ from, to, perWeek }) => ({
    from,
    to,
    value: -(perWeek / 7) * periodDays[period],
    look: "left" as const,
  })),
  ...gained.flatMap(({ from, to, gained: base }) => {
    const returned = returnedIn(back, from, to);
    return returned > 0
      ? [{ from, to, base, value: base + returned, look: "came-back" as const }]
      : [];
  }),
  ...gained.map((one) => ({ from: one.from, to: one.to, value: one.gained, look: lookOf(one) })),
];

/** Those who came back between two exports, spread evenly over the time between them: over none, where both are of one moment. */
const returnedIn = (back: readonly BackBetween[], from: number, to: number): number =>
  back.reduce((sum, one) => {
    if (one.from === one.to) return from < one.to && one.to <= to ? sum + one.returned : sum;
    const overlap = Math.min(to, one.to) - Math.max(from, one.from);
    return sum + one.returned * Math.max(0, overlap / (one.to - one.from));
  }, 0);

const lookOf = ({ isWhole, isOfStayers }: Gained): GainedLook =>
  isOfStayers ? "gained-of-stayers" : isWhole ? "gained" : "gained-partly";

const looks = ["gained", "gained-partly", "gained-of-stayers", "came-back", "left"] as const;
export type GainedLook = (typeof looks)[number] & Look;

/** The looks of the bars that can be seen, each once, in the order of a legend. */
export function gainedLooks({ gained, left, back }: GainedCourse): GainedLook[] {
  const seen = new Set<GainedLook>(
    allOf(
      ...gained.map(lookOf),
      back.some(({ returned }) => returned > 0) && "came-back",
      left.some((one) => one.left > 0) && "left",
    ),
  );
  return looks.filter((look) => seen.has(look));
}

const titles: Record<PeriodKind, string> = sentences({
  week: "Gained per week, and who left",
  month: "Gained per month, and who left",
  year: "Gained per year, and who left",
});
const nothingKnown: Record<Range, (day: string) => string> = {
  "4-weeks": (day) => say`Nothing is known of the last 4 weeks: your newest export is of ${day}.`,
  quarter: (day) => say`Nothing is known of the last quarter: your newest export is of ${day}.`,
  year: (day) => say`Nothing is known of the last year: your newest export is of ${day}.`,
  all: (day) =>
    say`Nothing is known of all the time that is known: your newest export is of ${day}.`,
};
const nobodyLeft: Record<Range, string> = sentences({
  "4-weeks": "Nobody is known to have left in the last 4 weeks.",
  quarter: "Nobody is known to have left in the last quarter.",
  year: "Nobody is known to have left in the last year.",
  all: "Nobody is known to have left in all the time that is known.",
});
/** What differs by the length of the bars. */
const perPeriod: Record<
  PeriodKind,
  Record<"newest" | "returned" | "left" | "midnight", string>
> = sentences({
  week: {
    newest: "the week of your newest export",
    returned: "came back, on average per week",
    left: "left, on average per week",
    midnight: "Weeks begin at midnight",
  },
  month: {
    newest: "the month of your newest export",
    returned: "came back, on average per month",
    left: "left, on average per month",
    midnight: "Months begin at midnight",
  },
  year: {
    newest: "the year of your newest export",
    returned: "came back, on average per year",
    left: "left, on average per year",
    midnight: "Years begin at midnight",
  },
});
const tableHasEach: Record<PeriodKind, (headline: string) => string> = {
  week: (headline) => say`${headline}. The table has each week.`,
  month: (headline) => say`${headline}. The table has each month.`,
  year: (headline) => say`${headline}. The table has each year.`,
};
/** More bars than these are too thin to be told apart. */
const mostBars = 106;

/** Who came, left and came back. The report always shows a year, which is told in weeks. */
export function gainedAndLeftChart(request: ChartRequest): GrowthChart {
  const { growth, range, span, knowing, timeZone } = request;
  const { exports } = growth;
  const key = "gained-and-left";
  const onPaper = say`Gained and lost per week`;
  const [first, newest] = [exports?.imports[0], exports?.imports.at(-1)];
  if (!exports || !first || !newest)
    return {
      key,
      title: { page: say`Who came, left and stayed`, paper: onPaper },
      notes: {
        page: [
          say`The times at which people followed are in your Instagram export. With a second one, you see who left in between.`,
        ],
        paper: [say`This needs an export of yours.`],
      },
      way: openWay(knowing, "import", say`Import your export`),
    };
  const from = span.from ?? firstFollow(exports.stayed, exports.left) ?? first.takenAt;
  const period = periodFor(from, span.to, mostBars);
  const gained = gainedBy(period, growth, span, timeZone ?? "UTC");
  const told = { period, gained, timeZone, firstTakenAt: first.takenAt };
  // The page shows the period in which the span begins whole, the report cuts it.
  const shown = { from: Math.min(from, gained[0]?.from ?? from), to: span.to };
  const page = { ...told, left: leftBetween(growth, shown), back: backBetween(growth, shown) };
  const paper = {
    ...told,
    gained: gainedBy(period, growth, span, timeZone ?? "UTC", true),
    left: leftBetween(growth, span),
    back: backBetween(growth, span),
  };
  const title = { page: titles[period], paper: onPaper };
  const nobody = say`Nobody is known to have come or left in the last year.`;
  if (gained.length === 0 && page.left.length === 0)
    return {
      key,
      title,
      notes: {
        page: [
          newest.takenAt > from
            ? say`None of your exports shows who followed in this time: their date ranges end before it. One of all time shows it.`
            : nothingKnown[range](formatDate(newest.takenAt)),
        ],
        paper: [nobody],
      },
      way: openWay(knowing, "import", say`Import a newer export`),
    };
  const bars = gainedBars(paper);
  const isEmpty = bars.every(({ value }) => value === 0);
  const headline = {
    page: pageHeadline(page),
    paper: isEmpty ? nobody : paperHeadline(paper),
  };
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { kind: "bars", bars: gainedBars(page), ...shown },
        paper: isEmpty
          ? null
          : {
              kind: "bars",
              bars,
              from: Math.max(from, Math.min(...bars.map((bar) => bar.from))),
              to: Math.max(...bars.map(({ to }) => to)),
            },
      },
      headline,
      description: {
        page: tableHasEach[period](headline.page),
        paper: say`Bars, one for each week: ${headline.paper}`,
      },
      legend: legendOf(page, paper, exports.gaps.length > 0),
      table: { columns: [say`When`, say`Followed`, say`Left`, say`Came back`], rows: rowsOf(page) },
    },
    notes: { page: pageNotes(request, page), paper: isEmpty ? [] : paperNotes(paper) },
  };
}

interface ToldCourse extends GainedCourse {
  timeZone: string | null;
  /** Epoch milliseconds of the first export. */
  firstTakenAt: number;
}

function legendOf(page: ToldCourse, paper: ToldCourse, hasGaps: boolean) {
  const { period, firstTakenAt } = page;
  const first = formatDate(firstTakenAt);
  const labels: Record<GainedLook, OnBoth<string>> = {
    gained: { page: say`followed`, paper: say`Came` },
    "gained-partly": {
      page: hasGaps ? say`only partly in your exports` : perPeriod[period].newest,
      paper: say`Came, of a week that no export shows whole`,
    },
    "gained-of-stayers": {
      page: say`followed, and still there on ${first}`,
      paper: say`Came, and still there on ${first}`,
    },
    "came-back": {
      page: perPeriod[period].returned,
      paper: say`Came back, on average between two exports`,
    },
    left: {
      page: perPeriod[period].left,
      paper: say`Left, on average between two exports`,
    },
  };
  // The paper cuts the first week, which may then have a look that the page has not.
  const [onPage, onPaper] = [gainedLooks(page), gainedLooks(paper)];
  return looks
    .filter((look) => onPage.includes(look) || onPaper.includes(look))
    .map((look) => ({
      look,
      ...(onPage.includes(look) && { page: labels[look].page }),
      ...(onPaper.includes(look) && { paper: labels[look].paper }),
    }));
}

function rowsOf(course: ToldCourse) {
  const { gained, left, back } = course;
  const backThere = back.filter(({ returned }) => returned > 0);
  return [
    ...gained.map((one) => rowOf(one, gainedName(one, course), one.gained, "", "")),
    ...left.map((one) => rowOf(one, between(one), "", one.left, "")),
    ...backThere.map((one) => rowOf(one, between(one), "", "", one.returned)),
  ]
    .sort((a, b) => b.from - a.from)
    .map(({ row }) => row);
}

const gainedName = (one: Gained, course: ToldCourse): string =>
  one.isWhole ? periodName(one, course) : say`${periodName(one, course)}, not whole`;

function pageHeadline({ gained, left, back, timeZone }: ToldCourse): string {
  const [first] = gained;
  const came = withCommas(sum(gained.map((one) => one.gained)));
  return allOf(
    first && say`${came} followed since ${formatDayIn(first.from, timeZone)}`,
    ...lossesAndReturns(left, back),
  ).join(" · ");
}

/** Says the time from the oldest export to the newest: some losses of an import may date back to an older one. */
function lossesAndReturns(left: readonly LossBetween[], back: readonly BackBetween[]): string[] {
  const backThere = back.filter(({ returned }) => returned > 0);
  const all = [...left, ...backThere];
  if (all.length === 0) return [];
  const from = Math.min(...all.map((one) => one.from));
  const to = Math.max(...all.map((one) => one.to));
  const [gone, returned] = [
    withCommas(sum(left.map((one) => one.left))),
    withCommas(sum(backThere.map((one) => one.returned))),
  ];
  const [first, last] = [formatDate(from), formatDate(to)];
  if (backThere.length === 0) return [say`${gone} left between ${first} and ${last}`];
  return [
    left.length === 0
      ? say`${returned} came back between ${first} and ${last}`
      : say`${gone} left and ${returned} came back between ${first} and ${last}`,
  ];
}

function periodName({ from, to }: Gained, { period, timeZone }: ToldCourse): string {
  if (period === "week")
    return say`${formatDayIn(from, timeZone)} to ${formatDayIn(to - 1, timeZone)}`;
  return formatIn({
    timeZone: timeZone ?? "UTC",
    year: "numeric",
    ...(period === "month" && { month: "short" }),
  }).format(from);
}

interface Stretch {
  from: number;
  to: number;
}

/** A row of the table, with the counts that it tells. */
const rowOf = ({ from, to }: Stretch, name: string, ...counts: readonly (number | "")[]) => ({
  from,
  row: {
    cells: [name, ...counts.map((count) => (count === "" ? "" : withCommas(count)))],
    at: (from + to) / 2,
  },
});

const between = ({ from, to }: Stretch) =>
  say`${formatDate(from)} to ${formatDate(to)}, between exports`;

function pageNotes({ growth, range }: ChartRequest, course: ToldCourse): string[] {
  const { gained, left, back, firstTakenAt } = course;
  const { imports = [], gaps = [] } = growth.exports ?? {};
  const isPartly = imports.some(({ isPart }) => isPart);
  const refollowed = sum(back.map((one) => one.refollowed));
  return allOf(
    `${apart(perPeriod[course.period].midnight, zoneWords(course.timeZone))}.`,
    gaps.length > 0 &&
      say`Some of your exports are of part of the time only. What none of them shows has no bar.`,
    gained.some(({ isOfStayers }) => isOfStayers) &&
      say`Hollow bars are from before your first export, of ${formatDate(firstTakenAt)}: only people who were still there then are counted. Those who had left by then are unknown, so these bars are too low.`,
    ...(imports.length < 2
      ? [say`Who left shows with your second export: it takes two to compare.`]
      : left.some((one) => one.left > 0)
        ? [
            say`On which day somebody left is not known, only between which two exports. The bar spans that time and shows its average.`,
          ]
        : [nobodyLeft[range]]),
    imports.length > 1 && isPartly && leftOfPart(),
    back.some(({ returned }) => returned > 0) &&
      say`Who came back was missing from an export and is there again with the old follow, as after a deactivated account.`,
    refollowed > 0 &&
      (refollowed === 1
        ? say`1 person left and followed again between two exports: counted neither as followed nor as left.`
        : say`${withCommas(refollowed)} people left and followed again between two exports: counted neither as followed nor as left.`),
  );
}

/** Who left and came back is told with the dates of the exports: they may lie before the year. */
function paperHeadline({ gained, left, back }: ToldCourse): string {
  const came = withCommas(sum(gained.map((one) => one.gained)));
  const others = lossesAndReturns(left, back).map((words) => `${words}.`);
  return allOf(gained.length > 0 && say`${came} came in the last year.`, ...others).join(" ");
}

function paperNotes({ gained, back, firstTakenAt }: ToldCourse): string[] {
  const refollowed = sum(back.map((one) => one.refollowed));
  return allOf(
    gained.some(({ isOfStayers }) => isOfStayers) &&
      say`Hollow bars are from before your first export, of ${formatDate(firstTakenAt)}: only people who were still there then are counted, so they are too low.`,
    refollowed > 0 &&
      say`${withCommas(refollowed)} left and followed again between two exports: counted neither as come nor as left.`,
  );
}
