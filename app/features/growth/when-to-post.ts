import type { HeatLevel } from "../../design/charts/drawing/drawing.ts";
import type { GridFigure } from "../../design/charts/drawing/figure.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import {
  type BestBlock,
  type BestHours,
  type Block,
  bestHours,
  clockTimes,
  hoursInBlock,
  mayWellBeChance,
  weekdays,
} from "../analysis/best-hours.ts";
import { type ChartRequest, type GrowthChart, openWay } from "./chart.ts";

function nameOf(block: Block): string {
  const { from, until } = clockTimes(block);
  return `${weekdays[block.weekday]}, ${from} to ${until}`;
}
/** Weeks are read from Monday on; `weekdays` begins with Sunday. */
const rowOf = ({ weekday }: Block) => (weekday + 6) % 7;
const starts = Array.from({ length: 24 / hoursInBlock }, (_, block) => block * hoursInBlock);
const twoDigits = (hour: number) => String(hour).padStart(2, "0");

/** Weekday and three hours, in the subscriber's own time zone (docs/analysis.md#engagement). */
export function whenToPostChart({
  growth,
  knowing,
  timeZone,
}: ChartRequest): GrowthChart<GridFigure> {
  const key = "when-to-post";
  const title = { page: "When to post", paper: "When to post" };
  const hours = bestHours(growth.posts, timeZone ?? "UTC");
  if (hours.outcome === "too-few")
    return {
      key,
      title,
      notes: {
        page: [
          `Not enough posts yet: this takes 30 posts whose likes and comments are known. ${counted(hours.missing, "post")} ${hours.missing === 1 ? "is" : "are"} missing.`,
        ],
        paper: [
          `Not enough posts yet: there ${hours.posts === 1 ? "is" : "are"} ${counted(hours.posts, "post")} whose likes and comments are known, and ${withCommas(hours.missing)} more are needed.`,
        ],
      },
      way: knowing.isConnected ? undefined : openWay(knowing, "connect", "Connect Instagram"),
    };
  const place = (timeZone ?? "UTC").replaceAll("_", " ");
  const blocks = hours.blocks.toSorted((a, b) => rowOf(a) - rowOf(b));
  const headline = { page: pageHeadline(hours), paper: paperHeadline(hours) };
  const figure = {
    kind: "grid" as const,
    rows: [...weekdays.slice(1), weekdays[0]].map((name) => name.slice(0, 3)),
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
      name: `${title.page}, by weekday and three hours`,
      headline,
      description: {
        page: `${headline.page} Times are in ${place}. The table has each field.`,
        paper: timeZone
          ? `Hours are in your time zone, ${timeZone}.`
          : "Hours are in UTC, because you have not told us your time zone.",
      },
      legend: [
        { look: "heat-0", page: "your weakest" },
        { look: "heat-4", page: "your best" },
        { look: "heat-none", page: "not enough posts yet" },
      ],
      table: {
        columns: ["When", "Posts", "Against your usual"],
        rows: blocks
          .filter(({ posts }) => posts > 0)
          .map((block) => ({ cells: [nameOf(block), String(block.posts), strength(block)] })),
      },
    },
    notes: {
      page: [
        `Times are in ${place}. Each field says how many of your latest ${counted(hours.posts, "post")} stand behind it, and is coloured from 3 posts on.`,
        ...(hours.best && hours.best.rated.score > 0 ? [sureness(hours.best)] : []),
        "What was posted at these hours may have been better for other reasons. Try it, and look again.",
      ],
      paper: [
        `In each field: the median of likes and comments as a multiple of your usual, and how many posts stand behind it, of ${counted(hours.posts, "post")} in all. Green is above your own mean, red below it; the fewer the posts, the paler. Fields of fewer than 3 posts are not rated.`,
      ],
    },
  };
}

type Known = BestHours & { outcome: "known" };

function pageHeadline({ best, blocks }: Known): string {
  if (best && best.rated.score > 0)
    return mayWellBeChance(best)
      ? "No hours clearly stand out yet."
      : `Your best hours so far: ${nameOf(best)}.`;
  return blocks.some(({ rated }) => rated)
    ? "No hours stand out: none did better than your average."
    : "Not enough posts yet: no field has 3 of them.";
}

function strength({ rated }: Block): string {
  if (!rated) return "not enough posts yet";
  return rated.times === undefined ? "–" : `${rated.times.toFixed(2)} times`;
}

function sureness(best: BestBlock): string {
  const name = `${nameOf(best)}, with ${counted(best.posts, "post")}`;
  if (mayWellBeChance(best)) return `Best so far: ${name}. That may well be chance.`;
  const chance = Math.max(1, Math.round(best.rated.chance));
  const word = best.rated.chance <= 5 ? "rather sure" : "a hint";
  return `How sure: ${word}. ${name}: as good hours come about by chance in ${chance} of 100 cases.`;
}

/** The best block, with how sure it is. */
function paperHeadline({ best }: Known): string {
  if (!best || best.rated.score <= 0) return "No hours stand above your mean.";
  const { weekday, posts, rated } = best;
  const { from, until } = clockTimes(best);
  const times = rated.times === undefined ? "" : `, ${rated.times.toFixed(1)} times your usual`;
  const chance = mayWellBeChance(best)
    ? "That may well be chance"
    : `So many above the usual come about by chance in ${rated.chance < 1 ? "less than 1" : Math.round(rated.chance)} of 100 cases`;
  return `Your posts did best on ${weekdays[weekday]}s from ${from} to ${until}: ${counted(posts, "post")}${times}. ${chance}, and no hour is proven to be the reason.`;
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
  return rated.times === undefined ? "0" : `${rated.times.toFixed(1)}×`;
}
