import { hourInSeconds, weekInSeconds } from "../../../platform/values/durations.ts";
import { indexFrom } from "../../../platform/values/rising.ts";
import { seededRandom } from "../../../platform/values/seeded-random.ts";

/** So long after a post, follows are counted for it (instagram.md 4). */
export const windowSeconds = 48 * hourInSeconds;
/** The usual is taken from so many weeks before and behind: of more, an account that grows has none. */
const usualWeeks = 4;
/** Every so many seconds of the free time, a post could have been moved there. */
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
 * The best of fifty cannot be one of 5,000: a draw leaves the post where it is as often as it would if the free time were cut
 * into pieces of 48 hours, and its own time were one of them. So whatever follows do by themselves, a post's time is above the
 * free times no more often than any of these is above the others.
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
    // Left where it is, a post has as many follows as it has.
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
  /** Of how many weeks the usual is: of none, it is not known. */
  weeks: number;
}

/** What came within 48 hours after a time, and what was usual. */
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

/** How far the one is above the other, in the same measure for all times. */
const scoreOf = ({ came, usual }: Compared, spread: number): number =>
  evened(came, spread) - evened(usual, spread);

/** How much more follows vary than by chance alone: by this part of the square of the usual. */
function spreadOf(free: readonly Compared[]): number {
  let excess = 0;
  let squares = 0;
  for (const { came, usual } of free) {
    excess += (came - usual) ** 2 - usual;
    squares += usual ** 2;
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares);
}

/** A count in a measure in which many vary as much as few. */
function evened(count: number, spread: number): number {
  const positive = count + 3 / 8;
  return spread < 1e-6
    ? 2 * Math.sqrt(positive)
    : (2 / Math.sqrt(spread)) * Math.asinh(Math.sqrt(spread * positive));
}

/** Of those that stand out, this part may do so by chance (instagram.md 4). */
const falseRate = 0.1;

/** With fewer, the chance of a post, 1 / (free times + 1) at best, never falls below that part. */
export const fewestFreeTimes = 1 / falseRate;

/** Whether anything can stand out at all: a draw leaves a post where it is too often if there are few free times. */
export const canStandOut = (freeTimes: number): boolean => freeTimes >= fewestFreeTimes;

/** Benjamini-Hochberg: whether each stands out, if of those that do a tenth may do so by chance. */
export function standOut(chances: readonly number[], rate = falseRate): boolean[] {
  const sorted = chances.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex(
    (chance, index) => chance <= (rate * (index + 1)) / sorted.length,
  );
  const limit = sorted[last] ?? -1;
  return chances.map((chance) => chance <= limit);
}
