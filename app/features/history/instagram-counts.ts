import { z } from "zod";
import { day, hour, week } from "../../platform/values/durations.ts";
import { shownAt } from "../../platform/values/zoned-time.ts";

// What Instagram counts itself (docs/product.md#counted-by-instagram): how many followed and left each day, without
// names, and the followers' demographics. Kept beside the readings of a connection.

/** Below this Instagram counts neither (docs/instagram.md#counted-by-instagram). */
export const fewestFollowers = 100;

/** Whether Instagram counts nothing for so few followers. An unknown number counts as enough. */
export const isTooSmall = ({ followers }: { followers: number | null }): boolean =>
  followers !== null && followers < fewestFollowers;

export const demographics = ["country", "city", "age", "gender"] as const;
export type Demographic = (typeof demographics)[number];

const number = z.number();
/** Largest first. */
const shares = z.array(z.object({ name: z.string(), followers: number }));
export type AudienceShares = z.output<typeof shares>;

const views = z.object({
  /** Epoch milliseconds. */
  from: number,
  to: number,
  followers: number,
  others: number,
  /** Instagram does not say by whom. */
  unknown: number,
});

export const audience = z.object({
  /** When Instagram was last asked, in epoch milliseconds. */
  askedAt: number,
  /** Null where Instagram has none. */
  country: shares.nullable(),
  city: shares.nullable(),
  age: shares.nullable(),
  gender: shares.nullable(),
  views: views.nullable(),
  /** Instagram refused all of it. */
  isRefused: z.boolean(),
});
export type Audience = z.output<typeof audience>;

/** A day as it is kept: epoch seconds of its beginning, how many followed, how many left, and 1 if they may change. */
const figuresPerDay = 4;
const unknown = -1;

export const keptCounts = z.object({
  version: z.literal(1),
  /** Rows of `figuresPerDay`, oldest first. */
  days: z.array(number),
  /** When Instagram last refused to count by day, in epoch milliseconds; null where it does not. */
  refusedAt: number.nullable(),
  audience: audience.nullable(),
});
export type KeptCounts = z.output<typeof keptCounts>;

export const noCounts: KeptCounts = { version: 1, days: [], refusedAt: null, audience: null };

/** The ends of days as Instagram has told them, oldest first: epoch milliseconds. */
type DaysOfReach = readonly { endsAt: number }[];

/** A day of Instagram's, which need not begin at midnight in UTC. */
export interface InstagramDay {
  /** Epoch milliseconds. */
  startsAt: number;
  endsAt: number;
}

export interface CountedDay {
  /** Epoch milliseconds. */
  startsAt: number;
  /** Null where Instagram was asked and has none. */
  followed: number | null;
  left: number | null;
  /** It was counted too early: Instagram may still change it, and is asked once more. */
  mayChange?: true;
}

/** What Instagram has counted, as the connection gave it. */
export interface InstagramCounts {
  /** Oldest first. */
  days: readonly CountedDay[];
  isRefused: boolean;
  audience: Audience | null;
}

/** The date by which a day of Instagram's is shown, as a number of UTC days: it begins less than twelve hours from its midnight. */
export const dateOfDay = (startsAt: number): number => Math.floor((startsAt + 12 * hour) / day);

const pacific = "America/Los_Angeles";
/** Midnight of a date on the Pacific coast. */
function pacificMidnight(date: number): number {
  const summer = date * day + 7 * hour;
  return shownAt(summer, pacific) === date * day ? summer : summer + hour;
}

/** How long Instagram keeps an account's figures of a day (docs/instagram.md). */
export const figuresKeptFor = 90 * day;

/**
 * When Instagram's days begin: at midnight on the Pacific coast, unless the days of reach that it has told end otherwise.
 * No source settles it (docs/instagram.md#counted-by-instagram).
 */
function beginningOf(reach: DaysOfReach): (date: number) => number {
  const last = reach.at(-1)?.endsAt;
  if (last === undefined) return pacificMidnight;
  // A fixed hour of UTC is Pacific midnight in half of the year: the oldest day that ended at it tells more.
  const oldest = reach.find(
    ({ endsAt }) => endsAt > last - figuresKeptFor && (last - endsAt) % day === 0,
  );
  const isPacific = [oldest?.endsAt ?? last, last].every(
    (end) => pacificMidnight(dateOfDay(end)) === end,
  );
  const date = dateOfDay(last);
  return isPacific ? pacificMidnight : (other) => last + (other - date) * day;
}

/** The day in which a moment lies, as a date of `dateOfDay`. */
export function dateAt(moment: number, reach: DaysOfReach): number {
  const beginning = beginningOf(reach);
  const date = dateOfDay(moment);
  if (beginning(date) > moment) return date - 1;
  return beginning(date + 1) <= moment ? date + 1 : date;
}

