import { type Counting, keepCounts } from "~/features/connection/services/counting/in-hand.server";
import { isWithheld, verdictOf } from "~/features/connection/services/readings/pages.server";
import { getFollows } from "~/features/connection/store/instagram.server";
import {
  askableDays,
  daysToCount,
  type InstagramDay,
  noteDay,
} from "~/features/history/instagram-counts";

/** Calls of a run. */
const mostCalls = 90;
/** Days in a row that Instagram refuses, after which it is not asked for those before them. */
const enoughRefused = 3;

/** Asks who followed and who left on each day that is not counted, newest first. Each is kept before the next is asked for. */
export async function countDays(counting: Counting): Promise<void> {
  const now = Date.now();
  const days = daysToCount(counting.counts, askableDays(now, counting.reach), now);
  let refused = 0;
  for (const [at, day] of days.slice(0, mostCalls).entries()) {
    const figures = await figuresOf(counting, day);
    if (figures === "withheld")
      return keepCounts(counting, (known) => ({ ...known, refusedAt: Date.now() }));
    refused = figures === "refused" ? refused + 1 : 0;
    const isEnough = refused === enoughRefused;
    const noted = isEnough ? days.slice(at) : [day];
    const value = figures === "refused" ? null : figures;
    await keepCounts(counting, (known) =>
      noted.reduce((counts, one) => noteDay(counts, one, value, Date.now()), known),
    );
    if (isEnough) return;
  }
}

/** @returns `withheld`: Instagram gives it of no day; `refused`: not of this one */
async function figuresOf({ ask, token }: Counting, { startsAt, endsAt }: InstagramDay) {
  try {
    return (await ask(() => getFollows(token, { since: startsAt, until: endsAt }))).value;
  } catch (error) {
    if (verdictOf(error) === "permission-missing") return "withheld";
    if (isWithheld(error)) return "refused";
    throw error;
  }
}
