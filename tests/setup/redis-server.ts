import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../sandbox/free-port.ts";
import { installPrograms } from "./debian.ts";

/** A real Redis on a local port, without persistence. */
export interface RedisServer {
  port: number;
  url: string;
  /** Stops it; its data is lost. */
  stop(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Runs a command such as `FLUSHALL`. @returns what redis-cli prints */
  command(...words: string[]): Promise<string>;
  /** All its data as uncompressed bytes, for searching. */
  dump(): Promise<string>;
}

/** Redis cannot run with `faketime`, by which the tests run as on another day, and need not: it counts no days. */
const ofToday = { ...process.env, LD_PRELOAD: undefined };

export async function startRedisServer(): Promise<RedisServer> {
  installPrograms({ "redis-server": "redis-server" });
  const { port, ...started } = await startOnFreePort();
  let { server } = started;
  const command = async (...words: string[]) =>
    (
      await promisify(execFile)("redis-cli", ["-p", String(port), ...words], { env: ofToday })
    ).stdout.trim();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = await start(port);
    },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, "exit");
      server.kill("SIGTERM");
      await exit;
    },
    command,
    async dump() {
      const folder = await mkdtemp(join(tmpdir(), "redis-"));
      await command("--rdb", join(folder, "dump.rdb"));
      const bytes = await readFile(join(folder, "dump.rdb"), "latin1");
      await rm(folder, { recursive: true });
      return bytes;
    },
  };
}

/** Another process may look at the very port at that moment, whether it is free: then the next one is taken. */
async function startOnFreePort(left = 3): Promise<{ port: number; server: ChildProcess }> {
  const port = await freePort();
  try {
    return { port, server: await start(port) };
  } catch (error) {
    if (left === 0) throw error;
    return startOnFreePort(left - 1);
  }
}

/** Resolves once it says that it is ready: what else listens on the port is not taken for it. */
async function start(port: number): Promise<ChildProcess> {
  const args = [
    ...["--port", String(port), "--bind", "127.0.0.1"],
    ...["--save", "", "--rdbcompression", "no"],
  ];
  const server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"], env: ofToday });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  server.stdout.on("data", (text) => {
    said += text;
    if (said.includes("Ready to accept connections")) resolve();
  });
  server.once("error", reject);
  server.once("exit", () => reject(new Error(`no Redis on port ${port}: ${said.slice(-500)}`)));
  await promise;
  return server;
}

/** Resolves once the port accepts connections. */
export async function ready(child: ChildProcess, port: number): Promise<ChildProcess> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(20)) {
    if (child.exitCode !== null) break;
    const socket = createConnection(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return child;
  }
  throw new Error(`nothing listens on port ${port}`);
}
