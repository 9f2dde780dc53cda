import type { Bar } from "../../design/charts/drawing/bar-chart.ts";
import { formatDate } from "../../platform/values/dates.ts";
import { asItIs, shareAsPercent, wholePercent } from "../../platform/values/decimals.ts";
import { day } from "../../platform/values/durations.ts";
import { formatIn } from "../../platform/values/formats.ts";
import { allOf } from "../../platform/values/listed.ts";
import { withCommas } from "../../platform/values/numbers.ts";
import { say } from "../../platform/values/say.ts";
import { sum } from "../../platform/values/statistics.ts";
import { type ChartRequest, type GrowthChart, openWay } from "./chart.ts";
import type { Growth, GrowthOfExports } from "./growth.ts";
import type { Span } from "./ranges.ts";
import { countsIn, firstFollow } from "./rules/follow-times.ts";
import { nextStart, periodStart } from "./rules/periods.ts";

/** Those who came in a month and were seen in an export, and how many of them are still there. */
interface Cohort {
  /** When the month begins and ends, in epoch milliseconds. */
  from: number;
  to: number;
  came: number;
  stayed: number;
  /** When the first export that shows the whole month was taken, in epoch milliseconds: who left before it is not known. */
  seenAt: number;
}

/** Those who came in a month, and how many of them are still there. */
export interface Survival extends Pick<Cohort, "from" | "to" | "came" | "stayed"> {
  /** 0 to 100. */
  percent: number;
  /** Whether the first export that shows the whole month is much later: who left before it is not counted. */
  isSeenLate: boolean;
}

/** A month counts as seen in time if its export is at most so much later: about a month. */
const seenInTime = 31 * day;
/** Short ranges show so many months, too: weeks are too short to tell who stays. */
const fewestMonths = 12;

/** By rising month, without the months of which no follow is known. @param timeZone in which months begin */
export function survivalByMonth(
  { exports }: Growth,
  { from = 0, to }: Span,
  timeZone: string,
): Survival[] {
  if (!exports) return [];
  const end = new Date(to - 1);
  const atLeast = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - fewestMonths + 1, 2);
  return cohortsOf(exports, timeZone).flatMap((cohort) => {
    const { seenAt, ...month } = cohort;
    if (month.to <= Math.min(from, atLeast) || month.from >= to) return [];
    const percent = (month.stayed / month.came) * 100;
    return [{ ...month, percent, isSeenLate: seenAt > month.to + seenInTime }];
  });
}

/** By rising month; only months that an export shows whole, and of which any follow is known. */
function cohortsOf(exports: GrowthOfExports, timeZone: string): Cohort[] {
  const { imports, stayed, left } = exports;
  const newest = imports.at(-1)?.takenAt ?? 0;
  const starts = [periodStart("month", firstFollow(stayed, left) ?? newest, timeZone)];
  for (let last = starts[0] ?? 0; last < newest; starts.push(last))
    last = nextStart("month", last, timeZone);
  const there = countsIn(stayed, starts);
  const gone = countsIn(left, starts);
  return there.flatMap((stays, index): Cohort[] => {
    const [from = 0, to = 0] = starts.slice(index);
    const came = stays + (gone[index] ?? 0);
    const shown = imports.find(
      ({ covers }) => covers && covers.from * 1_000 <= from && covers.to * 1_000 >= to - 1_000,
    );
    return came > 0 && shown ? [{ from, to, came, stayed: stays, seenAt: shown.takenAt }] : [];
  });
}

type MonthName = (at: number) => string;

export function survivalChart(request: ChartRequest): GrowthChart {
  const { growth, span, knowing } = request;
  const timeZone = request.timeZone ?? "UTC";
  const key = "survival";
  const title = { page: say`Who came and is still there`, paper: say`Who stayed` };
  const months = survivalByMonth(growth, span, timeZone);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last)
    return {
      key,
      title,
      notes: {
        page: [say`Nobody is known to have come in these months.`],
        paper: [say`This needs a month that an export shows whole.`],
      },
      way: openWay(knowing, "import", say`Import a newer export`),
    };
  const monthName = monthNameIn(timeZone);
  const [came, stayed] = [sum(months.map((one) => one.came)), sum(months.map((one) => one.stayed))];
  const headline = {
    page: say`${withCommas(stayed)} of ${withCommas(came)} who came since ${monthName(first.from)} are still there`,
    paper: say`Of ${withCommas(came)} who came in these months, ${withCommas(stayed)} are still there (${asItIs(wholePercent((stayed / came) * 100))}%).`,
  };
  const axes = {
    kind: "bars" as const,
    from: first.from,
    to: last.to,
    highest: 100,
    unit: "%" as const,
  };
  const stayedBars = months.map(stayedBar);
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...axes, bars: [...months.map(cameBar), ...stayedBars] },
        paper: { ...axes, bars: stayedBars },
      },
      name: say`${title.page}, by month`,
      headline,
      description: {
        page: say`${headline.page}. The table has each month.`,
        paper: say`Bars by month: of those who came in it, the share that is still there: ${headline.paper}`,
      },
      legend: allOf(
        {
          look: "stayed",
          page: say`still there`,
          paper: say`Still there, by the month in which they came`,
        },
        { look: "came", page: say`left since` },
        months.some(({ isSeenLate }) => isSeenLate) && {
          look: "stayed-seen-late" as const,
          page: say`still there, first seen late`,
          paper: say`First seen over a month later: who had left by then is not counted`,
        },
      ),
      table: {
        columns: [say`Came in`, say`Known to have come`, say`Still there`, say`Share`],
        rows: months
          .map((one) => ({ cells: cellsOf(one, monthName), at: (one.from + one.to) / 2 }))
          .reverse(),
      },
    },
    notes: { page: notesOf(growth, months), paper: [] },
  };
}

const monthNameIn = (timeZone: string): MonthName => {
  const format = formatIn({ timeZone, month: "long", year: "numeric" });
  return (at) => format.format(at);
};

const cameBar = ({ from, to }: Survival): Bar => ({ from, to, value: 100, look: "came" });

const stayedBar = ({ from, to, percent, isSeenLate }: Survival): Bar => ({
  from,
  to,
  value: percent,
  look: isSeenLate ? "stayed-seen-late" : "stayed",
});

const cellsOf = ({ from, came, stayed, percent }: Survival, monthName: MonthName): string[] => [
  monthName(from),
  withCommas(came),
  withCommas(stayed),
  shareAsPercent(percent),
];

function notesOf(growth: Growth, months: readonly Survival[]): string[] {
  const [first, newest] = [growth.exports?.imports[0], growth.exports?.imports.at(-1)];
  return allOf(
    newest?.isPart &&
      say`Your newest export is of part of the time only. Of people who came at other times, we know who was still there at an earlier export.`,
    say`People who came and left again between two exports were never seen. They are in none of these bars.`,
    months.some(({ isSeenLate }) => isSeenLate) &&
      first &&
      say`Lighter: the first export that shows the month was made over a month after its end. People who had left by then are not counted, so these months look better than they were. Your first export is of ${formatDate(first.takenAt)}.`,
  );
}
