import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { numberOption } from "../sandbox/number-option.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { startRedisServer } from "../tests/setup/redis-server.ts";
import { Fleet } from "./fleet.ts";
import { startOutside } from "./letters/fleet.ts";
import { connect, forget, isRead } from "./readings/connections.ts";
import type { HostAccount, HostData, HostReport } from "./readings/host.ts";

// Reads connected accounts with two processes of the built server, Redis, and an Instagram that answers in 50 ms. One
// process is killed in the middle, and another takes its place. Prints what a reading costs, and what follows from it.
const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "10000" },
    /** How many of them are due, and read; all unless told otherwise. The others stand among them. */
    due: { type: "string" },
    /** In two weeks. */
    posts: { type: "string", default: "5" },
    /** After which share of the readings a process is killed; 0: none. */
    kill: { type: "string", default: "0.2" },
  },
});
const standing = numberOption(values, "accounts");
const total = values.due === undefined ? standing : numberOption(values, "due");
const killAfter = numberOption(values, "kill");
const data: HostData = {
  accounts: standing,
  postsPerWeek: numberOption(values, "posts") / 2,
  answersAfter: 50,
};

const host = new Worker(new URL("./readings/host.ts", import.meta.url), { workerData: data });
const [{ url, accounts }] = (await once(host, "message")) as [
  { url: string; accounts: HostAccount[] },
];
const [sandbox, redis, outside] = await Promise.all([
  startSandbox({ people: [] }),
  startRedisServer(),
  startOutside(),
]);
const { firestore } = sandbox;
const secret = sandbox.env.TOKEN_KEYS ?? "";

const fleet = new Fleet({
  ...sandbox.env,
  ...outside.env,
  ANALYSIS_SOURCES: "instagram",
  INSTAGRAM_GRAPH_URL: url,
  REDIS_URL: redis.url,
});

const uidOf = (at: number) => `bench-uid-${at}`;
// All are due, in this order. They are taken longest due first, so that a look at the first of the rest tells enough.
const dueSince = Date.now() - total;
const tomorrow = Date.now() + 86_400_000;
for (const [at, one] of accounts.entries())
  await connect(firestore, uidOf(at), one, {
    secret,
    dueAt: at < total ? dueSince + at : tomorrow,
  });
const lookedAt = 800;

const began = performance.now();
const [first] = await Promise.all([fleet.start("first"), fleet.start("second")]);
fleet.measure();
const idle = fleet.spent.peak;
const waiting = new Set(Array.from({ length: total }, (_, at) => at));
let before = 0;
let killedAt = 0;
let killedAfter = 0;

while (waiting.size > 0) {
  await pause(1_000);
  fleet.measure();
  for (const at of [...waiting].slice(0, lookedAt))
    if (isRead(firestore, uidOf(at))) {
      waiting.delete(at);
      forget(firestore, uidOf(at));
    }
  const read = total - waiting.size;
  if (Math.floor(read / 1_000) > Math.floor(before / 1_000))
    process.stderr.write(
      `${read} read after ${((performance.now() - began) / 1_000).toFixed(0)} s\n`,
    );
  before = read;
  if (killedAt === 0 && killAfter > 0 && read >= total * killAfter) {
    fleet.kill(first);
    killedAt = read;
    killedAfter = performance.now();
    await fleet.start("third");
  }
}
const seconds = (performance.now() - began) / 1_000;
host.postMessage("report");
const [report] = (await once(host, "message")) as [HostReport];
await fleet.stop();
await Promise.all([sandbox.stop(), redis.stop(), outside.stop(), host.terminate()]);

const calls = report.calls / total;
const accountReads = report.accountReads.slice(0, total);
const early = report.accountReads.slice(total).filter((times) => times > 0).length;
const milliseconds = fleet.spent.processor / 1_000 / total;
const twice = accountReads.filter((times) => times > 1).length;
const none = accountReads.filter((times) => times === 0).length;
const print = (line: string) => process.stdout.write(`${line}\n`);
print(
  `${total} of ${standing} accounts of about ${values.posts} posts, ${calls.toFixed(1)} calls each, answered in 50 ms`,
);
print(
  `${seconds.toFixed(0)} s: ${(total / seconds).toFixed(1)} readings a second, ${(report.calls / seconds).toFixed(0)} calls a second`,
);
print(
  `processor: ${milliseconds.toFixed(1)} ms a reading, ${(milliseconds / calls).toFixed(2)} ms a call`,
);
print(`memory: ${idle.toFixed(0)} MiB at the start, ${fleet.spent.peak.toFixed(0)} MiB at most`);
if (killedAt > 0)
  print(
    `one process killed after ${killedAt} readings; the last was read ${((performance.now() - killedAfter) / 1_000).toFixed(0)} s later`,
  );
print(
  `accounts left out: ${none}; read although they were not due: ${early}; begun again, since they were in the killed process's hands: ${twice}`,
);

// A million connections, each with 30 posts of the last month and 24 older ones that are due.
const perDay = 1_000_000;
const fullCalls = 4 + 54 * 2.2;
const cores = (perDay * fullCalls * (milliseconds / calls)) / 1_000 / 86_400;
/** Instagram answers in 300 ms, one call after the other; 16 readings at once in a process. */
const atOnce = (perDay * fullCalls * 0.3) / 86_400;
const containers = Math.ceil(Math.max(cores / 0.5, atOnce / 16));
// Without what computing the profile anew takes (docs/costs.md).
const writes = 14;
const reads = 20;
print(
  `a million connections: ${(perDay * fullCalls).toExponential(2)} calls a day, ${cores.toFixed(1)} cores, ${atOnce.toFixed(0)} readings at once: ${containers} containers`,
);
const dollars = {
  containers: containers * 51.84,
  "Firestore writes": (perDay * writes * 30 * 0.18) / 100_000,
  "Firestore reads": (perDay * reads * 30 * 0.06) / 100_000,
};
for (const [name, cost] of Object.entries(dollars))
  print(`  ${name}: ${cost.toFixed(0)} dollars a month`);
if (none > 0 || early > 0 || twice > 16) process.exitCode = 1;
