import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Person } from "../../sandbox/people.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";

export interface Stack {
  sandbox: Sandbox;
  origin: string;
  /** The server's log lines so far. */
  output: () => string;
  server: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the sandbox and, against it, the built server. `more` overrides variables. */
export async function startStack(
  more: Record<string, string> = {},
  people?: readonly Person[],
): Promise<Stack> {
  const sandbox = await startSandbox(people && { people });
  const { server, output } = await startServer({ ...sandbox.env, ...more });
  return {
    sandbox,
    server,
    origin: sandbox.appOrigin,
    output,
    async stop() {
      await stopServer(server);
      await sandbox.stop();
    },
  };
}

/** Starts the built server and waits until it answers. */
export async function startServer(env: Record<string, string>) {
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
  const address = `http://127.0.0.1:${env.PORT}/healthz`;
  for (const deadline = Date.now() + 30_000; ; ) {
    if ((await fetch(address).catch(() => undefined))?.ok) break;
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { server, output: () => log };
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  // SIGTERM would wait for a balancer.
  server.kill("SIGINT");
  await once(server, "exit");
}
