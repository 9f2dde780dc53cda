import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { Express } from "express";

const emulator = "firebase-tools/lib/emulator/auth/server.js";
const { resolve } = createRequire(import.meta.url);
const requireAsEmulator = createRequire(resolve(emulator));

// Compiling a validator for each of the interface's parameters takes seconds, nearly all for parameters that nobody
// sends. The emulator does not pass on exegesis' option to compile each when it is first needed.
const exegesis = requireAsEmulator("exegesis-express") as {
  middleware(spec: object, options: object): unknown;
};
const { middleware } = exegesis;
exegesis.middleware = (spec, options) =>
  middleware(spec, { ...options, lazyCompileValidationSchemas: true });
// Each has an Ajv of its own, which would first compile JSON Schema's schema to check Google's with: 150 ms of the
// first call, of which the app takes two seconds at most.
const { default: Ajv } = requireAsEmulator("ajv") as {
  default: { prototype: { validateSchema(): boolean } };
};
Ajv.prototype.validateSchema = () => true;

// The same application that `firebase emulators:start --only auth` serves, without its
// command line: no second process to lose, any free port, no look at the network.
const { createApp } = requireAsEmulator("./server.js") as {
  createApp(projectId: string): Promise<Express>;
};

const app = await createApp((workerData as { projectId: string }).projectId);
const server = app.listen(0, "127.0.0.1", () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
