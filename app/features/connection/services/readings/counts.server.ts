import { isOfOnePart, isWithheld } from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { getFollows } from "~/features/connection/store/instagram.server";
import {
  askableDays,
  daysOfReading,
  daysToCount,
  fewestFollowers,
  isAudienceDue,
  type KeptCounts,
  noteDay,
} from "~/features/history/instagram-counts";
import { changeCounts } from "~/features/history/readings.server";

/** Calls of a reading, however often it is broken off. */
const mostCalls = 2;

/**
 * Reads how many followed and left on the last days, by Instagram's own count. What fails here holds no reading up: the
 * days are counted later, with those before the first reading.
 */
export async function readCounts(session: Session): Promise<void> {
  const { uid, key, kept, underWay, refused, token } = session;
  if (isTooSmall(kept)) return;
  const keep = async (change: (counts: KeptCounts) => KeptCounts) => {
    session.counts = (await changeCounts({ uid, key }, change)) ?? session.counts;
  };
  const keepRefusal = () => keep((counts) => ({ ...counts, refusedAt: Date.now() }));
  // Both need the same permission.
  if (refused.has("reach")) return session.counts.refusedAt === null ? keepRefusal() : undefined;
  const now = underWay.begunAt;
  const days = daysOfReading(session.counts, askableDays(now, kept.reach), now);
  for (const day of days.slice(underWay.counted ?? 0, mostCalls)) {
    underWay.counted = (underWay.counted ?? 0) + 1;
    const time = { since: day.startsAt, until: day.endsAt };
    try {
      const { value } = await session.ask(() => getFollows(token, time));
      await keep((counts) => noteDay(counts, day, value, Date.now()));
    } catch (error) {
      if (isWithheld(error)) return keepRefusal();
      if (!isOfOnePart(error)) throw error;
    }
  }
}

/** Whether days before the reading are to be counted, or followers by country and the like. */
export function isCountingDue(
  { kept, counts, refused }: Pick<Session, "kept" | "counts"> & Partial<Pick<Session, "refused">>,
  now: number,
) {
  if (isTooSmall(kept) || refused?.has("reach")) return false;
  if (isAudienceDue(counts, now)) return true;
  // Refused days say nothing of the audience.
  if (counts.refusedAt !== null) return false;
  return daysToCount(counts, askableDays(now, kept.reach), now).length > 0;
}

/** Whether Instagram counts nothing for so few followers. An unknown number counts as enough. */
const isTooSmall = ({ followers }: Session["kept"]) =>
  followers !== null && followers < fewestFollowers;
