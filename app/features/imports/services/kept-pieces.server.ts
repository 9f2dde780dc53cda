import type { Import } from "~/features/history/import";
import { readPiece } from "~/features/history/kept-pieces.server";

/** A piece of what is kept of an import, null after the last. */
export type PieceOf = (id: string, index: number) => Promise<Uint8Array | null>;

/** The pieces of these imports; of others there are none. */
export function piecesOf(imports: readonly Pick<Import, "id" | "pieces">[]): PieceOf {
  const counts = new Map(imports.map(({ id, pieces }) => [id, pieces]));
  return async (id, index) =>
    index < (counts.get(id) ?? 0) ? readPiece("importPieces", id, index) : null;
}
