import { emptyProfile, type Profile } from "~/features/analysis/profile";
import { makerOf, storedProfile } from "~/features/analysis/store/profile-document.server";
import { forgetGrowth } from "~/features/history/growth-mark.server";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError, withoutWaiting } from "~/platform/upstream/upstream.server";
import { hour, minute } from "~/platform/values/durations";

const profiles = createCache<Profile>("profiles", {
  // Short while the analysis runs, because the waiting page reloads until it is completed.
  ttl: ({ status }) => (status === "completed" ? minute : 2_000),
  keep: hour,
  maxBytes: 20 * 1_048_576,
});

/**
 * The profile, at most 60 s old. A missing document is a profile of status `idle`.
 * @param fresh bypasses the cache, to notice the end of an analysis at once
 */
export function profileOf(uid: string, { fresh = false } = {}): Promise<Profile> {
  return profiles.get(uid, () => readProfile(uid), { fresh });
}

/** A profile of which only its source can be read. No outage of Firestore. */
class ProfileUnreadable extends UpstreamError {
  override name = "ProfileUnreadable";
  readonly source: Profile["source"];

  constructor(source: Profile["source"]) {
    super("firestore", "malformed");
    this.source = source;
  }
}

/**
 * Whose the profile is. Ask this where no more of it matters: our own follows from what else is stored, so one that cannot
 * be read must keep nobody from what computes it anew.
 */
export async function sourceOf(uid: string, { fresh = false } = {}): Promise<Profile["source"]> {
  try {
    return (await profileOf(uid, { fresh })).source;
  } catch (error) {
    if (error instanceof ProfileUnreadable) return error.source;
    throw error;
  }
}

onChange("profile", profiles.drop);

/** Called after this app has written a profile, so that every process reads it anew. */
export async function announceProfileChange(uid: string): Promise<void> {
  profiles.drop(uid);
  forgetGrowth(uid);
  await announceChange("profile", uid);
}

/** The profile as this process last read it, at most about an hour old. */
export const lastGoodProfile = (uid: string): Profile | undefined => profiles.lastGood(uid);

/** Like `profileOf`. While Firestore is down, the last good copy (`stale`) if there is one. */
export async function profileOrLastGood(
  uid: string,
): Promise<{ profile: Profile; stale: boolean }> {
  const asked = profileOf(uid).then((profile) => ({ profile, stale: false }));
  const profile = lastGoodProfile(uid);
  return profile ? withoutWaiting("firestore", asked, { profile, stale: true }) : asked;
}

async function readProfile(uid: string): Promise<Profile> {
  const snapshot = await inFirestore("read", (database) =>
    database.collection("profiles").doc(uid).get(),
  );
  if (!snapshot.exists) return emptyProfile;
  const checked = storedProfile.safeParse(snapshot.data());
  if (!checked.success) throw new ProfileUnreadable(makerOf(snapshot.get("_source")));
  return checked.data;
}
