import type { Read, ReadingRun } from "~/features/connection/services/readings/session.server";
import type { Connection } from "~/features/history/connecting";
import { othersOfAccount } from "~/features/history/connections.server";
import { readingWriter, storedReading } from "~/features/history/readings.server";
import { refigure } from "~/features/imports/refigure.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { minute, second } from "~/platform/values/durations";
import { figuresPerPoint, type KeptReading } from "../../../history/kept-reading.ts";

/**
 * Whether one of two connections to the same account, both in work, leaves the reading to the other: to the first by
 * uid, and to one that has begun it. So never both read. Where both yield, each tries again at a random time.
 */
const yieldsTo = (
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
function canShare(own: Connection, other: Connection, now: number): boolean {
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
const sharedPart = (kept: KeptReading): KeptReading => ({
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

/**
 * Two subscribers may connect one account: it is read for one of them at a time. While it is read for the first, the second
 * has the figures as they come; its own first reading begins after that.
 * @returns undefined where this connection is to be read itself
 */
export async function leaveToOther(run: ReadingRun): Promise<Read | undefined> {
  const { payload } = run.entry;
  const others = await othersOfAccount(payload);
  if (others.length === 0) return undefined;
  const source = others.find((other) => canShare(run.entry, other, Date.now()));
  const shared = source && (await share(run, source));
  if (shared) return shared;
  const first = others.find((other) => yieldsTo(run.entry, other, Date.now()));
  if (first) return waitFor(run, first);
  // Saved before the first call: a connection claimed after this sees it; one claimed before is looked for here.
  const { begunAt } = run.entry.progress;
  await run.saveProgress({ progress: { begunAt: begunAt ?? Date.now() } });
  const also = (await othersOfAccount(payload)).find(
    ({ payload: { uid }, leaseUntil }) => uid < payload.uid && leaseUntil > Date.now(),
  );
  return also && { ...waitFor(run, also), progress: { begunAt } };
}

/** A first reading looks again soon, for what there is to share. */
const waitFor = ({ entry }: ReadingRun, other: Connection): Read => ({
  end: "later",
  dueAt:
    Date.now() + (canShare(entry, other, Date.now()) ? 2 * second : minute * (1 + Math.random())),
});

async function share(run: ReadingRun, other: Connection): Promise<Read | undefined> {
  const { key, lease, payload } = run.entry;
  const { uid } = payload;
  const [theirs, own] = await Promise.all([
    storedReading(other.payload.uid, other.key),
    storedReading(uid, key),
  ]);
  const { kept } = theirs;
  // Nothing yet, or nothing to rely on. Without this reading's list, all is of the last one.
  if (!kept || kept.readAt === null || theirs.isRotten) return undefined;
  if (kept.underWay?.list !== null) return undefined;
  if (own.kept === undefined || own.kept.readAt === null) {
    const write = readingWriter({ uid, key, lease }, own.texts);
    if (!(await write(sharedPart(kept)))) await run.saveProgress({});
    await whileRenewing(run, () => refigure(uid));
  }
  const { posts } = other.progress;
  // This connection's own reading has not begun: the shared figures must not be taken for its end.
  return { end: "later", dueAt: Date.now() + 2 * second, progress: { posts, begunAt: null } };
}
