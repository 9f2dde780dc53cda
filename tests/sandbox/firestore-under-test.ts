import type { Firestore } from "@google-cloud/firestore";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { startAnyFirestore } from "../setup/any-firestore.ts";
import { emulatedFirestore } from "../setup/emulated-firestore.ts";
import { server } from "../setup/outside.ts";

let emulator: Awaited<ReturnType<typeof startAnyFirestore>>;

/** A client of an emulator that this file alone uses, empty before each test. */
export let db: Firestore;

/** Another client of it, which the caller terminates. */
export function connect(): Firestore {
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
  return emulatedFirestore("demo-firestore-test");
}

beforeAll(async () => {
  // MSW must not intercept these calls: they go over real sockets.
  server.close();
  emulator = await startAnyFirestore("demo-firestore-test");
  db = connect();
});
beforeEach(() => emulator.clear());
afterAll(async () => {
  server.listen();
  await db.terminate();
  await emulator.stop();
});
