import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Sandbox } from "../../sandbox/serve.ts";

const { PATH, NODE_COMPILE_CACHE, LD_PRELOAD, FAKETIME, FAKETIME_SHARED } = process.env;

/** What every program of the build runs with. */
export const builtEnv = {
  NODE_ENV: "production",
  PATH,
  // Where Node keeps compiled code, if the tests are run so: a start takes a fifth less.
  NODE_COMPILE_CACHE,
  // What `faketime` sets, by which the tests run as on another day (DECISIONS.md#tests).
  LD_PRELOAD,
  FAKETIME,
  FAKETIME_SHARED,
} as const;

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** Starts a command of the build (`outbox`, `law`) against the sandbox. */
export function startCommand(
  { env }: Sandbox,
  command: string,
  ...options: readonly string[]
): { program: ChildProcess; ended: Promise<Ran> } {
  const program = spawn(process.execPath, [`build/server/${command}.js`, ...options], {
    env: { ...builtEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", error: "" };
  program.stdout.on("data", (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  program.stderr.on("data", (chunk: Buffer) => {
    said.error += chunk.toString();
  });
  const ended = once(program, "close").then(([code]) => ({ code: code as number, ...said }));
  return { program, ended };
}
