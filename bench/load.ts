import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import type { SystemName } from "../sandbox/faults.ts";
import { type Contender, residentMemory, serverArguments, start, stop } from "./contenders.ts";
import { describe, isFailure, row } from "./load-figures.ts";
import { generate, type Sample, signIn } from "./load-generator.ts";
import type { LoadPage } from "./load-pages.ts";
import { loadPeople } from "./load-people.ts";

// Loads the built server with every page and with sign-ins: at one connection, at many, and while an outside
// system hangs. `--minutes` watches its memory, `--pages` asks for so many landing pages and a twentieth of
// dashboards first.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "50" },
    rate: { type: "string", default: "100" },
    hang: { type: "string", default: "identity,subscriptions,functions,firestore" },
    minutes: { type: "string", default: "0" },
    pages: { type: "string", default: "0" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const rate = Number(values.rate);
const hanging = values.hang.split(",").filter(Boolean) as SystemName[];

const sandbox = new Worker(new URL("./load-sandbox.ts", import.meta.url));
const given = await new Promise<Record<string, string>>((resolve, reject) => {
  sandbox.once("message", resolve).once("error", reject);
});
// Sessions of five hours.
const app = await start(
  "app",
  ["--expose-gc", "--import", "./bench/heap-probe.ts", ...serverArguments],
  { ...given, APP_ENV: "production" },
  "/readyz",
);
process.once("exit", () => app.process.kill());
const cookies: string[] = [];
for (const one of loadPeople.keys()) {
  const { status, cookie } = await signIn(app.origin, one);
  if (status !== 302) throw new Error(`a sign-in answered ${status}`);
  cookies.push(cookie);
}

console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the start; app, sandbox and generator share them.`,
);
console.log(
  `${rate} requests/s at most, mixed; ${seconds} s for each line in ${rounds} rounds, the middle one shown\n`,
);
const run = (many: number, long = seconds / rounds) =>
  generate(app.origin, cookies, { connections: many, rate, seconds: long });

await run(connections, 10);
if (seconds > 0) await compare();
if (Number(values.pages) > 0) await manyPages(Number(values.pages));
if (Number(values.minutes) > 0) await watchMemory(Number(values.minutes));
await stop(app);
await sandbox.terminate();

async function compare(): Promise<void> {
  const alone: Sample[][] = [];
  const together: Sample[][] = [];
  // In turns, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await run(1));
    together.push(await run(connections));
  }
  const groups = [...new Set(together.flat().map(({ page }) => page.group))];
  row(["", "requests", "5xx", "p50 ms", "p99 ms", "of usual"]);
  for (const group of [undefined, ...groups]) {
    const of = (measured: Sample[][]) =>
      measured.map((samples) =>
        samples.filter(({ page }) => group === undefined || page.group === group),
      );
    const name = group ?? "all";
    describe(`${name}, 1 connection`, of(alone));
    describe(`${name}, ${connections} connections`, of(together), of(alone));
  }
  for (const system of hanging) {
    const usual: Sample[][] = [];
    const broken: Sample[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      usual.push(await run(connections));
      sandbox.postMessage({ system, fault: { kind: "hang" } });
      broken.push(await run(connections));
      sandbox.postMessage("none");
      await recovered(system);
    }
    const part = (measured: Sample[][], needed: boolean) =>
      measured.map((samples) => samples.filter(({ page }) => needs(page, system) === needed));
    describe(`${system} hangs: other pages`, part(broken, false), part(usual, false));
    describe(`${system} hangs: its pages`, part(broken, true), part(usual, true));
  }
}

function needs(page: LoadPage, system: SystemName): boolean {
  return page.needs.includes(system);
}

/** Loads on until the system's pages answer as ever, which they have to within 30 s. */
async function recovered(system: SystemName): Promise<void> {
  const started = performance.now();
  for (;;) {
    const samples = await run(connections, 2);
    const wrong = samples.filter(({ status }) => isFailure(status));
    const after = Math.round((performance.now() - started) / 1_000);
    if (wrong.length === 0) return;
    if (after > 30) throw new Error(`${system} has returned, its pages have not`);
  }
}

/** Asks for kept and drawn pages as fast as they come, and says what stays in memory. */
async function manyPages(amount: number): Promise<void> {
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

/** A minute of load comes first: until each kind of page has been met, caches and compiled code still grow. */
async function watchMemory(minutes: number): Promise<void> {
  const samples: Sample[] = [];
  await run(connections, 60);
  console.log("\nmemory under load, the heap after a collection");
  let first = 0;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { heapUsed } = await collected(app);
    first ||= heapUsed;
    const growth = (heapUsed / first - 1) * 100;
    console.log(
      `  minute ${minute}: ${await memory(app)}, heap ${growth.toFixed(1)} % over the first`,
    );
    if (minute < minutes) samples.push(...(await run(connections, 60)));
  }
  describe(`${minutes} minutes`, [samples]);
}

/** The server's own account of its memory, right after a collection. */
async function collected({ process: child }: Contender): Promise<NodeJS.MemoryUsage> {
  // Requests that are under way hold memory, too.
  await pause(1_000);
  return new Promise((resolve) => {
    child.once("message", (usage) => resolve(usage as NodeJS.MemoryUsage));
    child.send("collect");
  });
}

async function memory(contender: Contender): Promise<string> {
  const resident = residentMemory(contender.process.pid ?? 0);
  const { heapUsed, external } = await collected(contender);
  const inMib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  return `${Math.round(resident)} MiB resident, ${inMib(heapUsed)} MiB heap, ${inMib(external)} MiB beside it`;
}
