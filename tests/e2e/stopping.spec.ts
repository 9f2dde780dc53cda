import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestOver } from "node:http";
import { connect } from "node:net";
import { test as base, expect } from "@playwright/test";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { startServer } from "../setup/stack.ts";

interface Running {
  server: ChildProcess;
  output: () => string;
}

/** A sandbox for all tests; each starts a server of its own, since each ends it. */
const test = base.extend<{ running: Running }, { sandbox: Sandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const sandbox = await startSandbox();
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  running: async ({ sandbox }, use) => {
    await sandbox.reset();
    const running = await startServer(sandbox.env);
    await use(running);
    running.server.kill("SIGKILL");
  },
});

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "no browser is in it");

/** Sends SIGTERM. @returns how the process ended, and the milliseconds until then */
async function ended({ server }: Running) {
  const started = performance.now();
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  const [code, signal] = await exit;
  return { code, signal, milliseconds: performance.now() - started };
}

const logged = ({ output }: Running, msg: string) =>
  output()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === msg);

function signIn({ appOrigin }: Sandbox, key: string): Promise<Response> {
  return fetch(`${appOrigin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: appOrigin },
    body: new URLSearchParams({ email: `${key}@example.com`, password: `${key}-pass` }),
  });
}

async function cookieOf(sandbox: Sandbox, key: string): Promise<string> {
  const [cookie = ""] = (await signIn(sandbox, key)).headers.getSetCookie();
  return cookie.split(";", 1)[0] ?? "";
}

const postEvent = ({ appOrigin }: Sandbox, event: string) =>
  fetch(`${appOrigin}/event`, {
    method: "POST",
    headers: { origin: appOrigin, "content-type": "application/json" },
    body: JSON.stringify({ event }),
  });

/** Resolves once the sandbox has got a request of this system that it has not answered. */
const asked = ({ world }: Sandbox, system: string) =>
  expect
    .poll(() => world.calls.some((call) => call.system === system && call.status === null))
    .toBe(true);

/** Over a connection that stays open for the next one. */
function getOver(agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    requestOver(url, { agent }, (response) => {
      response.resume().once("end", () => resolve(response));
    })
      .once("error", reject)
      .end();
  });
}

test("told to stop, the server is not ready at once and finishes what is under way", async ({
  sandbox,
  running,
}) => {
  const { appOrigin } = sandbox;
  expect((await fetch(`${appOrigin}/readyz`)).status).toBe(200);
  sandbox.faults.set("events", { kind: "slow", ms: 1_000 });
  expect((await postEvent(sandbox, "open")).status).toBe(204);
  sandbox.faults.set("identity", { kind: "slow", ms: 1_200 });
  const answer = signIn(sandbox, "rich");
  await asked(sandbox, "identity");

  const end = ended(running);
  await expect
    .poll(async () => (await fetch(`${appOrigin}/readyz`)).status, { intervals: [20] })
    .toBe(503);
  expect((await fetch(`${appOrigin}/healthz`)).status).toBe(200);
  running.server.kill("SIGTERM");
  const { status, headers } = await answer;
  expect(status).toBe(302);
  expect(headers.getSetCookie().join()).toContain("session=");

  expect(await end).toMatchObject({ code: 0, signal: null });
  expect((await end).milliseconds).toBeLessThan(10_000);
  expect(sandbox.world.events.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ event: "open" }),
  );
  expect(logged(running, "stopping")).toHaveLength(1);
  expect(logged(running, "stopped")).toHaveLength(1);
  expect(logged(running, "events dropped")).toEqual([]);
});

test("open updates, a kept connection and a spare one hold no stop up", async ({
  sandbox,
  running,
}) => {
  const { appOrigin } = sandbox;
  const cookie = await cookieOf(sandbox, "pending");
  const updates = await fetch(`${appOrigin}/dashboard/analytics/updates`, { headers: { cookie } });
  expect(updates.headers.get("content-type")).toContain("text/event-stream");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await getOver(agent, `${appOrigin}/healthz`)).headers.connection).toBe("keep-alive");
  const { hostname, port } = new URL(appOrigin);
  const spare = connect(Number(port), hostname);
  await once(spare, "connect");
  spare.on("error", () => undefined);

  const end = ended(running);
  // The stream ends as one that is whole.
  expect(await updates.text()).toBe("");
  expect((await getOver(agent, `${appOrigin}/readyz`)).headers.connection).toBe("close");
  expect(await end).toMatchObject({ code: 0, signal: null });
  expect((await end).milliseconds).toBeLessThan(9_000);
  agent.destroy();
  spare.destroy();
});

test("a page that waits for a hung system is answered before the end", async ({
  sandbox,
  running,
}) => {
  sandbox.faults.set("identity", { kind: "hang" });
  const answer = signIn(sandbox, "rich");
  await asked(sandbox, "identity");
  const end = ended(running);
  expect((await answer).status).toBe(503);
  expect(await end).toMatchObject({ code: 0, signal: null });
  expect((await end).milliseconds).toBeLessThan(10_000);
});

test("a hung event sink is waited for in vain, and what it did not take is counted", async ({
  sandbox,
  running,
}) => {
  sandbox.faults.set("events", { kind: "hang" });
  for (let count = 0; count < 7; count += 1) await postEvent(sandbox, "open");
  await asked(sandbox, "events");
  expect(await ended(running)).toMatchObject({ code: 0, signal: null });
  const dropped = logged(running, "events dropped").map(({ count }) => count);
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(7);
  expect(logged(running, "stopped")).toHaveLength(1);
});

test("a request without end is said, in the log and by the exit code, and takes no event with it", async ({
  sandbox,
  running,
}) => {
  const { appOrigin } = sandbox;
  const { hostname, port } = new URL(appOrigin);
  const upload = connect(Number(port), hostname);
  upload.on("error", () => undefined);
  upload.write(
    [
      "POST /sign-in HTTP/1.1",
      `Host: ${hostname}:${port}`,
      `Origin: ${appOrigin}`,
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: 1000",
      "Expect: 100-continue",
      "",
      "",
    ].join("\r\n"),
  );
  // The server has taken the request up.
  expect(String(await once(upload, "data"))).toContain("100 Continue");
  upload.write("email=");
  // The sink takes four at a time: the last four are still in the queue when the process ends.
  sandbox.faults.set("events", { kind: "slow", ms: 3_500 });
  for (let count = 0; count < 12; count += 1) await postEvent(sandbox, "open");

  const end = await ended(running);
  expect(end).toMatchObject({ code: 1, signal: null });
  expect(end.milliseconds).toBeLessThan(10_000);
  expect(logged(running, "stopped with work left")).toEqual([
    expect.objectContaining({ level: "error", unfinished: "requests", requests: 1 }),
  ]);
  expect(logged(running, "stopped")).toEqual([]);
  expect(logged(running, "events dropped")).toEqual([expect.objectContaining({ count: 4 })]);
  upload.destroy();
});

test("a bad environment ends the start with exit code 1 and one line for each variable", async ({
  sandbox,
}) => {
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: {
      ...sandbox.env,
      NODE_ENV: "production",
      PATH: process.env.PATH,
      APP_ORIGIN: "",
      SESSION_SECRETS: "too-short,also-short",
      BRANDS: '{"default": {"billingUrl": "secret-place"}}',
      SMTP_URL: "http://user:hidden@mail.example",
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
    "SESSION_SECRETS: every secret needs 32 characters or more",
    expect.stringMatching(/^SMTP_URL: /),
  ]);
  expect(output).not.toMatch(/short,|secret-place|hidden/);
});
