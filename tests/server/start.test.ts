import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import { createInProcessSandbox } from "../../sandbox/in-process.ts";
import { startServer, startStack, stopServer } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
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
  await stopServer(server);
  const told = output()
    .split("\n")
    .filter((line) => line.includes("POST_IMAGE_HOSTS"))
    .map((line) => (JSON.parse(line) as { level: string; host: string }).host);
  expect(told).toEqual(["pics.example:8443"]);
});

test("a bad environment ends the start with exit code 1 and one line for each variable", async () => {
  const { env } = createInProcessSandbox([]);
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: {
      ...env,
      NODE_ENV: "production",
      PATH: process.env.PATH,
      APP_ORIGIN: "",
      SESSION_SECRETS: "too-short,also-short",
      BRANDS: '{"default": {"billingUrl": "secret-place"}}',
      SMTP_URL: "http://user:hidden@mail.example",
      SENTRY_DSN: "https://sentry.secret-place.example/1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(server, "close");
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
