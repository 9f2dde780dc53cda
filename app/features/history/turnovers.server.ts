import { decodeNames, type KeptNames } from "~/features/history/kept-names";
import { readRange } from "~/features/history/kept-pieces.server";
import type { PieceRange } from "~/features/history/people-index";
import { unlessMalformed } from "~/platform/upstream/upstream.server";

/** Where an analysis says that its pieces are. */
interface KeptBy {
  generation: string | null;
  growth?: { departures?: PieceRange; names?: PieceRange } | undefined;
}

/**
 * What each import changed and the names for pages, as the analysis kept them, for a thread to unpack: the former may be large. Each
 * is left out where it kept nothing, or nothing that can be read.
 */
export async function keptForThread(
  uid: string,
  analysis: KeptBy | undefined,
): Promise<{ turnovers?: Uint8Array[]; names?: Uint8Array[] }> {
  const [turnovers, names] = await Promise.all([
    piecesAt(uid, analysis, analysis?.growth?.departures),
    piecesAt(uid, analysis, analysis?.growth?.names),
  ]);
  return { ...(turnovers && { turnovers }), ...(names && { names }) };
}

/** The names that an analysis kept for pages; undefined where it kept none, or none that can be read. */
export async function namesForPages(
  uid: string,
  analysis: KeptBy | undefined,
): Promise<KeptNames | undefined> {
  const pieces = await piecesAt(uid, analysis, analysis?.growth?.names);
  return pieces && decodeNames(pieces);
}

async function piecesAt(
  uid: string,
  analysis: KeptBy | undefined,
  range: PieceRange | undefined,
): Promise<Uint8Array[] | undefined> {
  if (!analysis?.generation || !range) return undefined;
  return unlessMalformed(readRange("analysisLists", `${uid}-${analysis.generation}`, range));
}
