import "./strict-console.ts";
import { setTimeout as pause } from "node:timers/promises";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { createInProcessSandbox } from "#sandbox/in-process.ts";
import { startMailCatcher } from "#sandbox/systems/mail.ts";
import { startTcpFront } from "#sandbox/tcp-front.ts";
import { formerApps } from "./reset-app.ts";

/** Every outside system that speaks HTTP, in this process. Firestore runs beside it for the whole run. */
export const sandbox = createInProcessSandbox();
export const projectId = sandbox.env.FIREBASE_PROJECT_ID ?? "";
export const server = setupServer(...sandbox.handlers);

const mail = await startMailCatcher(sandbox.world, sandbox.faults);
// Firestore is shared by all test files; this relay lets one file make it hang without affecting the others.
const [, firestorePort] = process.env.FIRESTORE_EMULATOR_HOST?.split(":") ?? [];
const firestoreRelay = await startTcpFront("firestore", sandbox.faults, Number(firestorePort), 0);
const firestoreEnv = { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${firestoreRelay.port}` };
// `visit` in app.ts sets the client's address in X-Forwarded-For.
const proxyEnv = { TRUST_PROXY: "1" };
const env = {
  ...sandbox.env,
  ...firestoreEnv,
  ...proxyEnv,
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
};
for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);

beforeAll(async () => {
  // msw's interception breaks gRPC's HTTP/2, so the channel must be open before. Called without the app's deadline,
  // because on a busy machine the first call takes longer.
  const { adminAuth, firestore } = await import("~/platform/store/firebase.server");
  await (await firestore()).doc("warm/up").get();
  // As the server does: on a busy machine, to load Google's SDK takes longer than a call may.
  await adminAuth();
  server.listen({ onUnhandledFrame: "error" });
});
beforeEach(() => {
  // Firestore keeps what earlier tests connected: their accounts are others.
  sandbox.world.instagram.firstAccount += 1_000;
  sandbox.world.reset();
  sandbox.faults.clear();
});
afterEach(() => {
  server.resetHandlers();
  // Without this it is only a 502 that nobody can explain.
  for (const crash of sandbox.world.crashes) throw crash;
  const { request, answer } = sandbox.world.offences;
  // The sandbox's own tests ask what the app never does.
  const isOfSandbox = expect.getState().testPath?.includes("/tests/sandbox/");
  expect(isOfSandbox ? answer : [...request, ...answer], "against docs/interfaces/").toEqual([]);
});
afterAll(async () => {
  await workIsDone();
  server.close();
  // Firebase remembers it for the whole process; the next file's app needs one for that file's relay.
  const { deleteApp, getApps } = await import("firebase-admin/app");
  await Promise.all(getApps().map(deleteApp));
  await mail.stop();
  // The relay stays until the process ends. What the app still reads, and Firestore's library repeats by a timer of its
  // own, finds Firestore there: else it would fail in the next file, where nobody waits for it.
});

/** What this file's app still does would reach the outside systems of the next file in this process. */
async function workIsDone(): Promise<void> {
  vi.useRealTimers();
  sandbox.faults.clear();
  const apps = [...formerApps, await import("~/platform/work/background.server")];
  for (const { setStoppingSoon } of apps) setStoppingSoon(true);
  const settled = Promise.all(apps.map(({ backgroundSettled }) => backgroundSettled()));
  await Promise.race([settled, pause(10_000, undefined, { ref: false })]);
}
