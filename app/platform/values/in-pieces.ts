/** Most bytes of a piece: a Firestore document has a megabyte at most. */
const pieceBytes = 700_000;

/** The parts, joined and cut anew. Each piece has memory of its own, which can be handed over. */
export function* inPieces(parts: Iterable<Uint8Array>): Generator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(pieceBytes);
  let end = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const taken = part.subarray(from, from + pieceBytes - end);
      piece.set(taken, end);
      end += taken.length;
      from += taken.length;
      if (end < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      end = 0;
    }
  }
  if (end > 0) yield piece.slice(0, end);
}
