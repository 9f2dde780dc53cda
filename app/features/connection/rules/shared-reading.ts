import type { Connection } from "../../history/connecting.ts";
import { figuresPerPoint, type KeptReading } from "../../history/kept-reading.ts";

/**
 * Whether one of two connections to the same account, both in work, leaves the reading to the other: to who has begun it,
 * else to the first by uid, so that never both do.
 */
export const yieldsTo = (
  own: Pick<Connection, "payload" | "progress">,
  other: Connection,
  now: number,
): boolean =>
  other.leaseUntil > now &&
  (other.payload.uid < own.payload.uid ||
    (other.progress.begunAt !== null && own.progress.begunAt === null));

/**
 * Whether the figures of another subscriber's reading of the same account, which is under way, are shown until this
 * connection's first reading begins. Only where both have allowed the same: nobody is given what they did not allow.
 */
export function canShare(own: Connection, other: Connection, now: number): boolean {
  const allowed = ({ payload: { permissions } }: Connection) =>
    JSON.stringify(permissions && [...permissions].sort());
  return (
    own.progress.readAt === null &&
    other.progress.pausedAt === null &&
    allowed(own) === allowed(other) &&
    other.leaseUntil > now
  );
}

/** Days of reach that a reading asks for at first. */
const reachDays = 30;

/**
 * What another subscriber's reading of the same account gives to this one: what Instagram would give today, without the
 * course of time before. Each post is still to be read for this connection.
 */
export const sharedPart = (kept: KeptReading): KeptReading => ({
  ...kept,
  formerNames: [],
  followerCounts: kept.followerCounts.slice(-1),
  reach: kept.reach.slice(-reachDays),
  posts: kept.posts.map((post) => ({
    ...post,
    readAt: null,
    history: post.history.slice(-figuresPerPoint),
  })),
  underWay: null,
});
