import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { numberOption } from "../../sandbox/number-option.ts";
import { people } from "../../sandbox/people.ts";
import { seededRandom } from "../../sandbox/seeded-random.ts";
import { patterns, sampleOf } from "../server/addresses.ts";
import { castOf } from "../server/cell.ts";
import { type Reader, read } from "../server/readers.ts";
import { startReportFunction } from "../server/report-function.ts";
import { send, signIn } from "../server/requests.ts";
import { startStack, tell } from "../setup/stack.ts";

// Mixed use of the built server by people who leave at random moments, with a collection every second; after it the
// server is alive, has answered no 5xx, and holds no more than at the start.
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    people: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = numberOption(values, "minutes");
const walkers = numberOption(values, "people");
const seed = numberOption(values, "seed");
const report = "/dashboard/report";
const updates = "/dashboard/analytics/updates";
const profile = "profiles/uid-processing";
const cells = [0, 1, 2, 3];
console.log(`seed ${values.seed}`);

const reports = await startReportFunction();
reports.plan("uid-owner0", { bytes: 200_000 });
reports.plan("uid-owner1", { madeIn: 5_000, bytes: 4_000_000 });
reports.plan("uid-owner2", { madeIn: 1_000, bytes: 100_000, fails: true });
reports.plan("uid-owner3", { bytes: 16_000_000 });
const { server, sandbox, origin, output, stop } = await startStack(
  // Sessions of five hours.
  { TRUST_PROXY: "1", FUNCTIONS_URL: reports.url, APP_ENV: "production" },
  [...people, ...cells.flatMap(castOf)],
  { probed: true },
);
reports.setBehind(sandbox.env.FUNCTIONS_URL ?? "");
const owners = await Promise.all(cells.map((cell) => signIn(origin, cell, "owner")));
const form = { email: "processing@example.com", password: "processing-pass" };
const { cookie: waiting } = await send(origin, { path: "/sign-in", formOf: "/sign-in", form });

const statuses = new Map<number, number>();
// What is loaded on first use is loaded before the start.
for (const pattern of patterns) await look({ path: sampleOf(pattern), cookie: owners[0] ?? "" });
const atFirst = await tell(server, "collect-often");
console.log("at the start", atFirst);

const end = Date.now() + minutes * 60_000;
let analyses = 0;
const isAlive = () => server.exitCode === null && server.signalCode === null;
await Promise.all([
  ...Array.from({ length: walkers }, (_, number) => walk(number)),
  analyse(),
  tellOn(),
]);

const faults: string[] = [];
if (!isAlive()) faults.push(`the server has ended:\n${output().slice(-2_000)}`);
else await settle();
for (const line of output().split("\n"))
  if (/"level":"(error|fatal)"|"status":5|Unhandled|Warning:/.test(line)) faults.push(line);
for (const [status, count] of statuses)
  if (status >= 500) faults.push(`${count} answers ${status}`);
console.log("statuses", Object.fromEntries(statuses), `${analyses} analyses ended`);
for (const fault of faults) console.log(`FAULT ${fault}`);
await stop();
await reports.close();
console.log(faults.length === 0 ? "alive, and holds what it held" : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);

async function look(reader: Reader): Promise<void> {
  const { status } = await read(origin, { leaves: { milliseconds: 5_000 }, ...reader });
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** One person after another, each at some address in some manner. */
async function walk(number: number): Promise<void> {
  const random = seededRandom(seed + number);
  const one = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  while (Date.now() < end && isAlive()) {
    const pattern = one([report, updates, "/pdf/:file", one(patterns)]);
    const cookie = pattern === updates ? waiting : one(owners);
    const path = pattern === updates ? `${updates}?seen=processing` : sampleOf(pattern);
    const headers = one<Record<string, string>>([
      {},
      { accept: "text/html" },
      { range: `bytes=${Math.floor(random() * 70_000)}-` },
      { "accept-encoding": "br, gzip" },
    ]);
    const manner = one<Partial<Reader>>([
      {},
      { leaves: { milliseconds: random() * 50 } },
      { leaves: { milliseconds: random() * 8_000 } },
      { leaves: { bytes: random() * 100_000, milliseconds: 10_000 } },
      { halfSent: true, leaves: { milliseconds: random() * 200 } },
      { restsFor: 50, leaves: { milliseconds: 20_000 } },
      // Reads nothing, is then gone, or finds that the connection is.
      { restsUntil: pause(random() * 40_000), leaves: { milliseconds: 41_000 } },
    ]);
    await look({ path, cookie, headers, ...manner });
    await pause(random() * 300);
  }
}

/** Analyses end and begin anew while people wait for them. */
async function analyse(): Promise<void> {
  while (Date.now() < end && isAlive()) {
    await pause(7_000);
    await sandbox.finishAnalysis("uid-processing");
    analyses += 1;
    await pause(7_000);
    await sandbox.mergeProfile("uid-processing", { _insights: { status: "processing" } });
  }
}

async function tellOn(): Promise<void> {
  while (Date.now() < end && isAlive()) {
    await pause(Math.min(30_000, Math.max(0, end - Date.now())));
    const looked = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    if (isAlive()) console.log(`${looked} looks,`, await tell(server, "tell"));
  }
}

/** Waits until the server holds what it held at the start, and nobody asks for the waiting person's profile. */
async function settle(): Promise<void> {
  const patience = Date.now() + 90_000;
  for (;;) {
    const held = await tell(server, "tell");
    // With nobody there it holds neither timers nor files, but the connections that this process keeps.
    const most = { timers: 0, connections: atFirst.connections, files: 0 };
    const beyond = (["timers", "connections", "files"] as const).filter(
      (what) => held[what] > most[what],
    );
    if (beyond.length === 0) break;
    if (Date.now() > patience) {
      faults.push(`holds more ${beyond.join(" and ")} than at the start: ${JSON.stringify(held)}`);
      break;
    }
    await pause(500);
  }
  const reads = sandbox.firestore.readsOf(profile);
  // Three looks of an event stream that nobody reads.
  await pause(9_000);
  const more = sandbox.firestore.readsOf(profile) - reads;
  if (more > 0) faults.push(`${more} reads of a profile that nobody looks at`);
  console.log("at the end", await tell(server, "tell"));
}
