import { mean, median } from "../analysis/statistics.ts";
import type { GrowthPost } from "../growth/growth.ts";
import { engagedPosts } from "./engagement.ts";

/** Weekday (0 is Monday) and three hours of it (0 is 0:00 to 3:00) in a time zone. */
export interface HourBlock {
  weekday: number;
  block: number;
  posts: number;
  /** Of these, above the account's own median. */
  aboveMedian: number;
  /** Median of likes and comments; undefined without posts. */
  engagement: number | undefined;
  /**
   * Median standard score of its posts among all posts of the account, shrunk to their mean by how few it stands on
   * (instagram.md 4). Undefined with fewer than 3 posts.
   */
  score: number | undefined;
}

export type BestHours =
  | { outcome: "too-few"; posts: number; missing: number }
  | {
      outcome: "scored";
      posts: number;
      /** All 56, by weekday, then by hour. */
      blocks: readonly HourBlock[];
      /** At most three that are above the mean, the best first. */
      best: readonly HourBlock[];
    };

/** instagram.md 4. */
const fewestPosts = 30;
const fewestOfBlock = 3;

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export const blocksPerDay = 8;

/**
 * When posts of this account have met with the most likes and comments.
 * @param timeZone as in the IANA's database
 */
export function bestHours(posts: readonly GrowthPost[], timeZone: string): BestHours {
  const known = engagedPosts(posts);
  if (known.length < fewestPosts)
    return { outcome: "too-few", posts: known.length, missing: fewestPosts - known.length };
  const all = known.map(({ engagement }) => engagement);
  const middle = median(all) ?? 0;
  const average = mean(all) ?? 0;
  const deviation = Math.sqrt(mean(all.map((one) => (one - average) ** 2)) ?? 0);
  const place = placeIn(timeZone);
  const byBlock = Array.from({ length: weekdays.length * blocksPerDay }, (): number[] => []);
  for (const { at, engagement } of known) byBlock[place(at)]?.push(engagement);
  const blocks = byBlock.map((engagements, index): HourBlock => {
    const count = engagements.length;
    const engagement = median(engagements);
    const scored = engagement !== undefined && count >= fewestOfBlock;
    const score = deviation === 0 ? 0 : ((engagement ?? 0) - average) / deviation;
    return {
      weekday: Math.floor(index / blocksPerDay),
      block: index % blocksPerDay,
      posts: count,
      aboveMedian: engagements.filter((one) => one > middle).length,
      engagement,
      score: scored ? (score * count) / (count + fewestOfBlock) : undefined,
    };
  });
  const best = blocks
    .filter(({ score = 0 }) => score > 0)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, 3);
  return { outcome: "scored", posts: known.length, blocks, best };
}

/** The index of the block in which a moment lies. */
function placeIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const weekday = weekdays.indexOf(parts.get("weekday") ?? "");
    return weekday * blocksPerDay + Math.floor(Number(parts.get("hour")) / 3);
  };
}
