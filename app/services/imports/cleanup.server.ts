import type { Change } from "~/clients/imports/analyses.server";
import { analysisOf } from "~/clients/imports/analyses.server";
import { endReading, importsOf } from "~/clients/imports/documents.server";
import { eraseOrphans, erasePieces } from "~/clients/imports/pieces.server";
import { isBrokenOff, keepsLists, refusedAs } from "~/domain/imports/import";
import { type Standing, withoutLists } from "~/services/imports/plans.server";

/** Erases the lists that a change has replaced. */
export async function eraseReplaced(
  uid: string,
  { imports, analysis }: Standing,
  change: Change,
): Promise<void> {
  const isReplaced = analysis?.generation && analysis.generation !== change.analysis?.generation;
  if (analysis && isReplaced)
    await erasePieces("analysisLists", `${uid}-${analysis.generation}`, analysis.pieces);
  for (const { id } of withoutLists(change)) {
    const pieces = imports.find((one) => one.id === id)?.pieces ?? 0;
    await erasePieces("importPieces", id, pieces);
  }
}

/** Erases the lists that were written for a change which did not come about. */
export async function eraseUnused(
  { uid, analysis }: Change,
  { analysis: standing }: Standing,
): Promise<void> {
  if (analysis?.generation && analysis.generation !== standing?.generation)
    await erasePieces("analysisLists", `${uid}-${analysis.generation}`, analysis.pieces);
}

/**
 * Erases what killed processes left behind. Readings that broke off become refused. Pieces that belong to nothing are
 * erased once they are so old that no import can still be writing them.
 */
export async function eraseLeftovers(uid: string, now: number): Promise<void> {
  const imports = await importsOf(uid);
  for (const one of imports)
    if (isBrokenOff(one, now)) await endReading(uid, one.id, refusedAs(one, "damaged"));
  const [analysis, left] = await Promise.all([analysisOf(uid), importsOf(uid)]);
  const kept = left.filter(({ state }) => keepsLists(state) || state === "reading");
  await eraseOrphans("importPieces", uid, new Set(kept.map(({ id }) => id)), now);
  await eraseOrphans("analysisLists", uid, new Set([`${uid}-${analysis?.generation}`]), now);
}
