import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBrowser } from "./setup/browser.ts";

// All checks and tests, the quickest first; the last line counts what ran.
const reports = mkdtempSync(join(tmpdir(), "reports-"));
const started = Date.now();
let passed = 0;
let failed = 0;

run("checks", "npm", ["run", "--silent", "lint"]);
run("unit tests", "vitest", [
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${reports}/unit.json`,
]);
const unit = report<{ numPassedTests: number; numFailedTests: number }>("unit.json");
count(unit?.numPassedTests, unit?.numFailedTests);

if (failed === 0) {
  run("build", "npm", ["run", "--silent", "build"]);
  installBrowser();
  run("journeys", "playwright", ["test", "--reporter=line,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/journeys.json`,
  });
  const journeys = report<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    "journeys.json",
  );
  const { expected = 0, flaky = 0, unexpected = 0 } = journeys?.stats ?? {};
  count(expected + flaky, unexpected);
  if (flaky > 0) console.log(`${flaky} passed only on the second try`);
}

rmSync(reports, { recursive: true, force: true });
console.log(`${Math.round((Date.now() - started) / 1_000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function run(name: string, command: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n${name}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  failed += 1;
  console.log(`${name}: failed`);
}

function report<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(reports, file), "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** A failure that a test counted is not counted again for its step. */
function count(more = 0, wrong = 0) {
  passed += more;
  if (wrong > 0) failed += wrong - 1;
}
