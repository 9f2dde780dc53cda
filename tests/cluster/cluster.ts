import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../sandbox/free-port.ts";
import { people } from "../../sandbox/people.ts";
import type { Person } from "../../sandbox/person.ts";
import { startSandbox } from "../../sandbox/serve.ts";
import { installPrograms } from "../setup/debian.ts";
import { type RedisServer, ready, startRedisServer } from "../setup/redis-server.ts";
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
  /** Starts a new process on the port of one that has ended. */
  replace(member: Member): Promise<void>;
  redis: RedisServer;
}

export async function startCluster(more: readonly Person[] = []): Promise<Cluster> {
  installPrograms({ nginx: "nginx-light" });
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  const port = await freePort();
  const memberPorts = [await freePort(), await freePort()];
  const [sandbox, redis] = await Promise.all([
    startSandbox({ people: [...people, ...more], ports: { app: port } }),
    startRedisServer(),
  ]);

  const env = { ...sandbox.env, REDIS_URL: redis.url, TRUST_PROXY: "1" };
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
      await terminate(nginx);
      await Promise.all(members.map((member) => stopServer(member.process)));
      await Promise.all([redis.stop(), sandbox.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
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

/** By default, nginx repeats only idempotent requests at the other member. */
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

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
