import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../sandbox/person.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import type { Held, Order } from "./probe.ts";
import { builtEnv } from "./programs.ts";

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

/** What the log says once the server listens. */
const listening = '"msg":"listening"';
/** Most milliseconds until then: a start that takes longer says what it has logged before the test's own time is over. */
const startsWithin = 240_000;

/** Starts the built server and waits until it answers. */
export async function startServer(env: Variables, { probed = false }: ServerOptions = {}) {
  const probe = probed ? ["--expose-gc", "--import", "./tests/setup/probe.ts"] : [];
  const server = spawn(process.execPath, [...probe, "build/server/server.js"], {
    env: { ...builtEnv, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(probed ? (["ipc"] as const) : [])],
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
  // By its own words: at its address another process might answer.
  for (const deadline = Date.now() + startsWithin; !log.includes(listening); await pause(50)) {
    const hasEnded = server.exitCode !== null || server.signalCode !== null;
    if (!hasEnded && Date.now() < deadline) continue;
    server.kill("SIGKILL");
    throw new Error(`the server did not start:\n${log}`);
  }
  await fetch(`http://127.0.0.1:${env.PORT}/healthz`);
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
