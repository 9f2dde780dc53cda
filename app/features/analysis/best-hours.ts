import { day } from "../../platform/values/durations.ts";
import { formatIn } from "../../platform/values/formats.ts";
import { say, voiceNow } from "../../platform/values/say.ts";
import { chanceOfHeads, mean, median } from "../../platform/values/statistics.ts";
import type { PostFigures } from "../export/export.ts";
import { withReactions } from "./engagement.ts";

/** With fewer posts, a weekday and an hour say nothing (docs/analysis.md#best-hours). */
const fewestPosts = 30;
const fewestInBlock = 3;
/** A block's median counts as much as this many posts of the usual kind: few good posts do not make a good hour. */
const shrinkage = 5;
export const hoursInBlock = 3;
export const weekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Three hours of a weekday. */
export interface Block {
  /** Index in `weekdays`: 0 is Sunday. */
  weekday: number;
  /** 0, 3, 6 … 21. */
  fromHour: number;
  posts: number;
  /** Undefined with fewer than 3 posts. */
  rated: RatedBlock | undefined;
}

export interface RatedBlock {
  /** Standard score of the block's median among all posts, shrunk towards 0, the mean: the fewer posts, the more. */
  score: number;
  /** Median of the posts' likes and comments, as a multiple of the account's usual; undefined where that is 0. */
  times: number | undefined;
  /** The chance of so many posts above the usual, in percent, times the blocks with enough posts (Bonferroni). */
  chance: number;
}

export type BestBlock = Block & { rated: RatedBlock };

/** Whether a block is so likely to look good by chance that nothing is recommended by it. */
export const mayWellBeChance = ({ rated }: BestBlock): boolean => rated.chance > 30;

/** The name of a weekday in the reader's language. @param weekday 0 is Sunday */
export const weekdayName = (weekday: number, length: "long" | "short"): string =>
  formatIn({ weekday: length, timeZone: "UTC" }).format(firstSunday + weekday * day);

const firstSunday = Date.UTC(2023, 0, 1);

/** The weekday on which drawn weeks begin: Monday in English, else the one of the reader's language. */
export function firstWeekday(): number {
  const voice = voiceNow();
  return voice ? firstDayOf(voice.locale) % 7 : 1;
}

/** 1 is Monday, 7 is Sunday. */
function firstDayOf(locale: string): number {
  // TypeScript does not know it yet.
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } };
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1;
}

/** `Fridays from 18:00 to 21:00`. */
export function weeklyHours(block: Pick<Block, "weekday" | "fromHour">): string {
  const { from, until } = clockTimes(block);
  return weekly[block.weekday]?.(from, until) ?? "";
}

const weekly: readonly ((from: string, until: string) => string)[] = [
  (from, until) => say`Sundays from ${from} to ${until}`,
  (from, until) => say`Mondays from ${from} to ${until}`,
  (from, until) => say`Tuesdays from ${from} to ${until}`,
  (from, until) => say`Wednesdays from ${from} to ${until}`,
  (from, until) => say`Thursdays from ${from} to ${until}`,
  (from, until) => say`Fridays from ${from} to ${until}`,
  (from, until) => say`Saturdays from ${from} to ${until}`,
];

/** `09:00` and `12:00`. */
export const clockTimes = ({ fromHour }: Pick<Block, "fromHour">) => {
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return { from: clock(fromHour), until: clock(fromHour + hoursInBlock) };
};

/** `America/New York`. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll("_", " ");

export type BestHours =
  /** How many more posts with known likes and comments it takes. */
  | { outcome: "too-few"; missing: number }
  | {
      outcome: "known";
      posts: number;
      /** All 56, by weekday and hour. */
      blocks: Block[];
      /** The block with the highest score; undefined where none has enough posts, or all posts did alike. */
      best: BestBlock | undefined;
    };

type Posted = Pick<PostFigures, "postedAt" | "likes" | "comments">;

/**
 * When posts do better than the account's own usual (docs/analysis.md#best-hours), by weekday and three hours of this time zone.
 * @param timeZone IANA name
 * @throws RangeError for a time zone that is unknown
 */
export function bestHours(posts: readonly Posted[], timeZone: string): BestHours {
  const rated = withReactions(posts);
  const count = rated.length;
  if (count < fewestPosts) return { outcome: "too-few", missing: fewestPosts - count };
  const values = rated.map(({ reactions }) => reactions);
  const usual = median(values) ?? 0;
  const average = mean(values) ?? 0;
  const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)) ?? 0);
  const placeOf = placesIn(timeZone);
  const byPlace = Map.groupBy(rated, ({ post }) => placeOf(post.postedAt));
  const enough = [...byPlace.values()].filter(({ length }) => length >= fewestInBlock).length;
  const rate = (members: readonly number[]): RatedBlock | undefined => {
    if (members.length < fewestInBlock) return undefined;
    const middle = median(members) ?? 0;
    const score = deviation === 0 ? 0 : (middle - average) / deviation;
    const above = members.filter((value) => value > usual).length;
    return {
      score: (score * members.length) / (members.length + shrinkage),
      times: usual === 0 ? undefined : middle / usual,
      // Bonferroni correction: the best of many blocks looks good by chance.
      chance: Math.min(100, chanceOfHeads(above, members.length) * 100 * enough),
    };
  };
  const blocks = Array.from({ length: weekdays.length * blocksOfDay }, (_, place): Block => {
    const members = (byPlace.get(place) ?? []).map(({ reactions }) => reactions);
    return {
      weekday: Math.floor(place / blocksOfDay),
      fromHour: (place % blocksOfDay) * hoursInBlock,
      posts: members.length,
      rated: rate(members),
    };
  });
  const best = blocks
    .filter((block): block is BestBlock => block.rated !== undefined)
    .reduce<BestBlock | undefined>(
      (top, block) => (top && top.rated.score >= block.rated.score ? top : block),
      undefined,
    );
  return { outcome: "known", posts: count, blocks, best: deviation === 0 ? undefined : best };
}

const blocksOfDay = 24 / hoursInBlock;

/** The number of a block from an instant, in epoch seconds: by the clock of the time zone, summer time included. */
function placesIn(timeZone: string): (second: number) => number {
  const names: readonly string[] = weekdays;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return (second) => {
    const parts = new Map(
      clock.formatToParts(second * 1_000).map(({ type, value }) => [type, value]),
    );
    const weekday = names.indexOf(parts.get("weekday") ?? "");
    return weekday * blocksOfDay + Math.floor(Number(parts.get("hour")) / hoursInBlock);
  };
}
