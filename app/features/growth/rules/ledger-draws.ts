import { hourInSeconds, weekInSeconds } from "../../../platform/values/durations.ts";
import { indexFrom } from "../../../platform/values/rising.ts";
import { seededRandom } from "../../../platform/values/seeded-random.ts";

/** So long after a post, follows are counted for it (docs/analysis.md#what-brought-followers). */
export const windowSeconds = 48 * hourInSeconds;
/** The usual is the average of so many weeks before and after. Over more, growth itself would change it. */
const usualWeeks = 4;
/** Seconds between the times to which a draw may move a post. */
const startEvery = 6 * hourInSeconds;
const draws = 5_000;

/** Follows of a time that is known without gaps, and what was posted in it. */
export interface KnownCourse {
  /** Epoch seconds. */
  from: number;
  to: number;
  /** Seconds of all known follows, rising. */
  follows: Uint32Array;
  /** Seconds of all posts that are known, rising. */
  posts: readonly number[];
}

export interface Drawn extends Omit<Compared, "weeks"> {
  /** (b + 1) / (B + 1). */
  chance: number;
}

/**
 * How likely so many follows after each of these posts are, if posts bring none. In 5,000 draws all posts
 * are moved, by lot, to another time that is within 48 hours of no post, and the usual of the weekday and hours there is taken
 * off. Moved only to its own weekday and hour, the post of somebody who posts every Monday would always meet another one.
 *
 * With few free windows of 48 hours the smallest possible chance is 1 / (windows + 1), however many draws there are. So a
 * draw keeps the post at its own time at that rate: then no post is named more often than chance allows.
 * @param tested epoch seconds of posts whose 48 hours lie within the known time
 */
export function drawLedger(
  course: KnownCourse,
  tested: readonly number[],
): { drawn: Drawn[]; freeTimes: number } {
  const { starts, freeTimes } = freeStarts(course);
  const free = starts.map((start) => comparedAt(course, start));
  const spread = spreadOf(free);
  const scores = Float64Array.from(free, (one) => scoreOf(one, spread));
  const random = seededRandom(1);
  const own = 1 / (freeTimes + 1);
  const drawnScores = Float64Array.from({ length: draws }, () => {
    const lot = random();
    const index = Math.floor(((lot - own) / (1 - own)) * scores.length);
    // A draw that keeps the post at its own time reproduces the observed count.
    return lot < own ? Number.POSITIVE_INFINITY : (scores[index] ?? Number.POSITIVE_INFINITY);
  }).sort();
  const drawn = tested.map((post) => {
    const one = comparedAt(course, post);
    const asMany = draws - indexFrom(drawnScores, scoreOf(one, spread));
    const { came, usual } = one;
    return { came, usual, chance: (asMany + 1) / (draws + 1) };
  });
  return { drawn, freeTimes };
}

/** The times at which a window of 48 hours touches no post's, and how many windows fit in there side by side. */
function freeStarts({ from, to, posts }: KnownCourse) {
  const starts: number[] = [];
  let freeTimes = 0;
  let next = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (let start = from; start + windowSeconds <= to; start += startEvery) {
    while ((posts[next] ?? Number.POSITIVE_INFINITY) + windowSeconds <= start) next += 1;
    if ((posts[next] ?? Number.POSITIVE_INFINITY) < start + windowSeconds) continue;
    starts.push(start);
    if (start < end) continue;
    freeTimes += 1;
    end = start + windowSeconds;
  }
  return { starts, freeTimes };
}

interface Compared {
  came: number;
  usual: number;
  /** How many weeks the usual is the average of. Without any, it is not known. */
  weeks: number;
}

/** How many came within 48 hours after a time, and how many were usual. */
export function comparedAt({ from, to, follows }: KnownCourse, start: number): Compared {
  const cameAt = (second: number) =>
    indexFrom(follows, second + 1 + windowSeconds) - indexFrom(follows, second + 1);
  let sum = 0;
  let weeks = 0;
  for (let k = -usualWeeks; k <= usualWeeks; k += 1) {
    const other = start + k * weekInSeconds;
    if (k === 0 || other < from || other + windowSeconds > to) continue;
    sum += cameAt(other);
    weeks += 1;
  }
  return { came: cameAt(start), usual: weeks === 0 ? 0 : sum / weeks, weeks };
}

/** How far the follows are above the usual, comparable between times of many and of few follows. */
const scoreOf = ({ came, usual }: Compared, spread: number): number =>
  stabilized(came, spread) - stabilized(usual, spread);

/** Overdispersion: how far the variance exceeds that of chance alone (Poisson), as a part of the squared usual. */
function spreadOf(free: readonly Compared[]): number {
  let excess = 0;
  let squares = 0;
  for (const { came, usual } of free) {
    excess += (came - usual) ** 2 - usual;
    squares += usual ** 2;
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares);
}

/** Stabilizes the variance (Anscombe): in this measure, large counts vary as much as small ones. */
function stabilized(count: number, spread: number): number {
  const positive = count + 3 / 8;
  return spread < 1e-6
    ? 2 * Math.sqrt(positive)
    : (2 / Math.sqrt(spread)) * Math.asinh(Math.sqrt(spread * positive));
}

/** The part of those that stand out that may do so by chance (docs/analysis.md#what-brought-followers). */
const falseDiscoveryRate = 0.1;

/** With fewer, the chance of a post, 1 / (free times + 1) at best, never falls below that rate. */
export const fewestFreeTimes = 1 / falseDiscoveryRate;

/** Whether anything can stand out at all: with few free times, too many draws keep the post at its own time. */
export const canStandOut = (freeTimes: number): boolean => freeTimes >= fewestFreeTimes;

/** Benjamini-Hochberg: whether each stands out, if of those that do a tenth may do so by chance. */
export function standOut(chances: readonly number[], rate = falseDiscoveryRate): boolean[] {
  const sorted = chances.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex(
    (chance, index) => chance <= (rate * (index + 1)) / sorted.length,
  );
  const limit = sorted[last] ?? -1;
  return chances.map((chance) => chance <= limit);
}
