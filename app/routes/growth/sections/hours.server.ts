import { chanceOfHeads } from "~/domain/analysis/statistics";
import type { HeatLevel } from "~/domain/charts/drawing";
import { heatGrid } from "~/domain/charts/heat-grid";
import {
  type BestHours,
  bestHours,
  blocksPerDay,
  type HourBlock,
} from "~/domain/growth-series/best-hours";
import { counted, withCommas } from "~/domain/numbers";
import { type GrowthView, openWay, type ShownSection } from "./section.ts";

const title = "When to post";
const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
const hoursOf = ({ block }: HourBlock) => `${clock(block * 3)} to ${clock((block + 1) * 3)}`;
const nameOf = (one: HourBlock) => `${weekdays[one.weekday]}, ${hoursOf(one)}`;

/** Weekday and three hours, in the subscriber's own time zone (instagram.md 4). */
export function hoursSection(view: GrowthView, timeZone: string): ShownSection {
  const key = "when-to-post" as const;
  const { growth, knowing } = view;
  const hours = bestHours(growth.posts, timeZone);
  if (hours.outcome === "too-few")
    return {
      key,
      title,
      notes: [
        `Not enough posts yet: this takes 30 posts whose likes and comments are known. ${hours.posts === 0 ? "None is known so far." : `${counted(hours.missing, "post")} ${hours.missing === 1 ? "is" : "are"} missing.`}`,
      ],
      way: knowing.isConnected ? undefined : openWay(knowing, "connect", "Connect Instagram"),
    };
  return {
    key,
    title,
    chart: {
      drawing: heatGrid({
        rows: weekdays.map((name) => name.slice(0, 3)),
        columns: Array.from(
          { length: blocksPerDay },
          (_, block) => `${block * 3}–${block * 3 + 3}`,
        ),
        cells: cellsOf(hours.blocks),
      }),
      name: `${title}, by weekday and three hours`,
      description: `${headlineOf(hours)} Times are in ${placeOf(timeZone)}. The table has each field.`,
      headline: headlineOf(hours),
      legend: [
        { look: "heat-0", label: "your weakest" },
        { look: "heat-4", label: "your best" },
        { look: "heat-none", label: "not enough posts yet" },
      ],
      table: {
        columns: ["When", "Posts", "Above your median", "Median engagement"],
        rows: hours.blocks
          .filter(({ posts }) => posts > 0)
          .map((one) => ({
            cells: [
              nameOf(one),
              String(one.posts),
              String(one.aboveMedian),
              one.score === undefined
                ? "not enough posts yet"
                : withCommas(Math.round(one.engagement ?? 0)),
            ],
          })),
      },
    },
    notes: [
      `Times are in ${placeOf(timeZone)}. Each field says how many of your latest ${counted(hours.posts, "post")} stand behind it, and is coloured from 3 posts on.`,
      ...hours.best.map((one) => `${nameOf(one)}: ${sureness(one)}`),
      "What was posted at these hours may have been better for other reasons. Try it, and look again.",
    ],
  };
}

const placeOf = (timeZone: string) => timeZone.replaceAll("_", " ");

function headlineOf({ best, blocks }: BestHours & { outcome: "scored" }): string {
  const [first] = best;
  if (first) return `Your best hours so far: ${nameOf(first)}.`;
  return blocks.some(({ score }) => score !== undefined)
    ? "No hours stand out: your posts did about as well at all of them."
    : "Not enough posts yet: no field has 3 of them.";
}

/** How likely it is that a coin would do as well. */
function sureness(one: HourBlock): string {
  const chance = chanceOfHeads(one.aboveMedian, one.posts);
  const word = chance < 0.02 ? "rather sure" : chance < 0.15 ? "a hint" : "could well be chance";
  return `${one.aboveMedian} of ${counted(one.posts, "post")} above your median; ${word}.`;
}

/** From the lowest score to the highest, in five steps. */
function cellsOf(blocks: readonly HourBlock[]) {
  const scores = blocks.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const low = Math.min(...scores);
  const step = (Math.max(...scores) - low) / 5;
  const levelOf = (score: number) =>
    (step === 0 ? 2 : Math.min(4, Math.floor((score - low) / step))) as HeatLevel;
  return blocks.map(({ weekday, block, posts, score }) => ({
    row: weekday,
    column: block,
    count: posts,
    level: score === undefined ? undefined : levelOf(score),
  }));
}
