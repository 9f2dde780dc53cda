import type { Growth } from "../growth/growth.ts";
import { countedUpTo } from "../growth/whole.ts";
import { day, type Span } from "./span.ts";

export interface FollowersPoint {
  /** Epoch milliseconds. */
  at: number;
  followers: number;
}

export interface FollowersSeries {
  /**
   * The end of each day before the first known count: those who were still there at the first export, by the time of
   * their follow. Who had left before it is unknown. It ends where exports of part of the time leave a gap.
   */
  reconstructed: readonly FollowersPoint[];
  /** By each whole list, and as Instagram showed it on the days on which it was read or said: it counts otherwise than its export. */
  exported: readonly FollowersPoint[];
  instagram: readonly FollowersPoint[];
}

/** How many followers there were, oldest first. */
export function followersSeries(growth: Growth): FollowersSeries {
  const exported = (growth.exports?.imports ?? []).flatMap(({ takenAt, followers }) =>
    followers === null ? [] : [{ at: takenAt, followers }],
  );
  const instagram = shownCounts(growth);
  const first = Math.min(
    ...[exported[0], instagram[0]].flatMap((point) => (point ? [point.at] : [])),
  );
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
  if (!exports) return [];
  const end = Math.min(first, exports.imports.at(-1)?.takenAt ?? 0, countedUpTo(exports));
  const points: FollowersPoint[] = [];
  let followers = exports.undated;
  for (let index = 0; index < exports.stayed.length; index += 1) {
    const at = (exports.firstDay + index + 1) * day;
    if (at > end) break;
    followers += (exports.stayed[index] ?? 0) + (exports.left[index] ?? 0);
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
  const [first] = exported;
  // What is reconstructed leads up to the first count, where that is an export's.
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
