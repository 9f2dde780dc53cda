import { Firestore } from "@google-cloud/firestore";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { server } from "#tests/setup/outside";
import { createFaults } from "../../sandbox/faults.ts";
import { type FirestoreEmulator, startFirestore } from "../../sandbox/systems/firestore.ts";

export const faults = createFaults();
let emulator: FirestoreEmulator;
export let db: Firestore;

beforeAll(async () => {
  // These systems are met over real sockets.
  server.close();
  emulator = await startFirestore("demo-firestore-test", { faults });
  db = connect();
});
beforeEach(() => emulator.clear());
afterEach(() => faults.clear());
afterAll(async () => {
  server.listen();
  await db.terminate();
  await emulator.stop();
});

export function connect(): Firestore {
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
  return new Firestore({ projectId: "demo-firestore-test" });
}
