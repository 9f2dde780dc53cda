import { parseArgs } from "node:util";
import { freePort } from "../sandbox/free-port.ts";
import { numberOption } from "../sandbox/number-option.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { emulatedFirestore } from "../tests/setup/emulated-firestore.ts";
import {
  processorTime,
  residentMemory,
  serverArguments,
  startContender,
  stopContender,
} from "./contenders.ts";
import { signIn } from "./load-generator.ts";
import { loadPeople } from "./load-people.ts";
import { storeAnalysis } from "./report/analyses.ts";

// Downloads reports that the built server sets itself, each of a rich analysis of its own: five years, 60 exports, 200
// posts, 200 names twice. Prints how long they take, what they cost, and the memory.
const { values } = parseArgs({
  options: {
    reports: { type: "string", default: "200" },
    /** People who ask at the same time, in the second part. */
    people: { type: "string", default: "8" },
  },
});
const total = numberOption(values, "reports");
const people = loadPeople.slice(0, numberOption(values, "people"));

const sandbox = await startSandbox({ people });
const app = await startContender(
  "app",
  serverArguments,
  {
    ...sandbox.env,
    APP_ENV: "production",
    ANALYSIS_SOURCES: "outside,export",
    REPORT_SOURCE: "built-in",
    PORT: String(await freePort()),
  },
  "/readyz",
);
process.once("exit", () => app.process.kill("SIGKILL"));
const pid = app.process.pid ?? 0;
process.env.FIRESTORE_EMULATOR_HOST = sandbox.env.FIRESTORE_EMULATOR_HOST;
const database = emulatedFirestore(sandbox.env.FIREBASE_PROJECT_ID ?? "");

const cookies = await Promise.all(
  people.map(async (person) => (await signIn(app.origin, person)).cookie),
);
const idle = residentMemory(pid);
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, residentMemory(pid));
}, 20);

/** @returns milliseconds to the last byte */
async function download(number: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${app.origin}/dashboard/report`, {
    headers: { cookie: cookies[number] ?? "" },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200 || bytes.subarray(0, 5).toString() !== "%PDF-")
    throw new Error(`no report, but ${answer.status}`);
  return performance.now() - began;
}

async function measured(name: string, run: () => Promise<number[]>): Promise<void> {
  const before = processorTime(pid);
  const began = performance.now();
  const times = (await run()).sort((a, b) => a - b);
  const seconds = (performance.now() - began) / 1_000;
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const processor = (processorTime(pid) - before) / 1_000 / times.length;
  console.log(
    `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms; ${processor.toFixed(0)} ms of processor each; ${(times.length / seconds).toFixed(1)} a second; memory ${Math.round(residentMemory(pid))} MiB`,
  );
}

await measured(`${total} reports, one after the other`, async () => {
  const times: number[] = [];
  for (let round = 0; round < total; round += 1) {
    await storeAnalysis(database, people[0]?.uid ?? "", round);
    times.push(await download(0));
  }
  return times;
});
await measured(`${total} reports, ${people.length} people at once`, async () => {
  const times: number[] = [];
  for (let round = 0; round < total / people.length; round += 1) {
    await Promise.all(people.map(({ uid }) => storeAnalysis(database, uid, 10_000 + round)));
    times.push(...(await Promise.all(people.map((_, number) => download(number)))));
  }
  return times;
});
await measured(`${total} of a report that is there already`, async () => {
  const times: number[] = [];
  for (let round = 0; round < total; round += 1) times.push(await download(0));
  return times;
});
clearInterval(watch);
console.log(`memory: ${Math.round(idle)} MiB before, ${Math.round(peak)} MiB at most`);
await database.terminate();
await stopContender(app);
await sandbox.stop();
process.exit();
