import { type Chance, chanceFrom } from "../../sandbox/histories/chance.ts";

const day = 86_400;
const hour = 3_600;
const end = Date.UTC(2026, 10, 1) / 1_000;

/** An account whose follows have nothing to do with its posts, unless an effect is planted. */
export interface MadeAccount {
  from: number;
  to: number;
  follows: Uint32Array;
  posts: number[];
  /** The posts that had an effect. */
  effective: Set<number>;
  /** The post with the one burst, if it was planted. */
  burstAfter: number | undefined;
}

/** How the follows of a day differ from the usual, by themselves. */
export type Course = keyof typeof courses;
/** When the owner posts. */
export type Rhythm = keyof typeof rhythms;

const steady = () => () => 1;
export const courses = {
  steady,
  "busy weekends": () => (index: number) => (index % 7 < 2 ? 2.2 : 0.6),
  "ten times as many at the end": (_: Chance, days: number) => (index: number) =>
    10 ** (index / days),
  "a tenth at the end": (_: Chance, days: number) => (index: number) => 10 ** (-index / days),
  drifting: (chance: Chance, days: number) => {
    const levels: number[] = [];
    let level = 0;
    for (let index = 0; index < days; index += 1) {
      level = level * 0.995 + Math.log(chance.factor(0.08));
      levels.push(Math.exp(level));
    }
    return (index: number) => levels[index] ?? 1;
  },
  "uneven days": (chance: Chance) => () => chance.factor(0.7),
  "a burst a month": (chance: Chance, days: number) => bursts(chance, days, 30, 8),
  "a great burst a year": (chance: Chance, days: number) => bursts(chance, days, 300, 40),
  // A mention elsewhere brings ten to three hundred times the usual, and fades within days.
  "heavy bursts": (chance: Chance, days: number) => heavyBursts(chance, days, () => 1 / 30),
  // One brings another: weeks full of them, and months without.
  "heavy bursts in swarms": (chance: Chance, days: number) =>
    heavyBursts(chance, days, (since) => (since < 10 ? 1 / 5 : 1 / 90)),
  "bursts of a week": (chance: Chance, days: number) => {
    const great = Array.from({ length: days }, () => chance.next() < 1 / 60);
    return (index: number) =>
      great.slice(Math.max(0, index - 6), index + 1).includes(true) ? 4 : 1;
  },
  // Those who came and left between two exports were never seen: of each month, the last are there.
  "seen once a month": () => (index: number) => 0.55 + 0.45 * ((index % 30) / 30),
} satisfies Record<string, (chance: Chance, days: number) => (index: number) => number>;

function bursts(chance: Chance, days: number, every: number, times: number) {
  const great = Array.from({ length: days }, () => chance.next() < 1 / every);
  return (index: number) => (great[index] ? times : great[index - 1] ? times / 3 : 1);
}

function heavyBursts(chance: Chance, days: number, oddsAfter: (daysSince: number) => number) {
  const levels: number[] = [];
  let since = Number.POSITIVE_INFINITY;
  let above = 0;
  for (let index = 0; index < days; index += 1) {
    above /= 4;
    since += 1;
    if (chance.next() < oddsAfter(since)) {
      above += Math.min(300, 10 / (1 - chance.next()));
      since = 0;
    }
    levels.push(1 + above);
  }
  return (index: number) => levels[index] ?? 1;
}

export const rhythms = {
  "any time": (chance: Chance, days: number, count: number) =>
    Array.from({ length: count }, () => chance.next() * days),
  "the same hours each week": (chance: Chance, days: number, count: number) => {
    const perWeek = Math.max(1, Math.round((count * 7) / days));
    const slots = Array.from({ length: perWeek }, () => chance.below(7) + 0.75);
    return Array.from(
      { length: count },
      (_, index) =>
        Math.floor(index / perWeek) * 7 + (slots[index % perWeek] ?? 0) + chance.next() / 24,
    ).filter((at) => at < days);
  },
  "several at once": (chance: Chance, days: number, count: number) =>
    Array.from({ length: Math.ceil(count / 4) }, () => chance.next() * days).flatMap((at) =>
      Array.from({ length: 4 }, (_, index) => at + index / 8),
    ),
  "mostly of late": (chance: Chance, days: number, count: number) =>
    Array.from({ length: count }, () => days * Math.sqrt(chance.next())),
} satisfies Record<string, (chance: Chance, days: number, count: number) => number[]>;

export interface AccountOptions {
  seed: number;
  days: number;
  /** On an average day. */
  followsPerDay: number;
  posts: number;
  course?: Course;
  rhythm?: Rhythm;
  /** Follows of the 48 hours after an effective post, as a part of the usual: 0.5 is half as many again. */
  effect?: number;
  /** The part of the posts that has it. */
  effective?: number;
  /** How many times the usual come after one of the posts, by lot; nothing else has an effect. */
  burst?: number;
}

export function makeAccount({
  seed,
  days,
  followsPerDay,
  posts: count,
  course = "steady",
  rhythm = "any time",
  effect = 0,
  effective: share = 0.2,
  burst,
}: AccountOptions): MadeAccount {
  const chance = chanceFrom(seed);
  const from = end - days * day;
  const levelOf = courses[course](chance, days);
  const levels = Array.from({ length: days }, (_, index) => levelOf(index));
  const average = levels.reduce((sum, level) => sum + level, 0) / days;
  const posts = rhythms[rhythm](chance, days, count)
    .map((at) => Math.floor(from + at * day))
    .filter((at) => at < end)
    .sort((a, b) => a - b);
  const effective = new Set(posts.filter(() => chance.next() < share));
  const usual = (second: number) =>
    (followsPerDay * (levels[Math.floor((second - from) / day)] ?? 1)) / average;
  const follows: number[] = [];
  for (let index = 0; index < days; index += 1) {
    const start = from + index * day;
    // Most come in the evening.
    for (let n = chance.times(usual(start)); n > 0; n -= 1)
      follows.push(start + Math.floor(Math.max(chance.next(), chance.next()) * day));
  }
  if (effect > 0)
    for (const post of effective)
      for (let n = chance.times(2 * usual(post) * effect); n > 0; n -= 1)
        follows.push(post + 1 + Math.floor(chance.next() * (48 * hour - 1)));
  // Not one whose 48 hours are not over.
  const done = posts.filter((post) => post < end - 4 * day);
  const burstAfter = burst === undefined ? undefined : done[chance.below(done.length)];
  if (burst !== undefined && burstAfter !== undefined)
    for (let n = Math.round((burst - 1) * 2 * usual(burstAfter)); n > 0; n -= 1)
      follows.push(burstAfter + 1 + Math.floor(chance.next() * (48 * hour - 1)));
  return { from, to: end, follows: Uint32Array.from(follows).sort(), posts, effective, burstAfter };
}
