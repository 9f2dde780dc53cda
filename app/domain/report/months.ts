import { median } from "../analysis/statistics.ts";
import type { GrowthOfExports } from "../growth/growth.ts";
import { engagementSeries, followerSeries } from "../growth/series.ts";
import { withCommas } from "../numbers.ts";
import { endOf } from "./charts/growth-parts.ts";
import { monthStart } from "./charts/survival.ts";
import type { ReportInput } from "./input.ts";
import type { Table } from "./report.ts";

const unknown = "–";
const day = 86_400_000;
const name = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", year: "numeric" });
const heads = [
  "Month",
  "Last count",
  "Came",
  "Of them still there",
  "Posts",
  "Median of likes and comments",
];

/** The figures behind the charts, of the last twelve months; null without any follow or post in them. */
export function monthTable(input: ReportInput): Table | null {
  const { growth } = input;
  if (!growth) return null;
  const end = new Date(endOf(input));
  const start = (back: number) => Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back);
  const all = { from: start(11), to: start(-1) - 1 };
  const { exports, instagram } = followerSeries(growth, all);
  const counts = [...exports, ...instagram].sort((a, b) => a.at - b.at);
  const posts = engagementSeries(growth.posts, all).points;
  const survival = new Map(growth.exports?.cohorts.map((one) => [monthStart(one.month), one]));
  const rows = Array.from({ length: 12 }, (_, n) => 11 - n).map((back) => {
    const [from, to] = [start(back), start(back - 1)];
    const isWithin = ({ at }: { at: number }) => at >= from && at < to;
    const own = posts.filter(isWithin).map(({ engagement }) => engagement);
    const cohort = survival.get(from);
    return [
      name.format(from),
      numberOr(counts.findLast(isWithin)?.followers),
      numberOr(growth.exports ? cameBetween(growth.exports, from, to) : undefined),
      cohort && cohort.came > 0 ? `${Math.round((cohort.stayed / cohort.came) * 100)} %` : unknown,
      withCommas(own.length),
      numberOr(median(own)),
    ];
  });
  const isEmpty = rows.every(([, , came, , count]) => !/[1-9]/.test(`${came}${count}`));
  return isEmpty ? null : { heads, rows };
}

const numberOr = (value: number | undefined) =>
  value === undefined ? unknown : withCommas(Math.round(value));

/** Known follows from one moment to another; undefined where the newest export does not reach into that time. */
function cameBetween(
  { firstDay, stayed, left, imports }: GrowthOfExports,
  from: number,
  to: number,
): number | undefined {
  if ((imports.at(-1)?.takenAt ?? 0) <= from) return undefined;
  const first = Math.max(0, from / day - firstDay);
  const last = Math.max(0, to / day - firstDay);
  let came = 0;
  for (let index = first; index < last; index += 1)
    came += (stayed[index] ?? 0) + (left[index] ?? 0);
  return came;
}