/** How late Instagram's figures of a day may be. */
export const late = 2 * day;

/** The days that have ended and that Instagram still has, newest first. */
export function askableDays(now: number, reach: DaysOfReach): InstagramDay[] {
  const beginning = beginningOf(reach);
  const days: InstagramDay[] = [];
  for (let date = dateAt(now, reach) - 1; beginning(date) >= now - figuresKeptFor; date -= 1)
    days.push({ startsAt: beginning(date), endsAt: beginning(date + 1) });
  return days;
}

const isOld = ({ endsAt }: { endsAt: number }, now: number) => endsAt <= now - late;

/**
 * The days of reach that headlines and averages are made of: those that Instagram no longer changed at the reading, or all
 * where there are none.
 */
export function settledReach<T extends { endsAt: number }>(
  reach: readonly T[],
  readAt: number,
): readonly T[] {
  const settled = reach.filter((one) => isOld(one, readAt));
  return settled.length > 0 ? settled : reach;
}

const rowsOf = ({ days }: KeptCounts): number[][] =>
  Array.from({ length: days.length / figuresPerDay }, (_, n) =>
    days.slice(n * figuresPerDay, (n + 1) * figuresPerDay),
  );
const dateOfRow = ([second = 0]: readonly number[]) => dateOfDay(second * 1_000);

/** Whether Instagram has ever told figures of a day. */
export const hasCountedDay = (counts: KeptCounts): boolean =>
  rowsOf(counts).some(([, followed]) => followed !== unknown);

/** Days that a daily reading asks for: the last one, and the newest that was counted too early or never and no longer changes. */
export function daysOfReading(
  counts: KeptCounts,
  days: readonly InstagramDay[],
  now: number,
): InstagramDay[] {
  const settled = daysToCount(counts, days, now).find((one) => isOld(one, now));
  return [...days.slice(0, 1), ...(settled ? [settled] : [])];
}

/** All days that are not counted yet, or were counted too early, newest first. */
export function daysToCount(
  counts: KeptCounts,
  days: readonly InstagramDay[],
  now: number,
): InstagramDay[] {
  const known = new Map(rowsOf(counts).map((row) => [dateOfRow(row), row]));
  return days.filter((one) => {
    const row = known.get(dateOfDay(one.startsAt));
    return !row || (row[3] === 1 && isOld(one, now));
  });
}

/** Ten years. */
const mostDays = 3_660;

/** Notes a day as Instagram has counted it. @param figures null where it has none */
export function noteDay(
  counts: KeptCounts,
  asked: InstagramDay,
  figures: { followed: number; left: number } | null,
  now: number,
): KeptCounts {
  const date = dateOfDay(asked.startsAt);
  const { followed, left } = figures ?? { followed: unknown, left: unknown };
  const others = rowsOf(counts).filter((row) => dateOfRow(row) !== date);
  const rows = [[asked.startsAt / 1_000, followed, left, isOld(asked, now) ? 0 : 1], ...others];
  rows.sort(([one = 0], [other = 0]) => one - other);
  return { ...counts, refusedAt: null, days: rows.slice(-mostDays).flat() };
}

/** Notes that a day is asked for no more, once its figures are settled: what is known of it stays. */
export function giveUpDay(counts: KeptCounts, asked: InstagramDay, now: number): KeptCounts {
  if (!isOld(asked, now)) return counts;
  const date = dateOfDay(asked.startsAt);
  const [, followed = unknown, left = unknown] =
    rowsOf(counts).find((row) => dateOfRow(row) === date) ?? [];
  return noteDay(counts, asked, followed === unknown ? null : { followed, left }, now);
}

/** Once a week, at most; readings do not begin at the same second each week. */
export const isAudienceDue = ({ audience: known }: KeptCounts, now: number): boolean =>
  !known || now - known.askedAt >= week - day / 2;

/** What is known, for those who show it; undefined where Instagram was not asked yet. */
export function countsOfInstagram(kept: KeptCounts): InstagramCounts | undefined {
  const { days, refusedAt, audience } = kept;
  if (days.length === 0 && refusedAt === null && !audience) return undefined;
  const counted = rowsOf(kept).map(([second = 0, followed = unknown, left = unknown, early]) => {
    const isKnown = followed !== unknown && left !== unknown;
    return {
      startsAt: second * 1_000,
      followed: isKnown ? followed : null,
      left: isKnown ? left : null,
      ...(early === 1 && { mayChange: true as const }),
    };
  });
  return { days: counted, isRefused: refusedAt !== null, audience };
}
