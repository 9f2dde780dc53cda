import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBrowser } from "./setup/browser.ts";

// All checks and tests, the quickest first; the last lines tell the time of each part and count what ran.
const reports = mkdtempSync(join(tmpdir(), "reports-"));
// Hundreds of processes load the same packages; Node keeps their compiled code here.
process.env.NODE_COMPILE_CACHE = join(reports, "compiled");
const began = performance.now();
const times: string[] = [];
let passed = 0;
let failed = 0;

// Neither keeps two cores busy by itself.
await Promise.all([
  part("checks", "npm", ["run", "--silent", "lint"]),
  part("build", "npm", ["run", "--silent", "build"]),
]);
if (failed === 0) await vitest("unit tests", "vitest.config.ts");
if (failed === 0) {
  // The quick ones of `npm run test:other-firestore`.
  const quick = ["tests/sandbox", "tests/services/erasure"];
  await vitest("another Firestore", "vitest.config.ts", quick, { FIRESTORE: "other" });
  await vitest("built server", "vitest.server.config.ts");
  installBrowser();
  await journeys();
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${times.join("\n")}\n${secondsSince(began)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function vitest(name: string, config: string, files: string[] = [], env = {}): Promise<void> {
  const file = join(reports, `${name}.json`);
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const counted = () => {
    const { numPassedTests = 0, numFailedTests = 0 } = read(file);
    return { good: numPassedTests, bad: numFailedTests };
  };
  await part(name, "vitest", ["run", "--config", config, ...reporters, ...files], counted, env);
}

async function journeys(): Promise<void> {
  const file = join(reports, "journeys.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file;
  await part("journeys", "playwright", ["test", "--reporter=line,json"], () => {
    const { stats: { expected = 0, unexpected = 0 } = {} } = read(file);
    return { good: expected, bad: unexpected };
  });
}

/** Runs one part; `counted` says how many of its tests passed and failed, where it has tests. */
async function part(
  name: string,
  command: string,
  args: string[],
  counted = () => ({ good: 0, bad: 0 }),
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
  const { good, bad } = counted();
  passed += good;
  // A part may fail without any test that did.
  failed += status === 0 ? bad : Math.max(bad, 1);
  if (status !== 0) console.log(`${name}: failed`);
  times.push(`${name}: ${secondsSince(started)} s${good + bad > 0 ? `, ${good + bad} tests` : ""}`);
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1_000);
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected?: number; unexpected?: number };
}

/** Empty where the part ended before it wrote one. */
function read(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
