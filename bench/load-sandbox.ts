import { parentPort, workerData } from "node:worker_threads";
import type { Fault, SystemName } from "../sandbox/faults.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { importers, loadPeople, readers } from "./load-people.ts";

// Runs the outside systems in a thread of their own, so that they do not delay the measurements.
const { subscribers } = workerData as { subscribers: number };
const people = readers(Math.max(loadPeople.length, subscribers));
const sandbox = await startSandbox({ people: [...people, ...importers] });
parentPort?.on("message", (change: { system: SystemName; fault: Fault } | "none") => {
  if (change === "none") sandbox.faults.clear();
  else sandbox.faults.set(change.system, change.fault);
});
parentPort?.postMessage(sandbox.env);
