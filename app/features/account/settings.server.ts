import { type Settings, storedSettings } from "~/features/account/settings";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { minute } from "~/platform/values/durations";

const collection = "settings";

/** The settings in `settings/{uid}`, not cached: what is turned off is off at once. */
export function settingsOf(uid: string): Promise<Settings> {
  return inFirestore("read", async (database) => {
    const document = await database.collection(collection).doc(uid).get();
    return storedSettings.parse(document.data() ?? {});
  });
}

/** What every page may need of them. */
type Preferences = Pick<Settings, "timeZone" | "place" | "language">;

const preferences = createCache<Preferences>("preferences", {
  ttl: 2_000,
  keep: minute - 2_000,
  maxBytes: 1_048_576,
});
onChange("preferences", preferences.drop);

/** For pages, at most 2 s old. */
export const preferencesOf = (uid: string): Promise<Preferences> =>
  preferences.get(uid, async () => {
    const { timeZone, place, language } = await settingsOf(uid);
    return { timeZone, place, language };
  });

/** As this process last read them, at most a minute ago. */
export const lastKnownPreferences = (uid: string): Preferences | undefined =>
  preferences.lastGood(uid);

/** The subscriber's time zone for pages; null until it is chosen. */
export const timeZoneOf = async (uid: string): Promise<string | null> =>
  (await preferencesOf(uid)).timeZone;

/** Called after a preference was written, so that every process reads it anew. */
export async function announcePreferences(uid: string): Promise<void> {
  preferences.drop(uid);
  await announceChange("preferences", uid);
}

/** Field by field, so that two pages that are open at once undo nothing of each other. */
export const changeSettings = (uid: string, fields: object): Promise<void> =>
  writeFor(uid, (transaction, database) => {
    const own = database.collection(collection).doc(uid);
    transaction.set(own, { ...fields, updatedAt: new Date() }, { merge: true });
  });

/** The subscriber wants no more offers to add a passkey. */
export const declinePasskeyOffer = (uid: string): Promise<void> =>
  changeSettings(uid, { noPasskeyOffer: true });
