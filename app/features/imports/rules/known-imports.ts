import { type HiddenNames, hiddenNamesIn } from "../../history/hidden-people.ts";
import { decodeNames, knownBefore } from "../../history/kept-names.ts";
import type { RenamedIn } from "../../history/renamed-in.ts";
import { decodeTurnovers } from "../../history/turnover-pieces.ts";
import type { KnownImports } from "./work.ts";

/** What the analysis kept of the changes in each import, unpacked. */
export const keptChanges = ({
  turnovers,
}: Pick<KnownImports, "turnovers">): ReturnType<typeof decodeTurnovers> =>
  turnovers ? decodeTurnovers(turnovers) : {};

/** What the hidden are called in each import. @param renamed of the same imports */
export async function hiddenInEach(
  { used, hidden, names }: KnownImports,
  renamed: readonly RenamedIn[],
): Promise<HiddenNames[]> {
  const kept = names && (await decodeNames(names));
  return hiddenNamesIn(hidden, renamed, knownBefore(hidden, used, kept));
}
