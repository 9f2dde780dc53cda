import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import { createInProcessSandbox } from "../../sandbox/in-process.ts";
import { builtEnv } from "../setup/programs.ts";
import { startServer, startStack } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
import { linesOf } from "./log.ts";
import { signIn } from "./requests.ts";

test("the start names hosts whose pictures production never fetches", async () => {
  const { env } = createInProcessSandbox([]);
  const { server, output } = await startServer({
    ...env,
    NODE_ENV: "production",
    APP_ENV: "production",
    PORT: String(await freePort()),
    // The origin is local: so may pictures be.
    POST_IMAGE_HOSTS: "*.cdn.example,pics.example:8443,127.0.0.1",
  });
  // As when a terminal closes over it: it stops as by Ctrl-C.
  server.kill("SIGHUP");
  expect(await once(server, "close")).toEqual([0, null]);
  expect(linesOf(output()).map(({ msg }) => msg)).toContain("stopped");
  const told = output()
    .split("\n")
    .filter((line) => line.includes("POST_IMAGE_HOSTS"))
    .map((line) => (JSON.parse(line) as { level: string; host: string }).host);
  expect(told).toEqual(["pics.example:8443"]);
});

/** Starts the server where it cannot go on. */
async function failedStart(more: Record<string, string>) {
  const { env } = createInProcessSandbox([]);
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: { ...env, ...builtEnv, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(server, "close");
  return { code, output };
}

test("a bad environment ends the start with exit code 1 and one line for each variable", async () => {
  const { code, output } = await failedStart({
    APP_ORIGIN: "",
    SESSION_SECRETS: "too-short,also-short",
    BRANDS: '{"default": {"billingUrl": "secret-place"}}',
    SMTP_URL: "http://user:hidden@mail.example",
    SENTRY_DSN: "https://sentry.secret-place.example/1",
  });
  expect(code).toBe(1);
  expect(output.trim().split("\n").sort()).toEqual([
    "APP_ORIGIN: is missing",
    expect.stringMatching(/^BRANDS \(default\.\w+\): /),
    "SENTRY_DSN: must be https://key@host/project",
    "SESSION_SECRETS: every secret needs 32 characters or more",
    expect.stringMatching(/^SMTP_URL: /),
  ]);
  expect(output).not.toMatch(/short,|secret-place|hidden/);
});

test("ports that are taken are told", async () => {
  const takers = [createServer().listen(0), createServer().listen(0)];
  await Promise.all(takers.map((taker) => once(taker, "listening")));
  const [PORT, METRICS_PORT] = takers.map((taker) => (taker.address() as AddressInfo).port);
  const { code, output } = await failedStart({
    PORT: String(PORT),
    METRICS_PORT: String(METRICS_PORT),
  });
  for (const taker of takers) taker.close();
  expect(code).toBe(1);
  const error = "EADDRINUSE";
  for (const line of [
    { level: "error", msg: "metrics are not served", error, port: METRICS_PORT },
    { level: "error", msg: "cannot listen", error, port: PORT },
  ])
    expect(linesOf(output)).toContainEqual(expect.objectContaining(line));
});

// google-gax of the lock looks without our setting where these variables say, at the first call to Firestore.
test("with the emulators nobody looks for the metadata server of Google's cloud", async () => {
  let calls = 0;
  const metadata = createServer(() => {
    calls += 1;
  });
  metadata.listen(0, "127.0.0.1");
  await once(metadata, "listening");
  const host = `127.0.0.1:${(metadata.address() as AddressInfo).port}`;
  const stack = await startStack({ GCE_METADATA_HOST: host, GCE_METADATA_IP: host }, castOf(0));
  const cookie = await signIn(stack.origin, 0, "owner");
  const home = await fetch(`${stack.origin}/dashboard`, { headers: { cookie } });
  expect([home.status, calls]).toEqual([200, 0]);
  await stack.stop();
  metadata.close();
});
