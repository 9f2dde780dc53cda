import type { Analysis } from "~/features/history/analyses.server";
import { readRange } from "~/features/history/kept-pieces.server";
import type { UnclearNames } from "~/features/history/turnover";
import { decodeTurnovers } from "~/features/history/turnover-pieces";
import { unlessMalformed } from "~/platform/upstream/upstream.server";

/** What each import changed, as the analysis kept it; undefined where it kept nothing, or nothing that can be read. */
export async function keptTurnovers(
  uid: string,
  analysis: Analysis | undefined,
): Promise<Uint8Array[] | undefined> {
  if (!analysis?.generation || !analysis.growth) return undefined;
  return unlessMalformed(
    readRange("analysisLists", `${uid}-${analysis.generation}`, analysis.growth.departures),
  );
}

/** Those of an import in use of whom nobody can tell who is who; undefined where that was not kept. */
export async function unclearNamesOf(
  uid: string,
  analysis: Analysis | undefined,
  id: string,
): Promise<UnclearNames | undefined> {
  const pieces = await keptTurnovers(uid, analysis);
  return pieces && decodeTurnovers(pieces)?.get(id)?.unclear;
}
