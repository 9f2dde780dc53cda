import { day, week } from "../../../platform/values/durations.ts";
import type { Told } from "../../account/letter-entries.ts";
import { newFor } from "../../analysis/categories.ts";
import type { Category, Profile } from "../../analysis/profile.ts";
import { type OfficialDay, settledDays } from "../../growth/counted-by-instagram.ts";
import { type FollowersPoint, newestCounts } from "../../growth/followers.ts";
import type { Growth, GrowthImport, GrowthPost } from "../../growth/growth.ts";
import { startOfDay } from "../../growth/ranges.ts";
import {
  dateAt,
  dateOfDay,
  figuresKeptFor,
  isTooSmall,
  late,
} from "../../history/instagram-counts.ts";
import { leftSince } from "../../history/turnover.ts";
import { hasGapBetween } from "../../history/window.ts";

/** People who came or left: the first few, how many there are in all, and how many of them are hidden. */
export interface Movement {
  names: readonly string[];
  total: number;
  hidden: number;
}

/** What a weekly letter says. */
export interface WeeklyNews {
  latest: FollowersPoint | undefined;
  /** The count that it is compared with; undefined where none is known, or the newest is none since the last letter. */
  earlier: FollowersPoint | undefined;
  /** Only where an export came since the last letter: nothing else names people. */
  people:
    | {
        /** When the two exports were taken that are compared; null for `from` where it is the only one. */
        from: number | null;
        to: number;
        /** Since when whoever left may be gone: longer where the export before did not show all. */
        leftFrom: number | null;
        /** The export is of part of the time: who left is known only of those who had followed within it. */
        isPart: boolean;
        /** Others may have come, at a time that no export shows. */
        hasGap: boolean;
        came: Movement | undefined;
        left: Movement | undefined;
      }
    | undefined;
  /**
   * By Instagram's own count, where no export came since the last letter: the days that no letter has told, in
   * stretches without an uncounted day. Stretches in which nobody came or left are left out.
   */
  official: readonly { from: number; to: number; followed: number; left: number }[];
  /** Of the last four weeks. */
  bestPost: (GrowthPost & { engagement: number }) | undefined;
  recommendation: string | undefined;
  /** Kept until the next letter. */
  told: Told;
}

/** What is known of a subscriber's account. */
export interface Known {
  growth: Growth;
  profile: Pick<Profile, "audience" | "recommendations">;
  /** How many the subscriber has hidden of who came and who left: no name of theirs is in the profile. */
  hidden?: { newFollowers: number; lostFollowers: number };
}

/**
 * What there is to say.
 * @param told what the last letter said; null for the first, which says what there is
 * @param week a number that rises by one each week: it chooses the recommendation
 * @returns undefined where nothing has changed since the last letter
 */
export function weeklyNews(
  { growth, profile, hidden }: Known,
  told: Told | null,
  { now, week: weekNumber }: { now: number; week: number },
): WeeklyNews | undefined {
  // Of one origin: Instagram shows 1 to 5 % more than an export lists (docs/instagram.md#what-can-be-known).
  const counts = newestCounts(growth);
  const latest = counts.at(-1);
  const before = counts.slice(0, -1).filter(({ hasGap }) => !hasGap);
  const { recommendations } = profile;
  // Posts of another account than the followers' are left out: one letter tells of one account.
  const posts = growth.isOtherAccount ? [] : growth.posts;
  const exports = growth.exports?.imports ?? [];
  const newest = exports.at(-1);
  const previous = exports.at(-2)?.takenAt ?? null;
  // By its time: where the last one was discarded, an older one is not new.
  const hasNewExport = newest && newest.takenAt > (told?.exportTakenAt ?? 0);
  const from = untoldFrom(growth, told, now);
  const days = growth.isOtherAccount ? [] : untoldDays(growth, from, now);
  // Where all days are left to the next letter, it begins with the same.
  const left = growth.counted && !growth.isOtherAccount ? from - day : (told?.countedTo ?? null);
  const present: Told = {
    at: now,
    followers: latest?.followers ?? null,
    exportTakenAt: newest?.takenAt ?? null,
    newestPostAt: posts[0]?.postedAt ?? null,
    // The names of an export tell of Instagram's days before the one on which it was taken, as growth compares them
    // (`countedPairs`). The export may be older than what was told already.
    countedTo: hasNewExport
      ? Math.max(
          told?.countedTo ?? Number.NEGATIVE_INFINITY,
          (dateAt(newest.takenAt, growth.reach) - 1) * day,
        )
      : (days.at(-1)?.at ?? left),
  };
  const official = hasNewExport ? [] : totalsOf(days);
  if (!isNews(present, told) && official.length === 0) return undefined;
  // An export may have been taken before the last letter and come after it.
  const isUntold =
    latest && (latest.at > (told?.at ?? 0) || (hasNewExport && latest.at === newest.takenAt));
  return {
    latest,
    // Where a count lacks somebody, a difference does not say who came or left. A count from before the last letter, as
    // after a disconnection, says nothing of the time since.
    earlier: isUntold && !latest.hasGap ? comparedWith(before, told, now) : undefined,
    people: hasNewExport
      ? {
          from: previous,
          to: newest.takenAt,
          leftFrom: previous === null ? null : leftSince(previous, newest.losses),
          isPart: newest.isPart === true,
          hasGap: hasGapAfter(previous ?? newest.takenAt - newFor, newest),
          came: movementOf(profile.audience.newFollowers, hidden?.newFollowers),
          left: movementOf(profile.audience.lostFollowers, hidden?.lostFollowers),
        }
      : undefined,
    official,
    bestPost: bestOf(posts, now),
    recommendation: recommendations[weekNumber % Math.max(1, recommendations.length)],
    told: present,
  };
}

