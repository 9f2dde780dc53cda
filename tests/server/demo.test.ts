import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

/** Collects garbage ten times after the demo is up, and says so: what nothing holds any more is gone by then. */
const collector = `data:text/javascript,${encodeURIComponent(`
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) => {
    if (String(text).includes("Ctrl-C")) {
      let rounds = 0;
      const timer = setInterval(() => {
        gc();
        rounds += 1;
        if (rounds === 10) { clearInterval(timer); write("collected\\n"); }
      }, 50);
    }
    return write(text, ...rest);
  };
`)}`;

it("the demo starts and stops without a warning", async () => {
  const demo = spawn(process.execPath, ["--expose-gc", "--import", collector, "sandbox/demo.ts"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let warned = "";
  demo.stderr.on("data", (chunk: Buffer) => {
    warned += chunk;
  });
  const ended = once(demo, "exit");
  for await (const chunk of demo.stdout as AsyncIterable<Buffer>) {
    said += chunk;
    if (said.includes("collected")) demo.kill("SIGINT");
  }
  expect(await ended).toEqual([0, null]);
  expect(said).toMatch(/Profile Analyzer +http:\/\/localhost:\d+/);
  expect(warned).toBe("");
});
