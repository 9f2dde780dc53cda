import { choicesOf, onChoices } from "~/features/history/people-choices.server";
import { createCache } from "~/platform/store/cache.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";

const hiddenNames = createCache<readonly string[]>("hidden-names", {
  ttl: 2_000,
  keep: hour,
  maxBytes: 1_048_576,
});
onChoices(hiddenNames.drop);

/**
 * Those of an outside profile's people whom the subscriber has not hidden, and how many they have. While Firestore is down, as
 * this process last knew it.
 */
export async function notHidden<Named extends { username: string }>(
  uid: string,
  people: readonly Named[],
): Promise<{ shown: Named[]; hidden: number }> {
  const last = hiddenNames.lastGood(uid) ?? [];
  const asked = hiddenNames.get(uid, async () => (await choicesOf(uid)).hiddenOutside);
  const hidden = new Set(await withoutWaiting("firestore", asked, last));
  const shown = people.filter(({ username }) => !hidden.has(username.toLowerCase()));
  return { shown, hidden: people.length - shown.length };
}
