import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { freePort } from "../sandbox/free-port.ts";
import { startSandbox } from "../sandbox/serve.ts";
import {
  type Contender,
  processorTime,
  residentMemory,
  serverArguments,
  start,
  stop,
} from "./contenders.ts";
import { type Measure, middle, timeOf, timesTheApp } from "./figures.ts";
import { signIn } from "./sign-in.ts";

// Measures this app against raw node:http sending the same bytes and against the same build under remix-serve.
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = 32;

interface Target {
  name: string;
  path: string;
  signedIn: boolean;
  /** Asks with the page's ETag. */
  conditional?: boolean;
  against: ("raw" | "remix-serve")[];
}

const every: Target[] = [
  { name: "landing", path: "/", signedIn: false, against: ["raw", "remix-serve"] },
  { name: "landing, 304", path: "/", signedIn: false, conditional: true, against: ["raw"] },
  { name: "sign-in page", path: "/sign-in", signedIn: false, against: ["raw", "remix-serve"] },
  { name: "dashboard", path: "/dashboard", signedIn: true, against: ["remix-serve"] },
  { name: "analytics", path: "/dashboard/analytics", signedIn: true, against: ["remix-serve"] },
  {
    name: "reading: insights",
    path: "/dashboard/insights",
    signedIn: true,
    against: ["remix-serve"],
  },
  {
    name: "reading: article",
    path: "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
    signedIn: true,
    against: ["remix-serve"],
  },
];
const { only = "" } = values;
const targets = every.filter(({ name }) => name.includes(only));

/** Its middle round, and how many times the app's processor time it takes: each round against the app's beside it. */
type Result = Measure & { ratio: number };

const sandbox = await startSandbox();
// Sessions of five hours, and no event sink: what is measured is this process.
const env = { ...sandbox.env, APP_ENV: "production", EVENTS_URL: "" };
const app = await start("app", serverArguments, env, "/healthz");
const cold = await coldStarts();
const cookie = await signIn(app.origin);
const remixServe = await start(
  "remix-serve",
  ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
  { ...env, PORT: String(await freePort()) },
  "/privacy",
);

const results: Record<string, Record<string, Result>> = {};
for (const target of targets) {
  const contenders = [app];
  if (target.against.includes("remix-serve")) contenders.push(remixServe);
  let raw: Contender | undefined;
  if (target.against.includes("raw")) {
    const port = await freePort();
    raw = await start(
      "raw",
      ["bench/raw.ts", JSON.stringify({ address: app.origin + target.path, port })],
      {
        PORT: String(port),
      },
    );
    contenders.push(raw);
  }
  const measures: Record<string, Measure[]> = {};
  for (const contender of contenders) await measure(contender, target, 1);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders) {
      measures[contender.name] ??= [];
      measures[contender.name]?.push(await measure(contender, target, seconds));
    }
  results[target.name] = Object.fromEntries(
    Object.entries(measures).map(([name, list]) => [
      name,
      { ...middle(list, timeOf), ratio: middle(timesTheApp(list, measures.app), (ratio) => ratio) },
    ]),
  );
  if (raw) await stop(raw);
  print(target.name);
}

const memory = residentMemory(app.process.pid ?? 0);
console.log(`\ncold start to first page, ms: ${cold.map(Math.round).join(", ")}`);
console.log(`memory after the load: ${Math.round(memory)} MiB`);
mkdirSync("bench/results", { recursive: true });
writeFileSync(
  "bench/results/latest.json",
  `${JSON.stringify({ machine: { cores: cpus().length, memory: totalmem(), node: process.version }, rounds, seconds, connections, cold, memory, results }, null, 2)}\n`,
);
await Promise.all([stop(app), stop(remixServe)]);
await sandbox.stop();

async function measure(contender: Contender, target: Target, duration: number): Promise<Measure> {
  const headers: Record<string, string> = {
    "accept-encoding": "gzip, br",
    "sec-fetch-site": "none",
    host: new URL(app.origin).host,
  };
  if (target.signedIn) headers.cookie = cookie;
  if (target.conditional) {
    const answer = await fetch(contender.origin + target.path, {
      headers: { "accept-encoding": "br", "sec-fetch-site": "none" },
    });
    headers["if-none-match"] = answer.headers.get("etag") ?? "";
  }
  const pid = contender.process.pid ?? 0;
  const before = processorTime(pid);
  const result = await autocannon({
    url: contender.origin + target.path,
    connections,
    duration,
    headers,
  });
  const used = processorTime(pid) - before;
  const wrong = result.non2xx - (result.statusCodeStats?.["304"]?.count ?? 0);
  if (result.errors > 0 || wrong > 0)
    throw new Error(
      `${contender.name}, ${target.name}: ${result.errors} errors, ${wrong} wrong answers`,
    );
  return {
    requestsPerSecond: result.requests.total / result.duration,
    microsecondsPerRequest: used / result.requests.total,
    bytes: Math.round(result.throughput.total / result.requests.total),
  };
}

function print(name: string): void {
  console.log(`\n${name}`);
  for (const [contender, result] of Object.entries(results[name] ?? {})) {
    const { requestsPerSecond, microsecondsPerRequest, bytes, ratio } = result;
    console.log(
      `  ${contender.padEnd(12)} ${Math.round(requestsPerSecond).toString().padStart(7)} requests/s ${microsecondsPerRequest.toFixed(0).padStart(7)} µs each ${bytes.toString().padStart(7)} bytes   ${ratio.toFixed(2)} times the app's time`,
    );
  }
}

/** Milliseconds from the start of a process to its first landing page, five times. */
async function coldStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const port = String(await freePort());
    const started = performance.now();
    const contender = await start("cold", serverArguments, {
      ...env,
      PORT: port,
      APP_ORIGIN: `http://localhost:${port}`,
    });
    times.push(performance.now() - started);
    await stop(contender);
  }
  return times;
}
