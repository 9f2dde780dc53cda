import { afterAll, expect, test, vi } from "vitest";
import { createFaults } from "#sandbox/faults.ts";
import { startFirestore } from "#sandbox/systems/firestore.ts";
import { projectId } from "#tests/setup/outside";
import { eraseOwned, pieceWriter, readPiece } from "~/features/history/kept-pieces.server";

// A Firestore of its own: other files must not see its failures.
const faults = createFaults();
const emulator = await startFirestore(projectId, { faults });
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
afterAll(() => emulator.stop());

const newOwner = () => ({ uid: crypto.randomUUID(), owner: crypto.randomUUID() });
const bytes = Uint8Array.of(1, 2, 3);

test("pieces are read as they were written, in their order", async () => {
  const whose = newOwner();
  const writer = pieceWriter("importPieces", whose);
  for (let index = 0; index < 9; index += 1) await writer.write(Uint8Array.of(index));
  expect(await writer.end()).toBe(9);
  for (let index = 0; index < 9; index += 1)
    expect([...(await readPiece("importPieces", whose.owner, index))]).toEqual([index]);
});

test("who hears that a piece failed can erase the others: none of them is still on its way", async () => {
  const whose = newOwner();
  const writer = pieceWriter("importPieces", whose);
  await writer.write(bytes);
  await writer.end();
  faults.set("firestore", { kind: "status", status: 403 }, 2);
  await writer.write(bytes);
  await vi.waitFor(() => expect(faults.current("firestore")).toBeUndefined(), 20_000);
  faults.set("firestore", { kind: "slow", ms: 900 });
  await writer.write(bytes);
  await expect(writer.end()).rejects.toMatchObject({ name: "UpstreamError" });
  faults.clear();
  const written = Object.values(emulator.readAll("importPieces"));
  expect(written.filter(({ owner }) => owner === whose.owner)).toHaveLength(2);
  await eraseOwned("importPieces", whose.owner);
});
