import {
  type CategoryKey,
  categoryOf,
  isOtherKey,
  type Profile,
} from "~/features/analysis/profile";
import { analysisOf } from "~/features/history/analyses.server";
import { readPiece } from "~/features/history/kept-pieces.server";
import { choicesOf, onChoices } from "~/features/history/people-choices.server";
import { malformedLists, peopleInPieces } from "~/features/history/people-in-pieces.server";
import { type PeopleList, peopleNamed } from "~/features/history/people-list";
import { decodePiece, type PeoplePiece } from "~/features/history/people-piece";
import { createCache } from "~/platform/store/cache.server";
import { unlessMalformed, withoutWaiting } from "~/platform/upstream/upstream.server";
import { hour } from "~/platform/values/durations";

/**
 * Reads from the people of a category. Where a newer analysis replaces the lists meanwhile, they are read once more.
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

/** A piece never changes: a new analysis is a new generation. */
const pieces = createCache<Uint8Array>("analysisLists", {
  ttl: 600_000,
  maxBytes: 16 * 1_048_576,
});

/**
 * The people of a category of an analysis made here; undefined where there are no lists. They fail where a newer
 * analysis has replaced them: ask again.
 * @throws UpstreamError `malformed` where what is stored cannot be read; the list's methods throw it, too
 */
async function storedPeople(uid: string, key: CategoryKey): Promise<PeopleList | undefined> {
  const analysis = await analysisOf(uid);
  if (!analysis?.generation) return undefined;
  const owner = `${uid}-${analysis.generation}`;
  const category = analysis.index.categories[key];
  if (!category) throw malformedLists();
  return peopleInPieces(analysis.index, category, key, (n) => openPiece(owner, n));
}

async function openPiece(owner: string, n: number): Promise<PeoplePiece> {
  const id = `${owner}-${n}`;
  const stored = await pieces.get(id, () => readPiece("analysisLists", owner, n));
  try {
    return await decodePiece(stored);
  } catch {
    pieces.drop(id);
    throw malformedLists();
  }
}

const hiddenNames = createCache<readonly string[]>("hidden-names", {
  ttl: 2_000,
  keep: hour,
  maxBytes: 1_048_576,
});
onChoices(hiddenNames.drop);

/**
 * The people of an outside profile whom the subscriber has not hidden, and how many are hidden. While Firestore is
 * down, by the choices that this process read last.
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

/** The people of a category: those of the stored lists, else those that the profile names. */
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
