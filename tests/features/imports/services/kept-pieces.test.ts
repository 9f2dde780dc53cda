import { beforeEach, expect, test, vi } from "vitest";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";

const read: string[] = [];
let fails: string | undefined;
vi.mock("~/features/history/kept-pieces.server", () => ({
  readPiece: async (_: string, id: string, index: number) => {
    read.push(`${id}${index}`);
    if (`${id}${index}` === fails) throw new Error("down");
    return new Uint8Array([index]);
  },
}));

const imports = [
  { id: "a", pieces: 2 },
  { id: "b", pieces: 1 },
  { id: "c", pieces: 2 },
];

beforeEach(() => {
  read.length = 0;
  fails = undefined;
});

test("each piece is read once, the next ones beside it, across imports", async () => {
  const pieceOf = piecesOf(imports, { ahead: 2 });
  expect(await pieceOf("a", 0)).toEqual(new Uint8Array([0]));
  expect(read).toEqual(["a0", "a1", "b0"]);
  expect(await pieceOf("a", 1)).toEqual(new Uint8Array([1]));
  expect(await pieceOf("a", 2)).toBeNull();
  for (const id of ["b", "c"]) expect(await pieceOf(id, 0)).toEqual(new Uint8Array([0]));
  expect(await pieceOf("c", 1)).toEqual(new Uint8Array([1]));
  expect(read).toEqual(["a0", "a1", "b0", "c0", "c1"]);
  expect(await pieceOf("other", 0)).toBeNull();
});

test("who goes through them again reads them again, and without 'ahead' only what is asked for", async () => {
  const pieceOf = piecesOf(imports);
  await pieceOf("a", 0);
  await pieceOf("a", 0);
  expect(read).toEqual(["a0", "a0"]);
});

test("a piece that fails ahead fails for who asks for it alone", async () => {
  fails = "a1";
  const pieceOf = piecesOf(imports, { ahead: 4 });
  expect(await pieceOf("a", 0)).toEqual(new Uint8Array([0]));
  await expect(pieceOf("a", 1)).rejects.toThrow("down");
  expect(await pieceOf("b", 0)).toEqual(new Uint8Array([0]));
});
