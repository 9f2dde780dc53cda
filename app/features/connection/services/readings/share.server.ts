import {
  canShare,
  isOfThisHour,
  sharedPart,
  yieldsTo,
} from "~/features/connection/rules/shared-reading";
import { isCountingDue } from "~/features/connection/services/readings/counts.server";
import type { Read, ReadingRun } from "~/features/connection/services/readings/session.server";
import type { Connection } from "~/features/history/connecting";
import { othersOfAccount } from "~/features/history/connections.server";
import { keepCounting } from "~/features/history/counting.server";
import { countsStillGiven } from "~/features/history/instagram-counts";
import { changeCounts, readingWriter, storedReading } from "~/features/history/readings.server";
import { nextReadingAt } from "~/features/history/schedule";
import { refigure } from "~/features/imports/refigure.server";
import { log } from "~/platform/monitoring/log.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";
import { minute, second } from "~/platform/values/durations";

/**
 * Two subscribers may connect one account: it is read for one of them at a time. A first reading is shared: the second has
 * the figures as they come for the first, and Instagram is asked once.
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
  // Said before the first call, so that another that is claimed now sees it; one that was claimed before is seen here.
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
  // Nothing yet, or nothing to rely on.
  if (!kept || kept.readAt === null || theirs.isRotten) return undefined;
  // One that was claimed just now still has the figures of its last reading.
  const isComplete = kept.underWay === null && isOfThisHour(kept.readAt, Date.now());
  const isNew = own.kept === undefined || own.kept.readAt === null;
  if (isNew || isComplete) {
    const write = readingWriter({ uid, key, lease }, own.texts);
    if (!(await write(sharedPart(kept)))) await run.saveProgress({});
    await whileRenewing(
      () => run.saveProgress({}),
      () => refigure(uid),
    );
  }
  if (!isComplete) {
    if (other.leaseUntil <= Date.now()) return undefined;
    const { posts } = other.progress;
    return { end: "later", dueAt: Date.now() + 2 * second, progress: { posts } };
  }
  const counts = countsStillGiven(theirs.counts, Date.now());
  await changeCounts({ uid, key }, (known) => (known.days.length > 0 ? known : counts));
  if (isCountingDue({ kept, counts }, Date.now())) await keepCounting({ uid, connection: key });
  log.info({ posts: kept.posts.length }, "a reading was shared");
  const { readAt } = kept;
  return {
    end: "later",
    dueAt: nextReadingAt(key, readAt),
    progress: {
      begunAt: null,
      readAt,
      posts: null,
      after: null,
      missing: other.progress.missing,
      waitsUntil: null,
      pausedAt: null,
    },
  };
}
