import type { HeatLevel } from "../../design/charts/drawing/drawing.ts";
import type { GridFigure } from "../../design/charts/drawing/figure.ts";
import { withDecimals } from "../../platform/values/decimals.ts";
import { allOf } from "../../platform/values/listed.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say } from "../../platform/values/say.ts";
import {
  type BestBlock,
  type BestHours,
  type Block,
  bestHours,
  clockTimes,
  firstWeekday,
  hoursInBlock,
  mayWellBeChance,
  weekdayName,
  weekdays,
  weeklyHours,
  zoneName,
} from "../analysis/best-hours.ts";
import { type ChartRequest, type GrowthChart, openWay } from "./chart.ts";

function nameOf(block: Block): string {
  const { from, until } = clockTimes(block);
  return say`${weekdayName(block.weekday, "long")}, ${from} to ${until}`;
}
const rowOf = ({ weekday }: Block) => (weekday - firstWeekday() + 7) % 7;
const starts = Array.from({ length: 24 / hoursInBlock }, (_, block) => block * hoursInBlock);
const twoDigits = (hour: number) => String(hour).padStart(2, "0");

/** Weekday and three hours, in the subscriber's own time zone (docs/analysis.md#best-hours). */
export function whenToPostChart({
  growth,
  knowing,
  timeZone,
}: ChartRequest): GrowthChart<GridFigure> {
  const key = "when-to-post";
  const title = { page: say`When to post`, paper: say`When to post` };
  const hours = bestHours(growth.posts, timeZone ?? "UTC");
  if (hours.outcome === "too-few") {
    const note =
      hours.missing === 1
        ? say`Not enough posts yet: this takes 30 posts whose likes and comments are known. 1 post is missing.`
        : say`Not enough posts yet: this takes 30 posts whose likes and comments are known. ${withCommas(hours.missing)} posts are missing.`;
    return {
      key,
      title,
      notes: { page: [note], paper: [note] },
      way: knowing.isConnected ? undefined : openWay(knowing, "connect", say`Connect Instagram`),
    };
  }
  const place = zoneName(timeZone ?? "UTC");
  const blocks = hours.blocks.toSorted((a, b) => rowOf(a) - rowOf(b));
  const headline = { page: pageHeadline(hours), paper: paperHeadline(hours) };
  const figure = {
    kind: "grid" as const,
    rows: weekdays.map((_, row) => weekdayName((row + firstWeekday()) % 7, "short")),
    cells: cellsOf(blocks),
  };
  const columns = (hour: (hour: number) => string) =>
    starts.map((from) => `${hour(from)}–${hour(from + hoursInBlock)}`);
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...figure, columns: columns(String) },
        paper: { ...figure, columns: columns(twoDigits) },
      },
      name: say`${title.page}, by weekday and three hours`,
      headline,
      description: {
        page: say`${headline.page} Times are in ${place}. The table has each field.`,
        paper: timeZone
          ? say`Hours are in your time zone, ${timeZone}.`
          : say`Hours are in UTC, because you have not told us your time zone.`,
      },
      legend: [
        { look: "heat-0", page: say`your weakest` },
        { look: "heat-4", page: say`your best` },
        { look: "heat-none", page: say`not enough posts yet` },
      ],
      table: {
        columns: [say`When`, say`Posts`, say`Against your usual`],
        rows: blocks
          .filter(({ posts }) => posts > 0)
          .map((block) => ({ cells: [nameOf(block), String(block.posts), strength(block)] })),
      },
    },
    notes: {
      page: allOf(
        say`Times are in ${place}. Each field says how many of your latest ${counted(hours.posts, "post")} stand behind it, and is coloured from 3 posts on.`,
        hours.best && hours.best.rated.score > 0 && sureness(hours.best),
        say`What was posted at these hours may have been better for other reasons. Try it, and look again.`,
      ),
      paper: [
        say`In each field: the median of likes and comments as a multiple of your usual, and how many posts stand behind it, of ${counted(hours.posts, "post")} in all. Green is above your own mean, red below it; the fewer the posts, the paler. Fields of fewer than 3 posts are not rated.`,
      ],
    },
  };
}

type Known = BestHours & { outcome: "known" };

function pageHeadline({ best, blocks }: Known): string {
  if (best && best.rated.score > 0)
    return mayWellBeChance(best)
      ? say`No hours clearly stand out yet.`
      : say`Your best hours so far: ${nameOf(best)}.`;
  return blocks.some(({ rated }) => rated)
    ? say`No hours stand out: none did better than your average.`
    : say`Not enough posts yet: no field has 3 of them.`;
}

function strength({ rated }: Block): string {
  if (!rated) return say`not enough posts yet`;
  return rated.times === undefined ? "–" : say`${withDecimals(rated.times, 2)} times`;
}

function sureness(best: BestBlock): string {
  const name = say`${nameOf(best)}, with ${counted(best.posts, "post")}`;
  if (mayWellBeChance(best)) return say`Best so far: ${name}. That may well be chance.`;
  const chance = Math.max(1, Math.round(best.rated.chance));
  return best.rated.chance <= 5
    ? say`How sure: rather sure. ${name}: as good hours come about by chance in ${chance} of 100 cases.`
    : say`How sure: a hint. ${name}: as good hours come about by chance in ${chance} of 100 cases.`;
}

/** The best block, with how sure it is. */
function paperHeadline({ best }: Known): string {
  if (!best || best.rated.score <= 0) return say`No hours stand above your mean.`;
  const { posts, rated } = best;
  const when = weeklyHours(best);
  const many = counted(posts, "post");
  const found =
    rated.times === undefined
      ? say`Your posts did best on ${when}: ${many}.`
      : say`Your posts did best on ${when}: ${many}, ${withDecimals(rated.times, 1)} times your usual.`;
  return `${found} ${howLikely(best)}`;
}

function howLikely(best: BestBlock): string {
  const { chance } = best.rated;
  if (mayWellBeChance(best))
    return say`That may well be chance, and no hour is proven to be the reason.`;
  return chance < 1
    ? say`So many above the usual come about by chance in less than 1 of 100 cases, and no hour is proven to be the reason.`
    : say`So many above the usual come about by chance in ${Math.round(chance)} of 100 cases, and no hour is proven to be the reason.`;
}

/** Coloured from the lowest score to the highest, in five steps. */
function cellsOf(blocks: readonly Block[]): GridFigure["cells"] {
  const scores = blocks.flatMap(({ rated }) => (rated ? [rated.score] : []));
  const low = Math.min(...scores);
  const step = (Math.max(...scores) - low) / 5;
  const levelOf = (score: number) =>
    (step === 0 ? 2 : Math.min(4, Math.floor((score - low) / step))) as HeatLevel;
  return blocks.map((block) => ({
    row: rowOf(block),
    column: block.fromHour / hoursInBlock,
    count: block.posts,
    level: block.rated && levelOf(block.rated.score),
    label: labelOf(block),
    score: block.rated?.score ?? null,
  }));
}

function labelOf({ rated }: Block): string {
  if (!rated) return "–";
  return rated.times === undefined ? "0" : `${withDecimals(rated.times, 1)}×`;
}
