import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createInProcessSandbox } from "#sandbox/in-process.ts";
import { startMailCatcher } from "#sandbox/systems/mail.ts";
import { startTcpFront } from "#sandbox/tcp-front.ts";

/** Every outside system that speaks HTTP, in this process. Firestore runs beside it for the whole run. */
export const sandbox = createInProcessSandbox();
export const server = setupServer(...sandbox.handlers);

const mail = await startMailCatcher(sandbox.world, sandbox.faults);
// It is shared, so it can only hang, and that for this file's tests alone.
const [, firestorePort] = process.env.FIRESTORE_EMULATOR_HOST?.split(":") ?? [];
const front = await startTcpFront("firestore", sandbox.faults, Number(firestorePort), 0);
const beside = { FIRESTORE_EMULATOR_HOST: `127.0.0.1:${front.port}` };
// Visits tell whose they are (app.ts).
const visits = { TRUST_PROXY: "1" };
const env = { ...sandbox.env, ...beside, ...visits, SMTP_URL: `smtp://127.0.0.1:${mail.port}` };
for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);

beforeAll(async () => {
  // gRPC speaks HTTP/2, which does not survive interception: its channel must stand before it begins.
  // Not under the app's deadline: on a busy machine the first call takes longer.
  const { firestore } = await import("~/clients/firebase.server");
  await (await firestore()).doc("warm/up").get();
  server.listen({ onUnhandledFrame: "error" });
}, 30_000);
beforeEach(() => {
  sandbox.world.reset();
  sandbox.faults.clear();
  vi.spyOn(console, "error").mockImplementation((...entries) => {
    throw new Error(`console.error was called: ${entries.join(" ")}`);
  });
});
afterEach(() => server.resetHandlers());
afterAll(async () => {
  server.close();
  await mail.stop();
  await front.close();
});
