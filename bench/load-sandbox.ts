import { parentPort } from "node:worker_threads";
import type { Fault, SystemName } from "../sandbox/faults.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { loadPeople } from "./load-people.ts";

// The outside systems in a thread of their own, so that they delay no measurement.
const sandbox = await startSandbox({ people: loadPeople });
parentPort?.on("message", (broken: { system: SystemName; fault: Fault } | "none") => {
  if (broken === "none") sandbox.faults.clear();
  else sandbox.faults.set(broken.system, broken.fault);
});
parentPort?.postMessage(sandbox.env);
