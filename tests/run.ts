import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failuresOf, type Report } from "./failures.ts";
import { installBrowser } from "./setup/browser.ts";
import { everyCase } from "./setup/cases.ts";

// All checks and tests, the quickest first; `CASES=all` tries every case of them (setup/cases.ts). The last lines name what
// failed, tell the time of each part and count what ran.
const reports = mkdtempSync(join(tmpdir(), "reports-"));
// Hundreds of processes load the same packages; Node keeps their compiled code here.
process.env.NODE_COMPILE_CACHE = join(reports, "compiled");
const began = performance.now();
const times: string[] = [];
const failures: string[] = [];
let passed = 0;
let failed = 0;

// What runs side by side does not keep two cores busy by itself. Unit tests install packages, too, which only one may at a time.
await Promise.all([checks(), Promise.all([build(), installBrowser()]).then(unitTests)]);
if (failed === 0) {
  // One after the other: side by side they save half a minute, and those with tight times fail on a busy machine.
  if (everyCase) await otherFirestore();
  await builtServer();
  await journeys();
}

rmSync(reports, { recursive: true, force: true });
// The last hundred lines must hold it all.
const more = failures.length > 50 ? [`and ${failures.length - 50} more`] : [];
console.log(
  `\n${[...failures.slice(0, 50), ...more, ...times].join("\n")}\n${secondsSince(began)} s`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function vitest(name: string, config: string, files: string[] = [], env = {}): Promise<void> {
  const file = join(reports, `${name}.json`);
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const counted = () => {
    const report = read(file);
    const { numPassedTests = 0, numFailedTests = 0 } = report;
    return { good: numPassedTests, bad: numFailedTests, names: failuresOf(report) };
  };
  await part(name, "vitest", ["run", "--config", config, ...reporters, ...files], counted, env);
}

function checks(): Promise<void> {
  return part("checks", "npm", ["run", "--silent", "lint"]);
}

function build(): Promise<void> {
  return part("build", "npm", ["run", "--silent", "build"]);
}

async function unitTests(): Promise<void> {
  if (failed === 0) await vitest("unit tests", "vitest.config.ts");
}

/** The quick ones of `npm run test:other-firestore`. */
function otherFirestore(): Promise<void> {
  const quick = ["tests/sandbox", "tests/features/own-data/services/erasure"];
  return vitest("another Firestore", "vitest.config.ts", quick, { FIRESTORE: "other" });
}

function builtServer(): Promise<void> {
  return vitest("built server", "vitest.server.config.ts");
}

async function journeys(): Promise<void> {
  const file = join(reports, "journeys.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  await part("journeys", "playwright", ["test", "--reporter=dot,json"], () => {
    const report = read(file);
    const { stats: { expected = 0, unexpected = 0 } = {} } = report;
    return { good: expected, bad: unexpected, names: failuresOf(report) };
  });
}

/** Runs one part; `counted` says how many of its tests passed and failed, and which failed, where it has tests. */
async function part(
  name: string,
  command: string,
  args: string[],
  counted = (): Counted => ({ good: 0, bad: 0, names: [] }),
  env = {},
): Promise<void> {
  console.log(`\n${name}`);
  const started = performance.now();
  const status = await new Promise((resolve) =>
    spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    })
      .once("error", () => resolve(1))
      .once("close", resolve),
  );
  const { good, bad, names } = counted();
  passed += good;
  // A part may fail without any test that did.
  failed += status === 0 ? bad : Math.max(bad, 1);
  if (status !== 0) {
    console.log(`${name}: failed`);
    failures.push(...(names.length > 0 ? names : [`failed: ${name}, see above`]));
  }
  times.push(`${name}: ${secondsSince(started)} s${good + bad > 0 ? `, ${good + bad} tests` : ""}`);
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1_000);
}

interface Counted {
  good: number;
  bad: number;
  names: string[];
}

/** Empty where the part ended before it wrote one. */
function read(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
