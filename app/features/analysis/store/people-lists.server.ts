import type { CategoryKey } from "~/features/analysis/profile";
import { analysisOf } from "~/features/history/analyses.server";
import { readPiece } from "~/features/history/kept-pieces.server";
import { malformedLists, peopleInPieces } from "~/features/history/people-in-pieces.server";
import type { PeopleList } from "~/features/history/people-list";
import { decodePiece, type PeoplePiece } from "~/features/history/people-piece";
import { createCache } from "~/platform/store/cache.server";

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
export async function storedPeople(uid: string, key: CategoryKey): Promise<PeopleList | undefined> {
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
