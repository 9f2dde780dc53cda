import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Person, people } from "../../sandbox/people.ts";
import { startSandbox } from "../../sandbox/serve.ts";
import { installPrograms } from "../setup/debian.ts";
import { type Stack, startServer, stopServer } from "../setup/stack.ts";

/** One of the app's processes. */
export interface Member {
  port: number;
  process: ChildProcess;
  output: () => string;
}

/** Two processes of the app behind nginx, sharing a Redis; `origin` is nginx's. */
export interface Cluster extends Stack {
  members: [Member, Member];
  /** Starts a process anew in the place of one that has ended. */
  replace(member: Member): Promise<void>;
  redis: { stop(): Promise<void>; start(): Promise<void> };
}

export async function startCluster(more: readonly Person[] = []): Promise<Cluster> {
  installPrograms({ nginx: "nginx-light", "redis-server": "redis-server" });
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  const [port, redisPort, ...memberPorts] = await freePorts(4);
  const [sandbox, redis] = await Promise.all([
    startSandbox({ people: [...people, ...more], ports: { app: port } }),
    startRedis(redisPort, folder),
  ]);

  const env = { ...sandbox.env, REDIS_URL: `redis://127.0.0.1:${redisPort}`, TRUST_PROXY: "1" };
  const startMember = async (port: number): Promise<Member> => {
    const { server, output } = await startServer({ ...env, PORT: String(port) });
    return { port, process: server, output };
  };
  const [one, two] = await Promise.all(memberPorts.map(startMember));
  if (!one || !two) throw new Error("two ports are needed");
  const members: [Member, Member] = [one, two];
  const nginx = await startNginx(port, memberPorts, folder);

  return {
    sandbox,
    members,
    redis,
    origin: sandbox.appOrigin,
    server: one.process,
    output: () => members.map(({ output }) => output()).join(""),
    async replace(member) {
      Object.assign(member, await startMember(member.port));
    },
    async stop() {
      await ended(nginx);
      await Promise.all(members.map((member) => stopServer(member.process)));
      await Promise.all([redis.stop(), sandbox.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Ports = [number, number, number, number];

/**
 * Ports that nobody holds, below those that the system hands out by itself: nothing else is given one of them before
 * it is taken here, or while a process is being replaced.
 */
async function freePorts(count: 4): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports] as Ports;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  await once(probe.close(), "close");
  return true;
}

async function startRedis(port: number, folder: string) {
  let server = await start();
  async function start() {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    return ready(spawn("redis-server", args, { stdio: "ignore" }), port);
  }
  return {
    async start() {
      server = await start();
    },
    stop: () => ended(server),
  };
}

async function startNginx(port: number, members: number[], folder: string) {
  const file = join(folder, "nginx.conf");
  writeFileSync(file, nginxConfiguration(port, members, folder));
  return ready(
    spawn("nginx", ["-p", folder, "-c", file, "-e", join(folder, "nginx.log")], {
      stdio: ["ignore", "ignore", "inherit"],
    }),
    port,
  );
}

/** nginx repeats a request at the other member only where that can do no harm: that is its default. */
function nginxConfiguration(port: number, members: number[], folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n  ");
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  upstream app {
    ${members.map((member) => `server 127.0.0.1:${member} fail_timeout=2s;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://app;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
      add_header X-Served-By $upstream_addr always;
    }
  }
}
`;
}

/** Resolves once the port takes connections. */
async function ready(child: ChildProcess, port: number): Promise<ChildProcess> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(50)) {
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

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
