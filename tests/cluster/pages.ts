import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { installBrowser } from "../setup/browser.ts";
import { until } from "./check.ts";
import type { Cluster } from "./cluster.ts";
import { createVisitor } from "./visitor.ts";

const files = ["analysis", "leaving", "plan", "recovery"];
/** Parts of the titles of the journeys that run against the cluster. */
const journeys = [
  "signs in on a private address",
  "an analysis that ends",
  "logging out asks",
  "all nine steps",
  "is bought at home",
  "is bought in My Plan",
  "two presses make one order",
  "canceled in three presses",
  "a buyer: from the link",
  "who forgot the password",
  "who lost the mail",
];

export async function journeysPass(): Promise<void> {
  await installBrowser();
  const run = spawn(
    "playwright",
    ["test", ...files, "--grep", journeys.join("|"), "--workers=1", "--reporter=list"],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, STACK: "cluster" } },
  );
  let output = "";
  run.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(run, "exit");
  assert.equal(code, 0, output);
  const [, flaky] = /(\d+) flaky/.exec(output) ?? [];
  if (flaky) console.log(`    ${flaky} passed only on the second try`);
  for (const journey of journeys)
    for (const mode of ["with JavaScript", "without JavaScript"])
      assert.match(output, new RegExp(`\\[${mode}\\].*${journey}`), "a journey has another title");
}

export async function bothAnswer(cluster: Cluster): Promise<void> {
  const visitor = createVisitor(cluster);
  await visitor.signIn("rich");
  for (const path of [
    "/dashboard",
    "/dashboard/analytics",
    "/dashboard/insights",
    "/terms-of-use",
  ]) {
    const pages = new Map<unknown, string>();
    await until(
      async () => {
        const { status, headers, text } = await visitor.get(path);
        assert.equal(status, 200, path);
        pages.set(headers["x-served-by"], text);
        return pages.size === 2;
      },
      2_000,
      0,
    );
    const [first, second] = [...pages.values()].map((text) => text.match(/<h\d.*?<\/h\d>/g));
    assert.ok(first && first.length > 0, path);
    assert.deepEqual(first, second, path);
  }
  visitor.leave();
}

export async function analysisEnds(cluster: Cluster): Promise<void> {
  const { members, sandbox } = cluster;
  const visitor = createVisitor(cluster);
  await visitor.signIn("processing");
  for (const at of members)
    assert.match((await visitor.get("/dashboard/analytics", { at })).text, /data-updates/);
  await sandbox.finishAnalysis("uid-processing");
  for (const at of members)
    await until(async () => {
      const { text } = await visitor.get("/dashboard/analytics", { at });
      return !text.includes("data-updates") && text.includes("1st recommendation");
    }, 5_000);
  visitor.leave();
}
