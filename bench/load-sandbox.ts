import { parentPort } from "node:worker_threads";
import type { Fault, SystemName } from "../sandbox/faults.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { importers, loadPeople } from "./load-people.ts";

// Runs the outside systems in a thread of their own, so that they do not delay the measurements.
const sandbox = await startSandbox({ people: [...loadPeople, ...importers] });
parentPort?.on("message", (change: { system: SystemName; fault: Fault } | "none") => {
  if (change === "none") sandbox.faults.clear();
  else sandbox.faults.set(change.system, change.fault);
});
parentPort?.postMessage(sandbox.env);
