import { type Counting, keepCounts } from "~/features/connection/services/counting/in-hand.server";
import { isOfOnePart, isWithheld } from "~/features/connection/services/readings/pages.server";
import { getDemographics, getViews } from "~/features/connection/store/instagram.server";
import {
  type Audience,
  type AudienceShares,
  askableDays,
  demographics,
} from "~/features/history/instagram-counts";

/** Instagram gives 30 days a call at most; these are whole weeks. */
const daysOfViews = 28;

/**
 * Reads of whom the followers are, and who sees the posts. Each part may be missing: what is refused is looked for
 * again a week later.
 */
export async function readAudience(counting: Counting): Promise<void> {
  const { ask, token, reach, isPatient } = counting;
  let refusals = 0;
  let asked = 0;
  async function part<T>(get: () => Promise<{ value: T }>): Promise<T | null> {
    asked += 1;
    try {
      return (await get()).value;
    } catch (error) {
      if (isWithheld(error)) refusals += 1;
      else if (isPatient || !isOfOnePart(error)) throw error;
      return null;
    }
  }
  const shares: Record<string, AudienceShares | null> = {};
  for (const kind of demographics)
    shares[kind] = await part(() => ask(() => getDemographics(token, kind)));
  const days = askableDays(Date.now(), reach).slice(0, daysOfViews);
  const [last, first] = [days[0], days.at(-1)];
  let views: Audience["views"] = null;
  if (last && first) {
    const time = { since: first.startsAt, until: last.endsAt };
    const found = await part(() => ask(() => getViews(token, time)));
    views = found && { from: first.startsAt, to: last.endsAt, ...found };
  }
  const { country = null, city = null, age = null, gender = null } = shares;
  const isRefused = refusals === asked;
  const audience = { askedAt: Date.now(), country, city, age, gender, views, isRefused };
  await keepCounts(counting, (known) => ({ ...known, audience }));
}
