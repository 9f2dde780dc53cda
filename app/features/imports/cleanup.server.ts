import type { Change } from "~/features/history/analyses.server";
import { storedAnalysis } from "~/features/history/analyses.server";
import { isBrokenOff, keepsLists, refusedAs } from "~/features/history/import";
import { endReading, eraseImports, importsOf } from "~/features/history/import-documents.server";
import {
  countPieces,
  eraseOrphans,
  eraseOwned,
  erasePieces,
  longestWork,
} from "~/features/history/kept-pieces.server";
import { surplusOf } from "~/features/history/surplus";
import { type Standing, withoutLists } from "~/features/imports/services/plans.server";

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
  if (change.removed !== undefined) await eraseOwned("importPieces", change.removed);
}

/**
 * Erases the lists that were written for a change which did not come about. It looks for itself: lists that the stored
 * analysis names are erased by nothing but what replaces them.
 */
export async function eraseUnused({ uid, analysis }: Change): Promise<void> {
  if (!analysis?.generation) return;
  const { remains } = await storedAnalysis(uid);
  if (analysis.generation !== remains?.generation)
    await erasePieces("analysisLists", `${uid}-${analysis.generation}`, analysis.pieces);
}

/**
 * Erases what killed processes left behind, and imports without lists where there are too many. Readings that broke off
 * become refused. Pieces that belong to nothing are erased once they are so old that no import can still be writing them.
 * Counting costs one read, so the pieces are looked through only where there are more than there should be.
 */
export async function eraseLeftovers(uid: string, now: number): Promise<void> {
  const found = await importsOf(uid);
  const brokenOff = found.filter((one) => isBrokenOff(one, now));
  for (const one of brokenOff) await endReading(uid, one.id, refusedAs(one, "damaged"));
  const imports = brokenOff.length > 0 ? await importsOf(uid) : found;
  const latest = imports.toSorted((a, b) => a.startedAt - b.startedAt).at(-1);
  const surplus = latest ? surplusOf(imports, latest.id, now) : [];
  await eraseImports(surplus.filter(({ state }) => !keepsLists(state)));
  const kept = imports.filter(({ state }) => keepsLists(state));
  const expected = kept.reduce((sum, { pieces }) => sum + pieces, 0);
  if ((await countPieces("importPieces", uid)) > expected) {
    const reading = imports.filter((one) => one.state === "reading");
    const owners = new Set([...kept, ...reading].map(({ id }) => id));
    await eraseOrphans("importPieces", uid, owners, now - longestWork);
  }
  await eraseLeftoverLists(uid, now - longestWork);
}

/** Erases lists of people from before that time that belong to no analysis: a process was killed as it replaced them. */
export async function eraseLeftoverLists(uid: string, before: number): Promise<void> {
  const { remains } = await storedAnalysis(uid);
  if ((await countPieces("analysisLists", uid)) <= (remains?.pieces ?? 0)) return;
  await eraseOrphans("analysisLists", uid, new Set([`${uid}-${remains?.generation}`]), before);
}

/**
 * Erases the lists that an ended connection gave, once the profile is computed without it. While an import is being
 * read, what it writes belongs to no analysis yet: then only old lists are erased.
 * @param endedAt epoch milliseconds
 */
export async function eraseListsOfEnded(uid: string, endedAt: number): Promise<void> {
  const isReading = (await importsOf(uid)).some(({ state }) => state === "reading");
  await eraseLeftoverLists(uid, isReading ? Date.now() - longestWork : endedAt);
}
