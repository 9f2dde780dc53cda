import { median } from "../analysis/statistics.ts";
import type { Growth, GrowthOfExports, GrowthPost } from "./growth.ts";
import { isWithin, type Period } from "./ranges.ts";

const day = 86_400_000;
const week = 7 * day;
/** 5 January 1970 was the first Monday. */
const firstMonday = 4 * day;
/** Points of the reconstructed line at most: a chart shows no more. */
const mostPoints = 400;

export interface CountPoint {
  /** Epoch milliseconds. */
  at: number;
  followers: number;
}

export interface FollowerSeries {
  /** Instagram's own count of each day on which it was read. */
  instagram: CountPoint[];
  /** By the exports that tell of all followers, or as Instagram showed it then. */
  exports: CountPoint[];
  /**
   * Those of the newest export who followed by then: nobody who has left since is in it, so it lies below the truth.
   * Followers of whom no time is known are in it from the beginning. At most some 400 points; the last day is one.
   */
  reconstructed: CountPoint[];
}

/** Followers over time, oldest first. */
export function followerSeries(growth: Growth, period: Period): FollowerSeries {
  const { instagramCounts, exports } = growth;
  const within = ({ at }: CountPoint) => isWithin(period, at);
  return {
    instagram: instagramCounts
      .map(({ at, followers }) => ({ at: at * 1_000, followers }))
      .filter(within),
    exports: (exports?.imports ?? [])
      .flatMap(({ takenAt, followers }) => (followers === null ? [] : [{ at: takenAt, followers }]))
      .filter(within),
    reconstructed: exports ? reconstructed(exports, period) : [],
  };
}

/** Each point is the end of a UTC day. */
function reconstructed(
  { firstDay, stayed, undated }: GrowthOfExports,
  period: Period,
): CountPoint[] {
  const points: CountPoint[] = [];
  let followers = undated;
  for (const [index, came] of stayed.entries()) {
    followers += came;
    const at = (firstDay + index + 1) * day - 1;
    // The newest day may not be over.
    if (isWithin(period, at) || (index === stayed.length - 1 && at - day < period.to))
      points.push({ at: Math.min(at, period.to), followers });
  }
  const step = Math.ceil(points.length / mostPoints);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

/** A week from Monday, UTC. */
export interface WeekOfFollows {
  /** Epoch milliseconds of its Monday. */
  from: number;
  /** Known follows. Who came and left between two exports is not known. */
  gained: number;
  /** Of those, who have left since. */
  leftSince: number;
  /** Whether its seven days are over by the newest export: one that is not may still grow. */
  isWhole: boolean;
}

/** Known follows of every week that begins or ends in the period, the oldest first; also of weeks without any. */
export function weeklyFollows(
  { firstDay, stayed, left }: GrowthOfExports,
  period: Period,
): WeekOfFollows[] {
  const mondayOf = (at: number) => at - ((((at - firstMonday) % week) + week) % week);
  const weeks = new Map<number, { gained: number; leftSince: number; days: number }>();
  for (const [index, there] of stayed.entries()) {
    const monday = mondayOf((firstDay + index) * day);
    if (monday + week <= period.from || monday > period.to) continue;
    const gone = left[index] ?? 0;
    const { gained = 0, leftSince = 0 } = weeks.get(monday) ?? {};
    const days = (firstDay + index) * day - monday;
    weeks.set(monday, { gained: gained + there + gone, leftSince: leftSince + gone, days });
  }
  return Array.from(weeks, ([from, { gained, leftSince, days }]) => ({
    from,
    gained,
    leftSince,
    isWhole: days === week - day,
  }));
}

/** How many left between two exports. */
export interface LossBetween {
  /** Epoch milliseconds of the two exports. */
  from: number;
  to: number;
  left: number;
  /** Spread evenly over the time between them: when they left is not known. */
  perWeek: number;
}

/** Those that touch the period, the oldest first. */
export function lossesBetween({ imports }: GrowthOfExports, period: Period): LossBetween[] {
  return imports
    .flatMap(({ takenAt, left }, index): LossBetween[] => {
      const before = imports[index - 1];
      if (!before || left === null) return [];
      const weeks = (takenAt - before.takenAt) / week;
      // Two exports of one day: no more than all of them left in a week.
      return [{ from: before.takenAt, to: takenAt, left, perWeek: left / Math.max(1, weeks) }];
    })
    .filter(({ from, to }) => to >= period.from && from <= period.to);
}

export interface EngagementSeries {
  /** Oldest first; only posts whose likes and comments are known. */
  points: { post: GrowthPost; at: number; engagement: number; rate: number | null }[];
  /** The account's own median of all posts that are known, whatever the period; undefined without any. */
  medianEngagement: number | undefined;
  medianRate: number | undefined;
}

/** Likes and comments of each post over time. @param posts of `Growth` */
export function engagementSeries(posts: readonly GrowthPost[], period: Period): EngagementSeries {
  const points = posts
    .flatMap((post) => {
      const { postedAt, likes, comments, rate } = post;
      if (likes === null || comments === null) return [];
      return [{ post, at: postedAt * 1_000, engagement: likes + comments, rate }];
    })
    .sort((a, b) => a.at - b.at);
  return {
    points: points.filter(({ at }) => isWithin(period, at)),
    medianEngagement: median(points.map(({ engagement }) => engagement)),
    medianRate: median(points.flatMap(({ rate }) => (rate === null ? [] : [rate]))),
  };
}

/** Accounts reached by day, the oldest first. Days must not be added up. */
export const reachSeries = ({ reach }: Growth, period: Period) =>
  reach.filter(({ endsAt }) => isWithin(period, endsAt));
