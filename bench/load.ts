import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import type { SystemName } from "../sandbox/faults.ts";
import { numberOption } from "../sandbox/number-option.ts";
import {
  type Contender,
  residentMemory,
  serverArguments,
  startContender,
  stopContender,
} from "./contenders.ts";
import { generateLoad, lookAt, type Sample, signIn } from "./load-generator.ts";
import { loadPages } from "./load-pages.ts";
import { loadPeople, readers } from "./load-people.ts";
import { isFailure, medianQuantile } from "./load-statistics.ts";

// Loads the built server with every page and with sign-ins: over one connection, over many, and while an outside
// system hangs. `--pages` then requests so many landing pages and a twentieth of dashboards, `--subscribers` lets so many
// look at every signed-in page three times, and `--minutes` watches the memory for so long.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "50" },
    rate: { type: "string", default: "100" },
    hang: { type: "string", default: "identity,subscriptions,functions,firestore" },
    minutes: { type: "string", default: "0" },
    pages: { type: "string", default: "0" },
    subscribers: { type: "string", default: "0" },
  },
});
const seconds = numberOption(values, "seconds");
const rounds = numberOption(values, "rounds");
const connections = numberOption(values, "connections");
const rate = numberOption(values, "rate");
const minutes = numberOption(values, "minutes");
const pages = numberOption(values, "pages");
const subscribers = numberOption(values, "subscribers");
/** Each page, by each of many subscribers: it is kept in pieces from the second look on, and sent from them at the third. */
const looks = 3;
const hanging = values.hang.split(",").filter(Boolean) as SystemName[];

const sandbox = new Worker(new URL("./load-sandbox.ts", import.meta.url), {
  workerData: { subscribers },
});
const sandboxEnv = await new Promise<Record<string, string>>((resolve, reject) => {
  sandbox.once("message", resolve).once("error", reject);
});
// In production, sessions last five hours.
const app = await startContender(
  "app",
  ["--expose-gc", "--import", "./bench/heap-probe.js", ...serverArguments],
  { ...sandboxEnv, APP_ENV: "production" },
  "/readyz",
);
process.once("exit", () => app.process.kill());
const cookies: string[] = [];
for (const person of loadPeople) {
  const { status, cookie } = await signIn(app.origin, person);
  if (status !== 302) throw new Error(`a sign-in answered ${status}`);
  cookies.push(cookie);
}

