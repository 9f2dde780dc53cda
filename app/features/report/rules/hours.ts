import { counted, withCommas } from "../../../platform/values/numbers.ts";
import {
  type BestHours,
  type Block,
  bestHours,
  clockTimes,
  hoursInBlock,
  mayWellBeChance,
  weekdays,
} from "../../analysis/best-hours.ts";
import type { ReportInput } from "./input.ts";
import type { HoursPart } from "./report.ts";

const blocks = Array.from({ length: 24 / hoursInBlock }, (_, n) => {
  const from = n * hoursInBlock;
  return `${twoDigits(from)}–${twoDigits(from + hoursInBlock)}`;
});
/** Weeks are read from Monday on; `weekdays` begins with Sunday. */
const fromMonday = [1, 2, 3, 4, 5, 6, 0];

function twoDigits(hour: number): string {
  return String(hour).padStart(2, "0");
}

/** Null without an analysis of growth. */
export function hoursPart({ growth, timeZone }: ReportInput): HoursPart | null {
  if (!growth) return null;
  const found = bestHours(growth.posts, timeZone ?? "UTC");
  if (found.outcome === "too-few")
    return {
      lines: [
        `Not enough posts yet: there ${found.posts === 1 ? "is" : "are"} ${counted(found.posts, "post")} whose likes and comments are known, and ${withCommas(found.missing)} more are needed.`,
      ],
      ...{ days: [], blocks: [], fields: [], after: [] },
    };
  return {
    lines: [
      bestLine(found),
      timeZone
        ? `Hours are in your time zone, ${timeZone}.`
        : "Hours are in UTC, because you have not told us your time zone.",
    ],
    days: fromMonday.map((day) => (weekdays[day] ?? "").slice(0, 3)),
    blocks,
    fields: fromMonday.map((day) =>
      found.blocks.filter(({ weekday }) => weekday === day).map(fieldOf),
    ),
    after: [
      `In each field: the median of likes and comments as a multiple of your usual, and how many posts stand behind it, of ${counted(found.posts, "post")} in all. Green is above your own mean, red below it; the fewer the posts, the paler. Fields of fewer than 3 posts are not rated.`,
    ],
  };
}

/** The best block, with how sure it is. */
function bestLine({ best }: Extract<BestHours, { outcome: "known" }>): string {
  if (!best || best.rated.score <= 0) return "No hours stand above your mean.";
  const { weekday, posts, rated } = best;
  const { from, until } = clockTimes(best);
  const times = rated.times === undefined ? "" : `, ${rated.times.toFixed(1)} times your usual`;
  const chance = mayWellBeChance(best)
    ? "That may well be chance"
    : `So many above the usual come about by chance in ${rated.chance < 1 ? "less than 1" : Math.round(rated.chance)} of 100 cases`;
  return `Your posts did best on ${weekdays[weekday]}s from ${from} to ${until}: ${counted(posts, "post")}${times}. ${chance}, and no hour is proven to be the reason.`;
}

const fieldOf = ({ posts, rated }: Block) => ({
  label: rated ? (rated.times === undefined ? "0" : `${rated.times.toFixed(1)}×`) : "–",
  posts: posts === 0 ? "" : counted(posts, "post"),
  level: rated ? Math.max(-1, Math.min(1, rated.score)) : null,
});
