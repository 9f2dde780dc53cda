import type { Import } from "~/features/history/import";
import { readPiece } from "~/features/history/kept-pieces.server";

/** A piece of what is kept of an import, null after the last. */
export type PieceOf = (id: string, index: number) => Promise<Uint8Array | null>;

/**
 * The pieces of these imports; of others there are none.
 * @param ahead how many of the next pieces are read beside one that is asked for, for who asks for all in this order
 */
export function piecesOf(
  imports: readonly Pick<Import, "id" | "pieces">[],
  { ahead = 0 } = {},
): PieceOf {
  const kept = imports.flatMap(({ id, pieces }) =>
    Array.from({ length: pieces }, (_, index) => ({ id, index })),
  );
  /** What was begun ahead, by its place in `kept`. */
  const begun = new Map<number, Promise<Uint8Array | null>>();
  return async (id, index) => {
    const asked = kept.findIndex((one) => one.id === id && one.index === index);
    if (asked < 0) return null;
    for (const [next, one] of kept.slice(asked, asked + 1 + ahead).entries()) {
      if (begun.has(asked + next)) continue;
      const piece = readPiece("importPieces", one.id, one.index);
      // Who asks for it hears of a failure; nobody may.
      piece.catch(() => {});
      begun.set(asked + next, piece);
    }
    const piece = begun.get(asked);
    begun.delete(asked);
    return piece ?? null;
  };
}
