import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestOver } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase } from "../setup/cases.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import { linesOf } from "./log.ts";
import { signInAs } from "./requests.ts";

interface Running {
  server: ChildProcess;
  output: () => string;
}

let sandbox: Sandbox;
let running: Running;
beforeAll(async () => {
  sandbox = await startSandbox();
});
// Each test has a server of its own, since each ends it.
beforeEach(async () => {
  await sandbox.reset();
  // Its end is timed: it writes no compiled code then.
  running = await startServer({ ...sandbox.env, NODE_DISABLE_COMPILE_CACHE: "1" });
});
afterEach(() => stopServer(running.server));
afterAll(() => sandbox.stop());

/** Sends SIGTERM. @returns how the process ended, and the milliseconds until then */
async function ended() {
  const { server } = running;
  const started = performance.now();
  // Its output has been read to the end by then, too.
  const exit = once(server, "close");
  server.kill("SIGTERM");
  const [code, signal] = await exit;
  return { code, signal, milliseconds: performance.now() - started };
}

const logged = (message: string) => linesOf(running.output()).filter(({ msg }) => msg === message);

/** How many events the log says were dropped, in one line or in several. */
const droppedEvents = () => logged("events dropped").reduce((sum, { count = 0 }) => sum + count, 0);

function signIn(): Promise<Response> {
  return fetch(`${sandbox.appOrigin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: sandbox.appOrigin },
    body: new URLSearchParams({ email: "rich@example.com", password: "rich-pass" }),
  });
}

const postEvent = () =>
  fetch(`${sandbox.appOrigin}/event`, {
    method: "POST",
    headers: { origin: sandbox.appOrigin, "content-type": "application/json" },
    body: JSON.stringify({ event: "open" }),
  });

const unanswered = (system: string) =>
  sandbox.world.calls.filter((call) => call.system === system && call.status === null);

/** Resolves once the sandbox has got so many requests of this system that it has not answered. */
const asked = (system: string, count = 1) =>
  vi.waitFor(() => expect(unanswered(system).length).toBeGreaterThanOrEqual(count), 20_000);

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

test("told to stop, the server is not ready at once and finishes what is under way", async () => {
  const { appOrigin } = sandbox;
  expect((await fetch(`${appOrigin}/readyz`)).status).toBe(200);
  const answered = Promise.withResolvers<void>();
  const held = { kind: "held", until: answered.promise } as const;
  for (const system of ["identity", "events"] as const) sandbox.faults.set(system, held);
  const answer = signIn();
  await asked("identity");
  expect((await postEvent()).status).toBe(204);

  const end = ended();
  // Both at once: new connections are accepted for two seconds.
  await vi.waitFor(async () => {
    const both = await Promise.all(["/readyz", "/healthz"].map((path) => fetch(appOrigin + path)));
    expect(both.map(({ status }) => status)).toEqual([503, 200]);
  }, 20_000);
  running.server.kill("SIGTERM");
  answered.resolve();
  const { status, headers } = await answer;
  expect(status).toBe(302);
  expect(headers.getSetCookie().join()).toContain("session=");

  expect(await end).toMatchObject({ code: 0, signal: null });
  expect((await end).milliseconds).toBeLessThan(10_000);
  expect(sandbox.world.events.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ event: "open" }),
  );
  expect(logged("stopping")).toHaveLength(1);
  expect(logged("stopped")).toHaveLength(1);
  expect(logged("events dropped")).toEqual([]);
});

test("open updates, a kept connection and a spare one hold no stop up", async () => {
  const { appOrigin } = sandbox;
  const cookie = await signInAs(appOrigin, "pending");
  const updates = await fetch(`${appOrigin}/dashboard/analytics/updates`, { headers: { cookie } });
  expect(updates.headers.get("content-type")).toContain("text/event-stream");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await getOver(agent, `${appOrigin}/healthz`)).headers.connection).toBe("keep-alive");
  const { hostname, port } = new URL(appOrigin);
  const spare = connect(Number(port), hostname);
  await once(spare, "connect");
  spare.on("error", () => undefined);

  const end = ended();
  // The stream ends as one that is whole.
  expect(await updates.text()).toBe("");
  // Also a public page that nobody has asked for before.
  const last = await Promise.all([
    getOver(agent, `${appOrigin}/readyz`),
    getOver(new Agent(), `${appOrigin}/privacy`),
  ]);
  expect(last.map(({ headers }) => headers.connection)).toEqual(["close", "close"]);
  expect(await end).toMatchObject({ code: 0, signal: null });
  expect((await end).milliseconds).toBeLessThan(9_000);
  agent.destroy();
  spare.destroy();
});

// The first test holds such a page, too.
test.runIf(everyCase)(
  "a page that waits for a hung system is answered before the end",
  async () => {
    sandbox.faults.set("identity", { kind: "hang" });
    const answer = signIn();
    await asked("identity");
    const end = ended();
    expect((await answer).status).toBe(503);
    expect(await end).toMatchObject({ code: 0, signal: null });
    expect((await end).milliseconds).toBeLessThan(10_000);
  },
);

// As at the end of the last test, with nothing else left.
test.runIf(everyCase)(
  "a hung event sink is waited for in vain, and what it did not take is counted",
  async () => {
    sandbox.faults.set("events", { kind: "hang" });
    for (let count = 0; count < 7; count += 1) await postEvent();
    await asked("events");
    expect(await ended()).toMatchObject({ code: 0, signal: null });
    expect(droppedEvents()).toBe(7);
    expect(logged("stopped")).toHaveLength(1);
  },
);

test("a request without end is said, in the log and by the exit code, and takes no event with it", async () => {
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
  // The sink is sent four at a time: the first four are delivered after the signal, the other four never.
  const taken = Promise.withResolvers<void>();
  sandbox.faults.set("events", { kind: "held", until: taken.promise });
  await Promise.all(Array.from({ length: 8 }, postEvent));
  await asked("events", 4);
  const ending = ended();
  sandbox.faults.set("events", { kind: "hang" });
  taken.resolve();

  const end = await ending;
  expect(end).toMatchObject({ code: 1, signal: null });
  expect(end.milliseconds).toBeLessThan(10_000);
  expect(logged("stopped with work left")).toEqual([
    expect.objectContaining({ level: "error", unfinished: "requests", requests: 1 }),
  ]);
  expect(logged("stopped")).toEqual([]);
  expect(sandbox.world.events).toHaveLength(4);
  expect(droppedEvents()).toBe(4);
  upload.destroy();
});
