import type { Firestore } from "@google-cloud/firestore";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createFaults } from "../../sandbox/faults.ts";
import { type FirestoreEmulator, startFirestore } from "../../sandbox/systems/firestore.ts";
import { emulatedFirestore } from "../setup/emulated-firestore.ts";
import { server } from "../setup/outside.ts";

const faults = createFaults();
let emulator: FirestoreEmulator;
let db: Firestore;

beforeAll(async () => {
  // MSW must not intercept these calls: they go over a real socket.
  server.close();
  emulator = await startFirestore("demo-firestore-test", { faults });
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${emulator.port}`);
  db = emulatedFirestore("demo-firestore-test");
});
afterEach(() => {
  faults.clear();
  emulator.clear();
});
afterAll(async () => {
  server.listen();
  await db.terminate();
  await emulator.stop();
});

it("answers UNAVAILABLE once, and the library retries", async () => {
  faults.set("firestore", { kind: "status", status: 500 }, 1);
  await db.doc("things/one").create({});
  expect(faults.current("firestore")).toBeUndefined();
  expect((await db.doc("things/one").get()).exists).toBe(true);
});

it("loses the answer of a commit that was carried out", async () => {
  faults.set("firestore", { kind: "lost-answer" }, 1);
  // The library retries the create, which then finds the document of its first attempt.
  await expect(db.doc("things/one").create({ a: 1 })).rejects.toMatchObject({ code: 6 });
  expect((await db.doc("things/one").get()).data()).toEqual({ a: 1 });
});
