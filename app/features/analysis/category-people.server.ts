import { notHidden } from "~/features/analysis/not-hidden.server";
import {
  type CategoryKey,
  categoryOf,
  isOtherKey,
  type Profile,
} from "~/features/analysis/profile";
import { storedPeople } from "~/features/analysis/store/people-lists.server";
import { type PeopleList, peopleNamed } from "~/features/history/people-list";
import { unlessMalformed } from "~/platform/upstream/upstream.server";

/**
 * Reads from the people of a category. A newer analysis may replace the lists while they are
 * read: then it is read once more.
 */
export async function readPeople<T>(
  uid: string,
  profile: Profile,
  key: CategoryKey,
  read: (people: PeopleList) => Promise<T>,
): Promise<T> {
  const readOnce = async () => read(await peopleOf(uid, profile, key));
  return unlessMalformed(readOnce, readOnce);
}

/**
 * Of likes and comments, which name nobody here, without stored lists, and of an outside system's profile: those that the
 * profile names.
 */
async function peopleOf(uid: string, profile: Profile, key: CategoryKey): Promise<PeopleList> {
  // An analysis of an older version does not have every category.
  const isKnown = !profile.notes[key] && categoryOf(profile, key) !== undefined;
  const isNamed = profile.source === "built-in" && !isOtherKey(key) && isKnown;
  const stored = isNamed ? await storedPeople(uid, key) : undefined;
  if (stored) return stored;
  const named = categoryOf(profile, key)?.people ?? [];
  if (profile.source !== "outside") return peopleNamed(named);
  return peopleNamed((await notHidden(uid, named)).shown);
}
