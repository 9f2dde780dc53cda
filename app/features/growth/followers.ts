import { day } from "../../platform/values/durations.ts";
import type { Growth } from "./growth.ts";
import type { Span } from "./rules/series/span.ts";

export interface FollowersPoint {
  /** Epoch milliseconds. */
  at: number;
  followers: number;
  /** There where those are missing who followed at a time that no export shows. */
  hasGap?: true;
}

export interface FollowersSeries {
  /**
   * The end of each day before the first known count: those who were there on the day of the first export that shows all
   * followers, by the time of their follow. Who had left before it, or was away then, is not in it.
   */
  reconstructed: readonly FollowersPoint[];
  /** By the known list after each export, and as Instagram showed it on the days on which it was read or said: it counts otherwise than an export. */
  exported: readonly FollowersPoint[];
  instagram: readonly FollowersPoint[];
}

/** How many followers there were, oldest first. */
export function followersSeries(growth: Growth): FollowersSeries {
  const exported = (growth.exports?.imports ?? []).flatMap(({ takenAt, followers, hasGap }) =>
    followers === null ? [] : [{ at: takenAt, followers, ...(hasGap && { hasGap }) }],
  );
  const instagram = shownCounts(growth);
  const first = instagram[0]?.at ?? Number.POSITIVE_INFINITY;
  return { reconstructed: reconstructedBefore(growth, first), exported, instagram };
}

/** By exports and by Instagram together, oldest first. */
export function knownCounts(growth: Growth): FollowersPoint[] {
  const { exported, instagram } = followersSeries(growth);
  return [...exported, ...instagram].sort((a, b) => a.at - b.at);
}

/** What Instagram showed: as it was read, and as the subscriber said with an export. */
function shownCounts({ instagramCounts, exports }: Growth): FollowersPoint[] {
  const said = (exports?.imports ?? []).flatMap(({ takenAt, shown }) =>
    shown === undefined ? [] : [{ at: takenAt, followers: shown }],
  );
  const read = instagramCounts.map(({ at, followers }) => ({ at: at * 1_000, followers }));
  return [...said, ...read].sort((a, b) => a.at - b.at);
}

function reconstructedBefore({ exports }: Growth, first: number): FollowersPoint[] {
  if (!exports?.firstLook) return [];
  const { takenAt, firstDay, counts, undated } = exports.firstLook;
  const end = Math.min(first, takenAt);
  const points: FollowersPoint[] = [];
  let followers = undated;
  for (let at = (firstDay + 1) * day; at <= end; at += day) {
    followers += counts[at / day - firstDay - 1] ?? 0;
    points.push({ at, followers });
  }
  return points;
}

export interface FollowerLine {
  /** Where it is known from. */
  from: keyof FollowersSeries;
  points: readonly FollowersPoint[];
  /** Those of the points that were counted; what lies between them is drawn only. */
  counts: readonly FollowersPoint[];
  /** Those of the points that are known of this line: neither a point of its edge nor where it joins another line. */
  own: readonly FollowersPoint[];
}

/** The lines of which anything lies within the span. */
export function followerLines(growth: Growth, span: Span): FollowerLine[] {
  const { reconstructed, exported, instagram } = followersSeries(growth);
  // What is reconstructed leads up to the count of its export, if it goes so far.
  const first = exported.find(({ at }) => at === growth.exports?.firstLook?.takenAt);
  const isJoined =
    first && reconstructed.length > 0 && !(instagram[0] && instagram[0].at < first.at);
  return [
    ...lineOf("reconstructed", isJoined ? [...reconstructed, first] : reconstructed, span).map(
      (line) => ({ ...line, counts: [], own: line.own.filter((point) => point !== first) }),
    ),
    ...lineOf("exported", exported, span),
    ...lineOf("instagram", instagram, span),
  ];
}

function lineOf(
  from: FollowerLine["from"],
  all: readonly FollowersPoint[],
  span: Span,
): FollowerLine[] {
  const { points, edge } = pointsWithin(all, span);
  if (points.length === 0) return [];
  return [{ from, points: edge ? [edge, ...points] : points, counts: points, own: points }];
}

/**
 * The points within a span. Where the line comes in from before, it begins at the span's edge, on the straight line
 * between its neighbours.
 */
export function pointsWithin<P extends FollowersPoint>(
  points: readonly P[],
  { from = Number.NEGATIVE_INFINITY, to }: Span,
): { points: readonly P[]; edge: FollowersPoint | undefined } {
  const within = points.filter(({ at }) => at >= from && at <= to);
  const first = within[0];
  const before = points.findLast(({ at }) => at < from);
  if (!before || !first || first.at === from) return { points: within, edge: undefined };
  const share = (from - before.at) / (first.at - before.at);
  const followers = before.followers + share * (first.followers - before.followers);
  return { points: within, edge: { at: from, followers } };
}