/** Of exports that an older version looked through, it is known only which are of part of the time. */
const hasGapAfter = (from: number, { takenAt, covers, isPart }: GrowthImport): boolean =>
  covers === null ? isPart === true : hasGapBetween([{ window: covers, takenAt }], from, takenAt);

const isNews = (present: Told, told: Told | null): boolean =>
  (["followers", "exportTakenAt", "newestPostAt"] as const).some(
    (fact) => present[fact] !== (told?.[fact] ?? null),
  );

/**
 * The date from which on no letter has told: for the first letter, a week ago. Where none has told any day, as before the
 * account was connected, the first that was not settled at the last letter.
 */
function untoldFrom({ reach }: Growth, told: Told | null, now: number): number {
  if (!told) return startOfDay(now) - week;
  if (told.countedTo) return told.countedTo + day;
  return (dateAt(told.at - late - day, reach) + 1) * day;
}

/**
 * Days that Instagram has counted and no letter has told. The next letter tells those from the first on that Instagram may
 * still change, or was not asked for yet though it was for a later one.
 */
function untoldDays(growth: Growth, from: number, now: number): OfficialDay[] {
  const { counted } = growth;
  if (!counted) return [];
  // What is older than Instagram keeps it was counted too early for good, or never.
  const oldest = now - figuresKeptFor;
  const unsettled = counted.days
    .filter(({ startsAt, mayChange }) => mayChange && startsAt > oldest)
    .map(({ startsAt }) => dateOfDay(startsAt) * day);
  const asked = new Set(counted.days.map(({ startsAt }) => dateOfDay(startsAt) * day));
  const last = counted.isRefused || isTooSmall(counted) ? 0 : Math.max(0, ...asked);
  for (let at = Math.max(from, startOfDay(oldest) + day); at < last; at += day)
    if (!asked.has(at)) unsettled.push(at);
  return settledDays(growth, { from, to: Math.min(now, ...unsettled.filter((at) => at >= from)) });
}

/** The totals of each stretch of successive days, without those in which nobody came or left. */
function totalsOf(days: readonly OfficialDay[]): WeeklyNews["official"] {
  const stretches: { from: number; to: number; followed: number; left: number }[] = [];
  for (const { at, followed, left } of days) {
    const last = stretches.at(-1);
    if (last?.to !== at - day) stretches.push({ from: at, to: at, followed, left });
    else {
      last.to = at;
      last.followed += followed;
      last.left += left;
    }
  }
  return stretches.filter(({ followed, left }) => followed + left > 0);
}

/**
 * What was known at the last letter, or a week ago for the first one, else the oldest of all. Taken from what is known now:
 * an export may have been discarded, and another account connected.
 */
function comparedWith(
  before: readonly FollowersPoint[],
  told: Told | null,
  now: number,
): FollowersPoint | undefined {
  const then = told?.at ?? now - week;
  return before.findLast(({ at }) => at <= then) ?? before[0];
}

/** How many names the letter shows. */
const shownNames = 5;

const movementOf = (category: Category | undefined, hidden = 0): Movement | undefined =>
  category && category.total !== null
    ? {
        names: category.people.slice(0, shownNames).map(({ username }) => username),
        total: category.total,
        hidden,
      }
    : undefined;

/**
 * The post with the most likes and comments; of two, the newer one. Where either is unknown, the sum is, too: such posts
 * are not compared (as in the medians and the rate, docs/analysis.md#engagement).
 */
function bestOf(posts: readonly GrowthPost[], now: number): WeeklyNews["bestPost"] {
  const recent = posts
    .filter(({ postedAt }) => postedAt * 1_000 > now - 28 * day)
    .flatMap((post) =>
      post.likes === null || post.comments === null
        ? []
        : [{ ...post, engagement: post.likes + post.comments }],
    );
  return recent.sort(
    (one, other) => other.engagement - one.engagement || other.postedAt - one.postedAt,
  )[0];
}
