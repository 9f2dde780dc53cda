import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { Express } from "express";

// The same application that `firebase emulators:start --only auth` serves, without its
// command line: no second process to lose, any free port, no look at the network.
const { createApp } = createRequire(import.meta.url)(
  "firebase-tools/lib/emulator/auth/server.js",
) as { createApp(projectId: string): Promise<Express> };

const app = await createApp((workerData as { projectId: string }).projectId);
const server = app.listen(0, "127.0.0.1", () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
