import { freeBytes } from "../../../platform/values/name-list-merge.ts";
import { type KeptLists, type KeptName, readLists } from "../../history/kept-lists.ts";
import { decodeNames, hiddenNamesNow } from "../../history/kept-names.ts";
import type { RenamedIn } from "../../history/renamed-in.ts";
import { decodeTurnovers } from "../../history/turnover-pieces.ts";
import type { Ask, KnownImports } from "./work.ts";

/** What the analysis kept of the changes in each import, unpacked. */
export const keptChanges = ({
  turnovers,
}: Pick<KnownImports, "turnovers">): ReturnType<typeof decodeTurnovers> =>
  turnovers ? decodeTurnovers(turnovers) : {};

/** What the hidden are called in each import. @param renamed of the same imports */
export async function hiddenInEach(
  { hidden, names }: Pick<KnownImports, "hidden" | "names">,
  renamed: readonly RenamedIn[],
): Promise<ReturnType<typeof hiddenNamesNow>> {
  return hiddenNamesNow(hidden, renamed, names && (await decodeNames(names)));
}

/**
 * Asks the server for what is kept of an import, and for no more than the lists that are wanted.
 * @returns lists that nobody else has
 */
export const loadLists = (id: string, ask: Ask, wanted?: readonly KeptName[]): Promise<KeptLists> =>
  readLists(piecesOf(id, ask), wanted);

/** Asks for the followers of imports alone. */
export const followersBy = (ask: Ask) => async (id: string) =>
  (await loadLists(id, ask, ["followers"])).followers;

async function* piecesOf(id: string, ask: Ask): AsyncGenerator<Uint8Array> {
  for (let index = 0; ; index += 1) {
    const piece = (await ask({ ask: "piece", id, index })) as Uint8Array | null;
    if (!piece) return;
    yield piece;
    freeBytes(piece);
  }
}
