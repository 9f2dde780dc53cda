import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { openReport, type Report } from "~/clients/reports.server";

type Making = Promise<Report | undefined>;

/** Reports that a page has stopped waiting for, by their owner's uid: loaded anew, it takes its own up again. */
const underWay = new LRUCache<string, Making>({
  max: 100,
  ttl: 15_000,
  ttlAutopurge: true,
  dispose(making, _uid, reason) {
    // What was never made, or has failed since, needs no cancelling.
    if (reason !== "delete") making.then((report) => report?.body.cancel()).catch(() => {});
  },
});

/**
 * A subscriber's report, undefined while there is no profile to report on.
 * @param patience milliseconds after which it is `being-made`: who asks again gets that same one; none: its own 20 s
 */
export async function reportWithin(
  subscriber: { uid: string; email: string },
  patience?: number,
): Promise<Report | undefined | "being-made"> {
  const making = underWay.get(subscriber.uid) ?? openReport(subscriber);
  underWay.delete(subscriber.uid);
  if (patience === undefined) return making;
  const made = await Promise.race([making, pause(patience, "being-made" as const, { ref: false })]);
  if (made === "being-made") underWay.set(subscriber.uid, making);
  return made;
}
