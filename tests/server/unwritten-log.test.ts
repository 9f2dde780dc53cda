import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import { createInProcessSandbox } from "../../sandbox/in-process.ts";
import { everyCase } from "../setup/cases.ts";
import { builtEnv } from "../setup/programs.ts";

/** Milliseconds in which the process has ended after a signal, and a second more on a busy machine. */
const endedWithin = 10_000;

/** @param stdout a file descriptor, or a pipe that nobody reads */
async function startLoggingTo(stdout: number | "pipe") {
  const port = await freePort();
  const { env } = createInProcessSandbox([]);
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: { ...builtEnv, ...env, PORT: String(port) },
    stdio: ["ignore", stdout, "inherit"],
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  while ((await ask("/healthz").catch(() => 0)) !== 200) {
    if (server.exitCode !== null) throw new Error(`ended with ${server.exitCode}`);
    await pause(50);
  }
  const end = async () => {
    const began = performance.now();
    const ended = once(server, "exit");
    server.kill("SIGINT");
    const [code, signal] = await ended;
    return { code, signal, isInTime: performance.now() - began < endedWithin };
  };
  return { ask, end };
}

test.runIf(everyCase)("a log on a full disk costs no request, and the process ends", async () => {
  const { ask, end } = await startLoggingTo(openSync("/dev/full", "w"));
  // Longer than the destination waits for more lines.
  for (const deadline = Date.now() + 1_000; Date.now() < deadline; await pause(20))
    expect(await ask("/sign-in")).toBe(200);
  expect(await end()).toEqual({ code: 0, signal: null, isInTime: true });
});

test("a log that nobody reads costs no request, and the process ends", async () => {
  const { ask, end } = await startLoggingTo("pipe");
  // Some 200 bytes a request: more than a pipe and Node hold.
  for (let at = 0; at < 40; at += 1)
    expect(await Promise.all(Array.from({ length: 50 }, () => ask("/robots.txt")))).toContain(200);
  expect(await end()).toMatchObject({ isInTime: true });
});
