/** Most bytes of a piece: a Firestore document has a megabyte at most. */
const pieceBytes = 700_000;

/** Each of them has memory of its own, which can be handed over. */
export function inPieces(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from(
    { length: count },
    (_, n) => new Uint8Array(bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes)),
  );
}
