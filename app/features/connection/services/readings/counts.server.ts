import { BreakOff, noteLimit } from "~/features/connection/services/readings/asker.server";
import {
  isOfOnePart,
  isWithheld,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { getFollows } from "~/features/connection/store/instagram.server";
import { deniedParts } from "~/features/history/connecting";
import {
  askableDays,
  daysOfReading,
  daysToCount,
  type InstagramDay,
  isAudienceDue,
  isTooSmall,
  type KeptCounts,
  noteDay,
} from "~/features/history/instagram-counts";
import { changeCounts } from "~/features/history/readings.server";

/** Calls of a reading, however often it is broken off. */
const mostCalls = 2;

/**
 * Reads how many followed and left on the last days, by Instagram's own count. What fails or is refused here, also by a
 * limit, holds no reading up: the days are counted later, with those before the first reading.
 */
export async function readCounts(session: Session): Promise<void> {
  const { uid, key, kept, underWay, payload, token } = session;
  if (isTooSmall(kept)) return;
  const keep = async (change: (counts: KeptCounts) => KeptCounts) => {
    session.counts = (await changeCounts({ uid, key }, change)) ?? session.counts;
  };
  const keepRefusal = () => keep((counts) => ({ ...counts, refusedAt: Date.now() }));
  if (isDenied(payload)) return session.counts.refusedAt === null ? keepRefusal() : undefined;
  const now = underWay.begunAt;
  const days = daysOfReading(session.counts, askableDays(now, kept.reach), now);
  let isGiven = false;
  const refused: InstagramDay[] = [];
  for (const day of days.slice(underWay.counted ?? 0, mostCalls)) {
    underWay.counted = (underWay.counted ?? 0) + 1;
    const time = { since: day.startsAt, until: day.endsAt };
    try {
      const { value } = await session.ask(() => getFollows(token, time));
      await keep((counts) => noteDay(counts, day, value, Date.now()));
      isGiven = true;
    } catch (error) {
      if (verdictOf(error) === "permission-missing") return keepRefusal();
      const isNear = error instanceof BreakOff && error.isLimit;
      if (isNear || (await noteLimit(error))) return;
      if (isWithheld(error)) refused.push(day);
      else if (!isOfOnePart(error)) throw error;
    }
  }
  // Beside a day that is given, a refusal is of its day alone: it may not be counted yet. One of both days may be of all.
  if (refused.length === mostCalls) return keepRefusal();
  if (isGiven)
    await keep((counts) =>
      refused.reduce((all, one) => noteDay(all, one, null, Date.now()), counts),
    );
}

/** Counts need the permission that reach needs. */
const isDenied = (payload: Session["payload"]) => deniedParts(payload).includes("reach");

/** Whether days before the reading are to be counted, or followers by country and the like. */
export function isCountingDue(
  { kept, counts, payload }: Pick<Session, "kept" | "counts" | "payload">,
  now: number,
) {
  if (isTooSmall(kept) || isDenied(payload)) return false;
  if (isAudienceDue(counts, now)) return true;
  // Refused days say nothing of the audience.
  if (counts.refusedAt !== null) return false;
  return daysToCount(counts, askableDays(now, kept.reach), now).length > 0;
}
