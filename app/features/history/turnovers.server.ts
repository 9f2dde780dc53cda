import type { Analysis } from "~/features/history/analyses.server";
import { decodeNames, type KeptNames } from "~/features/history/kept-names";
import { readRange } from "~/features/history/kept-pieces.server";
import { unlessMalformed } from "~/platform/upstream/upstream.server";

/**
 * What each import changed, as the analysis kept it, for a thread to unpack: it may be large. Undefined where it kept nothing, or
 * nothing that can be read.
 */
export async function keptTurnovers(
  uid: string,
  analysis: Analysis | undefined,
): Promise<Uint8Array[] | undefined> {
  if (!analysis?.generation || !analysis.growth) return undefined;
  return unlessMalformed(
    readRange("analysisLists", `${uid}-${analysis.generation}`, analysis.growth.departures),
  );
}

/** The names that it kept for pages; undefined as above. */
export async function namesForPages(
  uid: string,
  analysis: Analysis | undefined,
): Promise<KeptNames | undefined> {
  const range = analysis?.growth?.names;
  if (!analysis?.generation || !range) return undefined;
  const pieces = await unlessMalformed(
    readRange("analysisLists", `${uid}-${analysis.generation}`, range),
  );
  return pieces && decodeNames(pieces);
}
