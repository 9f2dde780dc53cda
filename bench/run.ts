import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { freePort } from "../sandbox/free-port.ts";
import { numberOption } from "../sandbox/number-option.ts";
import { personByKey } from "../sandbox/people.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { madeUpGrowth, writeGrowth } from "../tests/setup/growths.ts";
import {
  type Contender,
  processorTime,
  residentMemory,
  serverArguments,
  serverCommand,
  startContender,
  stopContender,
} from "./contenders.ts";
import { allTargets, type Target } from "./targets.ts";

// Compares the app with plain node:http sending the same bytes, with the same build under remix-serve, and with
// `--beside <folder>`, the build of another checkout, which asks the same outside systems. `--beside-env NAME=value` is a
// variable of that one alone: `--beside . --beside-env LANGUAGES=en,de,fr,es,pt-BR,it,ar` tells what languages cost.
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
    beside: { type: "string" },
    "beside-env": { type: "string", multiple: true, default: [] },
  },
});
const rounds = numberOption(values, "rounds");
const seconds = numberOption(values, "seconds");
const connections = 32;

const targets = allTargets.filter(({ name }) => name.includes(values.only ?? ""));

interface Measure {
  requestsPerSecond: number;
  microsecondsPerRequest: number;
  bytes: number;
}

/** The median round. `ratio`: processor time relative to the app's, each round compared with the app's same round. */
type Result = Measure & { ratio: number };

const sandbox = await startSandbox();
// In production, sessions last five hours. Without an event sink, only this process is measured.
const env = {
  ...sandbox.env,
  APP_ENV: "production",
  EVENTS_URL: "",
  ANALYSIS_SOURCES: "outside,export,instagram",
};
const app = await startContender("app", serverArguments, env, "/healthz");
const beside = values.beside === undefined ? undefined : await startBeside(values.beside);
const cold = await coldStarts();
const cookies = new Map<Contender, { rich: string; imported: string }>();
for (const contender of [app, beside])
  if (contender)
    cookies.set(contender, {
      rich: await signIn(contender.origin, "rich"),
      imported: await signIn(contender.origin, "importer"),
    });
const growth = madeUpGrowth({ imports: 60, days: 1_825, posts: 200, readings: 365 });
const { uid } = personByKey("importer");
writeGrowth(sandbox.firestore, uid, growth);
// It is asked once; the form with all time zones is gone then.
sandbox.firestore.write(`settings/${uid}`, { timeZone: "Europe/Berlin" });
const remixServe = await startContender(
  "remix-serve",
  ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
  { ...env, PORT: String(await freePort()) },
  "/privacy",
);

const results: Record<string, Record<string, Result>> = {};
for (const target of targets) {
  const contenders = beside ? [app, beside] : [app];
  if (target.against.includes("remix-serve")) contenders.push(remixServe);
  let raw: Contender | undefined;
  if (target.against.includes("raw")) {
    const port = await freePort();
    raw = await startContender(
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
    // The other way round in every second one, so that none is always the first.
    for (const contender of round % 2 ? contenders.toReversed() : contenders) {
      measures[contender.name] ??= [];
      measures[contender.name]?.push(await measure(contender, target, seconds));
    }
  results[target.name] = Object.fromEntries(
    Object.entries(measures).map(([name, list]) => [
      name,
      { ...median(list, timeOf), ratio: median(ratiosToApp(list, measures.app), (ratio) => ratio) },
    ]),
  );
  if (raw) await stopContender(raw);
  printResult(target.name);
}

const memory = residentMemory(app.process.pid ?? 0);
console.log(`\ncold start to first page, ms: ${cold.map(Math.round).join(", ")}`);
console.log(`memory after the load: ${Math.round(memory)} MiB`);
mkdirSync("bench/results", { recursive: true });
writeFileSync(
  "bench/results/latest.json",
  `${JSON.stringify({ machine: { cores: cpus().length, memory: totalmem(), node: process.version }, rounds, seconds, connections, cold, memory, results }, null, 2)}\n`,
);
for (const contender of [app, beside, remixServe]) if (contender) await stopContender(contender);
await sandbox.stop();

async function measure(contender: Contender, target: Target, duration: number): Promise<Measure> {
  const headers: Record<string, string> = {
    "accept-encoding": "gzip, br",
    "sec-fetch-site": "none",
    // What is started with the app's own APP_ORIGIN takes no other host.
    host: new URL(contender === beside ? contender.origin : app.origin).host,
  };
  const { rich, imported } = cookies.get(contender) ?? cookies.get(app) ?? {};
  if (target.signedIn) headers.cookie = (target.imported ? imported : rich) ?? "";
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
  const processorUse = processorTime(pid) - before;
  const failures = result.non2xx - (result.statusCodeStats?.["304"]?.count ?? 0);
  if (result.errors > 0 || failures > 0)
    throw new Error(
      `${contender.name}, ${target.name}: ${result.errors} errors, ${failures} failed responses`,
    );
  return {
    requestsPerSecond: result.requests.total / result.duration,
    microsecondsPerRequest: processorUse / result.requests.total,
    bytes: Math.round(result.throughput.total / result.requests.total),
  };
}

function timeOf({ microsecondsPerRequest }: Measure): number {
  return microsecondsPerRequest;
}

function ratiosToApp(list: Measure[], app: Measure[] = []): number[] {
  return list.map((measure, round) => timeOf(measure) / timeOf(app[round] ?? measure));
}

function median<T>(list: T[], by: (item: T) => number): T {
  const sorted = [...list].sort((a, b) => by(a) - by(b));
  const item = sorted[Math.floor(sorted.length / 2)];
  if (item === undefined) throw new Error("no rounds");
  return item;
}

function printResult(name: string): void {
  console.log(`\n${name}`);
  for (const [contender, result] of Object.entries(results[name] ?? {})) {
    const { requestsPerSecond, microsecondsPerRequest, bytes, ratio } = result;
    console.log(
      `  ${contender.padEnd(12)} ${Math.round(requestsPerSecond).toString().padStart(7)} requests/s ${microsecondsPerRequest.toFixed(0).padStart(7)} µs each ${bytes.toString().padStart(7)} bytes   ${ratio.toFixed(2)} times the app's time`,
    );
  }
}

/** Starts the built server of another checkout. */
async function startBeside(folder: string): Promise<Contender> {
  const { args, variables } = serverCommand(folder);
  const port = String(await freePort());
  const besides = values["beside-env"].map((one) => one.split(/=(.*)/s).slice(0, 2));
  const own = {
    ...env,
    ...variables,
    PORT: port,
    APP_ORIGIN: `http://localhost:${port}`,
    ...Object.fromEntries(besides),
  };
  return startContender("beside", args, own, "/healthz", undefined, folder);
}

/** Milliseconds from the start of the process to the first landing page, for five starts. */
async function coldStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const port = String(await freePort());
    const started = performance.now();
    const contender = await startContender("cold", serverArguments, {
      ...env,
      PORT: port,
      APP_ORIGIN: `http://localhost:${port}`,
    });
    times.push(performance.now() - started);
    await stopContender(contender);
  }
  return times;
}

async function signIn(origin: string, key: string): Promise<string> {
  const { email, password } = personByKey(key);
  const answer = await fetch(`${origin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email, password }),
  });
  const session = answer.headers.getSetCookie()[0]?.split(";", 1)[0];
  if (answer.status !== 302 || !session) throw new Error(`sign-in answered ${answer.status}`);
  return session;
}
