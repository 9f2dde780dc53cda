import type { Analysis } from "~/features/history/analyses.server";
import { hiddenNamesAt, renamesIn, withoutNames } from "~/features/history/hidden-people";
import type { Import } from "~/features/history/import";
import { readRange } from "~/features/history/kept-pieces.server";
import { hiddenPeopleOf } from "~/features/history/people-choices.server";
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

/**
 * Those of an import in use of whom nobody can tell who is who, without those whom the subscriber has hidden; undefined where
 * that was not kept.
 * @param used all in use, in the order of their time
 */
export async function unclearNamesOf(
  uid: string,
  analysis: Analysis | undefined,
  used: readonly Pick<Import, "id" | "takenAt">[],
  id: string,
): Promise<UnclearNames | undefined> {
  const [pieces, hidden] = await Promise.all([keptTurnovers(uid, analysis), hiddenPeopleOf(uid)]);
  const turnovers = pieces && decodeTurnovers(pieces);
  const unclear = turnovers?.get(id)?.unclear;
  if (!unclear) return undefined;
  const renamed = renamesIn(used, turnovers);
  const index = used.findIndex((one) => one.id === id);
  const [formerly, present] = [index - 1, index].map((at) => hiddenNamesAt(hidden, renamed, at));
  return withoutNames(unclear, formerly ?? new Map(), present ?? new Map());
}