console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the start; app, sandbox and generator share them.`,
);
console.log(
  `${rate} requests/s at most, mixed; ${seconds} s for each line in ${rounds} rounds, median shown\n`,
);
const run = (connections: number, duration = seconds / rounds) =>
  generateLoad(app.origin, cookies, { connections, rate, seconds: duration });

await run(connections, 10);
if (seconds > 0) await compare();
if (pages > 0) await requestManyPages(pages);
if (subscribers > 0) await letAllLook(subscribers);
if (minutes > 0) await watchMemory(minutes);
await stopContender(app);
await sandbox.terminate();

async function compare(): Promise<void> {
  const single: Sample[][] = [];
  const parallel: Sample[][] = [];
  // Alternating, so that other work on the machine affects both alike.
  for (let round = 0; round < rounds; round += 1) {
    single.push(await run(1));
    parallel.push(await run(connections));
  }
  const groups = [...new Set(parallel.flat().map(({ page }) => page.group))];
  row(["", "requests", "5xx", "p50 ms", "p99 ms", "of usual"]);
  for (const group of [undefined, ...groups]) {
    const ofGroup = (measured: Sample[][]) =>
      measured.map((samples) =>
        samples.filter(({ page }) => group === undefined || page.group === group),
      );
    const name = group ?? "all";
    printRow(`${name}, 1 connection`, ofGroup(single));
    printRow(`${name}, ${connections} connections`, ofGroup(parallel), ofGroup(single));
  }
  for (const system of hanging) {
    const usual: Sample[][] = [];
    const broken: Sample[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      usual.push(await run(connections));
      sandbox.postMessage({ system, fault: { kind: "hang" } });
      broken.push(await run(connections));
      sandbox.postMessage("none");
      await waitForRecovery(system);
    }
    const select = (measured: Sample[][], needed: boolean) =>
      measured.map((samples) =>
        samples.filter(({ page }) => page.needs.includes(system) === needed),
      );
    printRow(`${system} hangs: other pages`, select(broken, false), select(usual, false));
    printRow(`${system} hangs: its pages`, select(broken, true), select(usual, true));
  }
}

/** Keeps up the load until no request fails any more. Throws after 30 s. */
async function waitForRecovery(system: SystemName): Promise<void> {
  const started = performance.now();
  for (;;) {
    const samples = await run(connections, 2);
    const failures = samples.filter(({ status }) => isFailure(status));
    const elapsed = Math.round((performance.now() - started) / 1_000);
    if (failures.length === 0) return;
    if (elapsed > 30) throw new Error(`${system} has recovered, its pages have not`);
  }
}

/** Requests cached and rendered pages as fast as possible, and prints the memory afterwards. */
async function requestManyPages(amount: number): Promise<void> {
  const dashboards = Math.ceil(amount / 20);
  await autocannon({ url: `${app.origin}/`, connections, amount });
  for (const cookie of cookies)
    await autocannon({
      url: `${app.origin}/dashboard`,
      connections: 10,
      amount: Math.ceil(dashboards / cookies.length),
      headers: { cookie, "accept-encoding": "br" },
    });
  console.log(`\nafter ${amount} landing pages and ${dashboards} dashboards: ${await memory(app)}`);
}

/** Lets many look at every signed-in page, one after the other and ten at a time, and prints the memory after each fifth. */
async function letAllLook(many: number): Promise<void> {
  const paths = loadPages.filter(({ group }) => group === "signed in").map(({ path }) => path);
  const waiting = [...readers(many)];
  let done = 0;
  let failed = 0;
  const next = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const { cookie } = await signIn(app.origin, person);
      for (let look = 0; look < looks; look += 1)
        for (const path of paths)
          if (isFailure((await lookAt(app.origin + path, cookie)).status)) failed += 1;
      done += 1;
      if (done % Math.ceil(many / 5) === 0)
        console.log(`  ${done} subscribers: ${await memory(app)}`);
    }
  };
  console.log(`\n${paths.length} pages, each looked at ${looks} times`);
  await Promise.all(Array.from({ length: 10 }, next));
  console.log(`  all ${many}: ${await memory(app)}, ${failed} failed answers`);
}

/** Prints the memory every minute. Warms up for a minute first, in which caches and compiled code still grow. */
async function watchMemory(minutes: number): Promise<void> {
  const samples: Sample[] = [];
  await run(connections, 60);
  console.log("\nmemory under load, the heap after a collection");
  let first = 0;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { heapUsed } = await memoryAfterCollection(app);
    first ||= heapUsed;
    const growth = (heapUsed / first - 1) * 100;
    console.log(
      `  minute ${minute}: ${await memory(app)}, heap ${growth.toFixed(1)} % over the first`,
    );
    if (minute < minutes) samples.push(...(await run(connections, 60)));
  }
  printRow(`${minutes} minutes`, [samples]);
}

/** The server's memory usage right after a garbage collection. */
async function memoryAfterCollection({ process: child }: Contender): Promise<NodeJS.MemoryUsage> {
  // Lets requests in flight finish, since they hold memory, too.
  await pause(1_000);
  return new Promise((resolve) => {
    child.once("message", (usage) => resolve(usage as NodeJS.MemoryUsage));
    child.send("collect");
  });
}

async function memory(contender: Contender): Promise<string> {
  const resident = residentMemory(contender.process.pid ?? 0);
  const { heapUsed, external } = await memoryAfterCollection(contender);
  const inMib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  return `${Math.round(resident)} MiB resident, ${inMib(heapUsed)} MiB heap, ${inMib(external)} MiB beside it`;
}

/** @param usual the samples whose 99th percentile is the reference */
function printRow(name: string, measured: Sample[][], usual?: Sample[][]): void {
  const samples = measured.flat();
  const failures = samples.filter(({ status }) => isFailure(status)).length;
  const p99 = medianQuantile(measured, 0.99);
  const ratio = usual && p99 / medianQuantile(usual, 0.99);
  row([
    name,
    String(samples.length),
    String(failures),
    medianQuantile(measured, 0.5).toFixed(1),
    p99.toFixed(1),
    ratio === undefined ? "" : `${ratio.toFixed(2)}`,
  ]);
}

function row([name = "", ...cells]: string[]): void {
  console.log(name.padEnd(42) + cells.map((cell) => cell.padStart(10)).join(""));
}
