import type { HeatLevel } from "~/design/charts/drawing/drawing";
import { heatGrid } from "~/design/charts/drawing/heat-grid";
import {
  type BestBlock,
  type BestHours,
  type Block,
  bestHours,
  clockTimes,
  hoursInBlock,
  mayWellBeChance,
  weekdays,
} from "~/features/analysis/best-hours";
import { counted } from "~/platform/values/numbers";
import { openWay, type SectionInput, type ShownSection } from "./section.ts";

const key = "when-to-post" as const;
const title = "When to post";

function nameOf(block: Block): string {
  const { from, until } = clockTimes(block);
  return `${weekdays[block.weekday]}, ${from} to ${until}`;
}
/** From Monday on. */
const rowOf = ({ weekday }: Block) => (weekday + 6) % 7;

/** Weekday and three hours, in the subscriber's own time zone (instagram.md 4). */
export function hoursSection({ growth, knowing }: SectionInput, timeZone: string): ShownSection {
  const hours = bestHours(growth.posts, timeZone);
  if (hours.outcome === "too-few")
    return {
      key,
      title,
      notes: [
        `Not enough posts yet: this takes 30 posts whose likes and comments are known. ${counted(hours.missing, "post")} ${hours.missing === 1 ? "is" : "are"} missing.`,
      ],
      way: knowing.isConnected ? undefined : openWay(knowing, "connect", "Connect Instagram"),
    };
  const place = timeZone.replaceAll("_", " ");
  const starts = Array.from({ length: 24 / hoursInBlock }, (_, block) => block * hoursInBlock);
  const blocks = hours.blocks.toSorted((a, b) => rowOf(a) - rowOf(b));
  const headline = headlineOf(hours);
  return {
    key,
    title,
    chart: {
      drawing: heatGrid({
        rows: [...weekdays.slice(1), weekdays[0]].map((name) => name.slice(0, 3)),
        columns: starts.map((hour) => `${hour}–${hour + hoursInBlock}`),
        cells: cellsOf(blocks),
      }),
      name: `${title}, by weekday and three hours`,
      description: `${headline} Times are in ${place}. The table has each field.`,
      headline,
      legend: [
        { look: "heat-0", label: "your weakest" },
        { look: "heat-4", label: "your best" },
        { look: "heat-none", label: "not enough posts yet" },
      ],
      table: {
        columns: ["When", "Posts", "Against your usual"],
        rows: blocks
          .filter(({ posts }) => posts > 0)
          .map((block) => ({ cells: [nameOf(block), String(block.posts), strength(block)] })),
      },
    },
    notes: [
      `Times are in ${place}. Each field says how many of your latest ${counted(hours.posts, "post")} stand behind it, and is coloured from 3 posts on.`,
      ...(hours.best && hours.best.rated.score > 0 ? [sureness(hours.best)] : []),
      "What was posted at these hours may have been better for other reasons. Try it, and look again.",
    ],
  };
}

type Known = BestHours & { outcome: "known" };

function headlineOf({ best, blocks }: Known): string {
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

/** From the lowest score to the highest, in five steps. */
function cellsOf(blocks: readonly Block[]) {
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
  }));
}
