import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Person } from "../../sandbox/person.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import type { Held, Order } from "./probe.ts";

export interface Stack {
  sandbox: Sandbox;
  origin: string;
  /** The server's log lines so far. */
  output: () => string;
  server: ChildProcess;
  stop(): Promise<void>;
}

type Variables = Record<string, string>;

/** Starts the sandbox and, against it, the built server. `more` overrides variables. */
export async function startStack(
  more: Variables | ((sandbox: Sandbox) => Variables) = {},
  people?: readonly Person[],
  options: ServerOptions & { withGoogle?: boolean } = {},
): Promise<Stack> {
  const { withGoogle = false } = options;
  const sandbox = await startSandbox({ ...(people && { people }), withGoogle });
  const overridden = typeof more === "function" ? more(sandbox) : more;
  const { server, output } = await startServer({ ...sandbox.env, ...overridden }, options);
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

interface ServerOptions {
  /** Loads tests/setup/probe.ts into the server, which `ask` then speaks to. */
  probed?: boolean;
}

/** Starts the built server and waits until it answers. */
export async function startServer(env: Variables, { probed = false }: ServerOptions = {}) {
  const probe = probed ? ["--expose-gc", "--import", "./tests/setup/probe.ts"] : [];
  const server = spawn(process.execPath, [...probe, "build/server/server.js"], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(probed ? (["ipc"] as const) : [])],
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

/** Tells a probed server to do something, and hears what it holds then. */
export async function tell(server: ChildProcess, order: Order): Promise<Held> {
  const answered = once(server, "message");
  server.send(order);
  return (await answered)[0];
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  // SIGTERM would wait for a balancer.
  server.kill("SIGINT");
  await once(server, "exit");
}
